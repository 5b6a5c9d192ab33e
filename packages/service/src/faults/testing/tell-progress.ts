/**
 * A line on standard error now and then, where a test was asked to run for long.
 */
const STEP = 50;
const LONG = 100;

export function tellProgress(done: number, total: number, what: string): void {
  const isDue = total > LONG && done > 0 && done % STEP === 0;
  if (isDue) process.stderr.write(`${done} of ${total} ${what}\n`);
}
