/**
 * Writes data to standard output without losing it or filling memory.
 *
 * Waits when the reader is slow, and ends quietly when the reader goes away (`| head`).
 */
import { once } from 'node:events';

/** Ends the command with success when whoever reads our output has seen enough. */
export function endQuietlyWhenReaderLeaves(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

/** Writes one line and waits while the reader catches up. */
export async function writeLine(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}
