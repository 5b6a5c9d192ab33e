/**
 * What a promise rests on beyond the declarations, in plain words.
 */
import type { Receipt } from '@hedgerow/client';

type Assumption = Receipt['promise']['assumptions'][number];

const SENTENCES: Readonly<Record<Assumption, string>> = {
  'shared-state-assumed-independent':
    'Several decisions wait for their rewards at the same time. The promise takes it that what their forecasts leave open has nothing in common; fields under one weather, or sales on one market day, do have something in common.',
  'counted-in-the-state-that-came':
    'Decisions of one group share a weather or a market day. Where nobody says what the usual choice earns, the promise is about what is expected in the weather that came, not about the average over all the weathers that were forecast.',
  'joined-later':
    'This decision joined its group after the group was begun, when more may have been known. What it earns proves nothing to the safety budget: it counts as the worst it can be. Plan decisions that share a weather together.',
  'a-declaration-was-contradicted':
    'An outcome contradicts what was declared (the range, the largest loss beside one’s own, or the plot noise). The promise rests on these declarations and no longer holds: check the report, or declare anew and start a new policy.',
  'strips-do-not-affect-each-other':
    'The promise takes it that what a strip earns does not depend on what is done on the strips beside it. Leave out border rows when you measure.',
  'given-up-for-unrelated-reasons':
    'Decisions given up because of what became known later are told as such. They stay in the total as they were decided, and what they would have paid is lost.',
};

/** Returns a sentence for each; a name this page does not know yet is shown as it is. */
export function assumptionWords({ assumptions = [] }: Partial<Receipt['promise']>): string[] {
  return assumptions.map((name) => SENTENCES[name] ?? readable(name));
}

function readable(name: string): string {
  return `The promise rests on: ${name.replaceAll('-', ' ')}.`;
}
