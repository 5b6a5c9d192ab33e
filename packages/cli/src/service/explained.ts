/**
 * What refused a command that works on a journal itself, as one sentence for whoever runs it.
 */
import { CommandFailure, isJournalFailure } from '../output/exit-codes.ts';

/** Returns what `work` returns; what it throws for a reason becomes a failure of the command. */
export async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  const { ServiceProblem, StartFailure } = await import('@hedgerow/service');
  try {
    return await work();
  } catch (error) {
    const isProblem = error instanceof ServiceProblem;
    // Callers of a service are told to play their baseline; here, what is wrong with the journal.
    if (isProblem && isJournalFailure(error.cause)) throw error.cause;
    throw isProblem || error instanceof StartFailure ? new CommandFailure(error.message) : error;
  }
}
