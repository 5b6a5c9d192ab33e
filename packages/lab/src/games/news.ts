/**
 * No news is bad news: whatever is heard of an open decision, the budget does not fall by it.
 *
 * Decisions may be admitted on every budget that was shown. So one that a truthful report lowers afterwards
 * has been lent, and who gives up open decisions after using it breaks the guarantee. For the same reason a
 * decision that was given up leaves no more than there was before it: it did not take place.
 */
import type { Policy, PolicyDefinition } from '@hedgerow/core';
import { loadSeat, openSeat } from './seat.ts';
import { TWIN_DEFINITIONS } from './twins.ts';

interface News {
  readonly name: string;
  readonly act: (policy: Policy, id: string) => string;
  /** Whether the decision did not take place at all. */
  readonly isVoid?: boolean;
}

/** Everything that can be heard of a decision that is open; rewards are within what is declared. */
const NEWS: readonly News[] = [
  { name: 'confirmed', act: (policy, id) => policy.confirm(id) },
  { name: 'told 0', act: (policy, id) => policy.observe(id, 0) },
  { name: 'told 1', act: (policy, id) => policy.observe(id, 1) },
  ...(['unrelated', 'newer-information'] as const).flatMap((reason): News[] => [
    {
      name: `cancelled, ${reason}`,
      act: (policy, id) => policy.cancel(id, { reason }),
      isVoid: true,
    },
    { name: `fell back, ${reason}`, act: (policy, id) => policy.fellBack(id, { reason }) },
  ]),
];

/** Definitions as twins have them, and one in which not even x can lose. */
export const NEWS_DEFINITIONS: Readonly<Record<string, PolicyDefinition>> = {
  ...TWIN_DEFINITIONS,
  'x cannot lose': { ...TWIN_DEFINITIONS['loss a round']!, allowedLossPerRound: 0.7 },
};

const WARM_COUNT = 15;
/** Rounding of a few dozen sums. */
const SAME = 1e-9;

/** Tells what lowered a budget, or left more than there was; pairs of open decisions, in both orders. */
export function* loweredBudgets(definition: PolicyDefinition): Generator<string> {
  const warm = warmed(definition);
  const sides = [true, false];
  for (const one of sides) {
    for (const other of sides) yield* ofPair(definition, warm, [one, other]);
  }
}

function* ofPair(
  { period }: PolicyDefinition,
  warm: string,
  sides: readonly boolean[],
): Generator<string> {
  const { policy } = loadSeat(warm);
  const before = policy.margin();
  const ids = sides.map((shadow) => policy.decide({}, { proposal: 'x', shadow }).id);
  const issued = policy.snapshot();
  const open = policy.margin();
  const played = sides.map((shadow) => (shadow ? 'b' : 'x')).join(' and ');
  for (const first of NEWS) {
    const heard = hear(issued, ids[0]!, first);
    const said = `${played}: ${first.name}`;
    if (heard.budget < open - SAME) yield `${said} lowers ${open} to ${heard.budget}`;
    for (const second of NEWS) {
      const { budget } = hear(heard.text, ids[1]!, second);
      const both = `${said}, then ${second.name}`;
      if (budget < heard.budget - SAME) yield `${both} lowers ${heard.budget} to ${budget}`;
      // A new period begins with decisions, and not with what becomes of them.
      const isVoid = first.isVoid === true && second.isVoid === true && period === undefined;
      if (isVoid && budget > before + SAME) yield `${both} leaves ${budget} of ${before}`;
    }
  }
}

function hear(text: string, id: string, { name, act }: News) {
  const { policy } = loadSeat(text);
  const answer = act(policy, id);
  if (answer !== 'recorded') throw new Error(`The policy answered "${answer}" to: ${name}.`);
  return { budget: policy.margin(), text: policy.snapshot() };
}

function warmed(definition: PolicyDefinition): string {
  const { policy } = openSeat(definition);
  for (let round = 0; round < WARM_COUNT; round++) {
    const { id } = policy.decide({}, { proposal: 'x' });
    policy.observe(id, round % 3 === 0 ? 0 : 1);
  }
  return policy.snapshot();
}
