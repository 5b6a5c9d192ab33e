/**
 * How far long work is, on a terminal: a bar, and when it will end. Nothing is told elsewhere.
 */
import { ProgressMeter, tellProgress } from '@hedgerow/lab';

/** Returns a meter for so many of something; `add` counts what is finished. */
export function progressOnTerminal(count: number, what: string): ProgressMeter {
  return new ProgressMeter({
    trialCount: count,
    onProgress: process.stderr.isTTY ? tellProgress(process.stderr, what) : () => {},
    clock: () => performance.now(),
  });
}
