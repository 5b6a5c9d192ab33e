/**
 * A line on standard error now and then, where a test was asked to run for long.
 */
const STEP = 100;

export function tellProgress(done: number, total: number, what: string): void {
  if (total > STEP && done % STEP === 0) process.stderr.write(`${done} of ${total} ${what}\n`);
}
