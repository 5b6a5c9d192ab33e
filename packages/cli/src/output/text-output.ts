/**
 * Writes data to standard output without losing it or filling memory.
 *
 * Waits when the reader is slow, and ends quietly when the reader goes away (`| head`).
 */
import { once } from 'node:events';
import { EXIT_BAD_INPUT } from './exit-numbers.ts';
import { systemFailure } from './system-failure.ts';

let mayEnd = true;
let hasReaderLeft = false;

/** Ends the command when whoever reads our output has seen enough, with what was found so far. */
export function endQuietlyWhenReaderLeaves(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    hasReaderLeft = true;
    if (error.code !== 'EPIPE') {
      process.stderr.write(`hedgerow: ${systemFailure(error) ?? error.message}\n`);
      process.exit(EXIT_BAD_INPUT);
    }
    if (mayEnd) process.exit();
  });
  // Nobody is left who could be told.
  process.stderr.on('error', () => {});
}

/** For work that is not only about lines: it writes files, or its exit code is a verdict on all of it. */
export function finishWithoutReader(): void {
  mayEnd = false;
}

/** Writes one line and waits while the reader catches up. */
export async function writeLine(text: string): Promise<void> {
  if (hasReaderLeft) return;
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain').catch(readerLeft);
}

/** Writes one line; returns whether it has left this process, to a file or to somebody who still reads. */
export function deliverLine(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, (error) => resolve(error === undefined || error === null));
  });
}

/** The listener above has heard of it, and decided. */
function readerLeft(): void {}
