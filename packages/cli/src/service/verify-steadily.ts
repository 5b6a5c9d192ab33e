/**
 * Verifies policies of a journal that may grow meanwhile.
 *
 * Everything is read as it was at the first look, but for files: those of segments are written
 * anew when something is forgotten, and the old ones are gone at once. Such a difference moves on
 * with the service; a real fault stays where it is. So what does not fit is looked at again, and counts when
 * it is found twice in the same place.
 */
import type { JournalReader, VerifiedPolicy } from '@hedgerow/service';
import { CommandFailure } from '../output/exit-codes.ts';

const ATTEMPTS = 5;

/**
 * Verifies policies one after the other, each as it is when its turn comes: what is written while somebody reads stays in SQLite's log, which grows
 * until that has ended.
 */
export async function* verifyEach(
  journal: JournalReader,
  policies: readonly string[],
  onProgress: (policy: string) => (entries: number) => void,
): AsyncGenerator<VerifiedPolicy, void> {
  for (const policy of policies) {
    journal.lookAgain?.();
    // One that was erased meanwhile stands among the removals.
    if ((await journal.head(policy)) !== null) {
      yield await verifySteadily(journal, policy, onProgress(policy));
    }
  }
}

export async function verifySteadily(
  journal: JournalReader,
  policy: string,
  onProgress: (entries: number) => void,
): Promise<VerifiedPolicy> {
  const { verifyJournal } = await import('@hedgerow/service');
  let before: VerifiedPolicy['problem'] = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { policies } = await verifyJournal(journal, {
      policy,
      onProgress: ({ entries }) => onProgress(entries),
    });
    const report = policies[0]!;
    const { problem } = report;
    if (problem === null) return report;
    if (before?.position === problem.position && before.what === problem.what) return report;
    before = problem;
    journal.lookAgain?.();
  }
  throw new CommandFailure(
    `The journal must be still for a moment, but ${policy} grows faster than it can be read. Try again when less is going on, or verify a copy.`,
  );
}
