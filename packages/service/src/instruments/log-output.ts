/**
 * Where the lines of a log go: a file descriptor, at once, and never a reason to stop.
 *
 * A log often lies on the disk of the journal. When that is full there is most to tell, and whoever tells it must not
 * end the service by it: what cannot be written is left out. So it is when nobody reads any more, or too slowly.
 */
import { writeSync } from 'node:fs';

/** For so long a reader that has fallen behind is waited for, once: whoever writes does nothing else meanwhile, and others ask whether it lives. */
const PATIENCE_MS = 10;

/** Writes from an offset on, and returns how many bytes were taken. */
type WriteBytes = (fileDescriptor: number, bytes: Buffer, offset: number) => number;

export class LogOutput {
  readonly #fileDescriptor: number;
  readonly #writeBytes: WriteBytes;
  /** Whether the line before was broken off in its middle. */
  #isTorn = false;
  /** Whether a reader that has fallen behind may be waited for: not again before it has taken a line at once, or a slow one would set the pace. */
  #isPatient = true;

  constructor(fileDescriptor: number, writeBytes: WriteBytes = writeSync) {
    this.#fileDescriptor = fileDescriptor;
    this.#writeBytes = writeBytes;
  }

  write(line: string): void {
    const bytes = Buffer.from(this.#isTorn ? `\n${line}` : line);
    const written = this.#writeSome(bytes);
    if (written > 0) this.#isTorn = written < bytes.length;
  }

  /** Returns how many bytes were taken. */
  #writeSome(bytes: Buffer): number {
    const wasPatient = this.#isPatient;
    let written = 0;
    while (written < bytes.length) {
      try {
        written += this.#writeBytes(this.#fileDescriptor, bytes, written);
      } catch (error) {
        const isBehind = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (!isBehind || !this.#isPatient) return written;
        this.#isPatient = false;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE_MS);
      }
    }
    // Patience that was not used is kept, and what was used before comes back.
    this.#isPatient ||= !wasPatient;
    return written;
  }
}
