/**
 * Opens a journal, uses it and closes it, and tells why it could not be opened.
 */
import { CommandFailure } from '../output/exit-codes.ts';

/** Returns what `use` returns. */
export async function withStore<Store extends { close(): Promise<void> }, Result>(
  open: () => Promise<Store>,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await opened(open);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function opened<Store>(open: () => Promise<Store>): Promise<Store> {
  const { StartFailure } = await import('@hedgerow/service');
  try {
    return await open();
  } catch (error) {
    throw error instanceof StartFailure ? new CommandFailure(error.message) : error;
  }
}
