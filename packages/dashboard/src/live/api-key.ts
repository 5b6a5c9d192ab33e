/**
 * The API key, for services that ask for one. It is kept until the tab is closed, goes out only in a
 * header to the service of this page, and never into an address.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

const STORAGE_NAME = 'hedgerow.key';

const key = signal<string | undefined>(readKey());

export const apiKey: ReadonlySignal<string | undefined> = key;

/** An empty text forgets the key. */
export function chooseApiKey(text: string): void {
  const trimmed = text.trim();
  key.value = trimmed === '' ? undefined : trimmed;
  try {
    if (trimmed === '') sessionStorage.removeItem(STORAGE_NAME);
    else sessionStorage.setItem(STORAGE_NAME, trimmed);
  } catch {
    // Without storage the key holds until the page is loaded again.
  }
}

function readKey(): string | undefined {
  try {
    return sessionStorage.getItem(STORAGE_NAME) ?? undefined;
  } catch {
    return undefined;
  }
}
