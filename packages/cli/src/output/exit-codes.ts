/**
 * How the command ends: 0 all is well, 1 a promise is broken or a check failed, 2 bad input.
 *
 * Bad input (a HedgerowError, a ForecastError, a missing file, a port that is taken, a database that goes away, a full disk) is told in one sentence. Anything
 * else is a fault of ours and keeps its stack, so that it can be reported.
 */
import { HedgerowError } from '@hedgerow/core';
import { ForecastError } from '@hedgerow/forecasts';
import { EXIT_BAD_INPUT, EXIT_CHECK_FAILED } from './exit-numbers.ts';
import { systemFailure } from './system-failure.ts';

export { EXIT_BAD_INPUT, EXIT_CHECK_FAILED };

/** Something outside refused, and its sentence is for the user as it stands. */
export class CommandFailure extends Error {}

const EXPECTED = [HedgerowError, ForecastError, CommandFailure];

/** Its own sentence tells all; its class would take the whole service to load. */
export function isJournalFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'JournalFailure';
}

/** Returns the sentence for the user; null if the error is a fault of ours. */
function sentenceOf(error: unknown): string | null {
  const isExpected = EXPECTED.some((kind) => error instanceof kind) || isJournalFailure(error);
  return isExpected ? (error as Error).message : systemFailure(error);
}

/** Runs a command's action and turns what it throws into a message and an exit code. */
export async function reportFailure(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    process.stderr.write(`hedgerow: ${sentence}\n`);
    const isInvariant = error instanceof HedgerowError && error.code === 'HR_INVARIANT';
    process.exitCode = isInvariant ? EXIT_CHECK_FAILED : EXIT_BAD_INPUT;
  }
}
