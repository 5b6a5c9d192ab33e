/**
 * How the command ends: 0 all is well, 1 a promise is broken or a check failed, 2 bad input.
 *
 * Bad input (a HedgerowError, a ForecastError, a missing file, a port that is taken, a database that goes away) is told in one sentence. Anything
 * else is a fault of ours and keeps its stack, so that it can be reported.
 */
import { HedgerowError } from '@hedgerow/core';
import { ForecastError } from '@hedgerow/forecasts';

export const EXIT_CHECK_FAILED = 1;
export const EXIT_BAD_INPUT = 2;

/** Something outside refused, and its sentence is for the user as it stands. */
export class CommandFailure extends Error {}

const EXPECTED = [HedgerowError, ForecastError, CommandFailure];

/** That a journal cannot be read or written is told by its own sentence; its class would take the whole service to load. */
function isExpected(error: unknown): boolean {
  if (EXPECTED.some((kind) => error instanceof kind)) return true;
  return error instanceof Error && error.name === 'JournalFailure';
}

/** Runs a command's action and turns what it throws into a message and an exit code. */
export async function reportFailure(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isExpected(error)) throw error;
    process.stderr.write(`hedgerow: ${(error as Error).message}\n`);
    const isInvariant = error instanceof HedgerowError && error.code === 'HR_INVARIANT';
    process.exitCode = isInvariant ? EXIT_CHECK_FAILED : EXIT_BAD_INPUT;
  }
}
