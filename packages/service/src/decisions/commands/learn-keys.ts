/**
 * Reads all keys of a policy from the journal, so that its state knows by itself whether a key is new (known-keys.ts).
 *
 * Requests go on meanwhile and ask as before. What they decide is added as it is decided; what had been decided before, and
 * may still be on its way to the journal, is among the newest keys, with which it begins. So nothing falls in between.
 */
import type { Journal } from '../../journal/journal.ts';
import { generationOf, keyName, type PolicyState } from '../fold/policy-state.ts';

/** Never rejects: whoever does not know all keys asks for each. */
export async function learnKeys(
  state: PolicyState,
  journal: Pick<Journal, 'scanDecisions'>,
): Promise<void> {
  const { policy, keys } = state;
  const learning = keys.beginLearning();
  const last = generationOf(state);
  try {
    for (let generation = 1; generation <= last; generation += 1) {
      for await (const page of journal.scanDecisions(policy, generation)) {
        const names = page.flatMap(({ keyScope, keyText }) =>
          keyScope === null || keyText === null ? [] : [keyName(keyScope, keyText)],
        );
        if (!keys.learn(learning, names)) return;
      }
    }
    keys.endLearning(learning);
  } catch {
    keys.breakOff(learning);
  }
}
