/**
 * Random books of divided decisions with random decisions in them.
 */
import fc from 'fast-check';
import { absolutePromise, relativePromise } from '../../promise-terms.ts';
import type { PartOutcome, SplitOutcome, SplitPlan } from '../../split/split-bet.ts';
import type { SplitDeclarations } from '../../split/split-declarations.ts';
import type { GiveUpReason } from '../safety-book.ts';
import { SplitBook, type SplitEntry } from '../split-book.ts';

export interface SplitRecipe {
  readonly declarations: SplitDeclarations;
  readonly isRelative: boolean;
  readonly reserve: number;
  readonly budgetMax: number | null;
  readonly hasGroups: boolean;
}

/** What is heard of a decision, if anything. */
export type SplitNews =
  | { readonly kind: 'nothing' | 'showDraw' | 'confirm' }
  | { readonly kind: 'cancel'; readonly reason: GiveUpReason }
  | { readonly kind: 'outcome'; readonly outcome: SplitOutcome };

export interface DecisionPlan {
  readonly plan: SplitPlan;
  readonly isShown: boolean;
  readonly news: SplitNews;
  readonly group: 'none' | 'open' | 'new';
}

/** Turns some plans with one share into coins. */
function withCoin(plan: SplitPlan, coin: 'try' | 'check' | null): SplitPlan {
  const isPossible = plan.shares.length === 1 && plan.shares[0]! > 0;
  return coin === null || !isPossible ? plan : { ...plan, coin };
}

const RANGE = { min: 2, max: 16 };
const TRY_COUNT_MAX = 3;

const anyNoise = fc
  .tuple(fc.constantFrom(0.3, 1), fc.option(fc.constantFrom(2, 0.5), { nil: null }), fc.boolean())
  .map(([scale, checkScale, isIndependent]) => ({
    scale,
    isIndependent,
    ...(checkScale === null ? {} : { checkScale }),
  }));

export const anyRecipe: fc.Arbitrary<SplitRecipe> = fc.record({
  declarations: fc
    .record(
      {
        range: fc.constant(RANGE),
        baseline: fc.constantFrom({ min: 6, max: 12 }, { min: 9, max: 9 }),
        drop: fc.constantFrom(1, 4),
        ratio: fc.constantFrom(0.6, 0.9),
        beside: fc.constantFrom(3, 8),
        plotNoise: anyNoise,
        mayLeaveRange: fc.boolean(),
      },
      { requiredKeys: ['range'] },
    )
    // Without declared noise outcomes must not leave the range.
    .map(({ mayLeaveRange = false, ...declared }) =>
      declared.plotNoise === undefined ? declared : { ...declared, mayLeaveRange },
    ),
  isRelative: fc.boolean(),
  reserve: fc.constantFrom(0, 50),
  budgetMax: fc.constantFrom(null, null, 30),
  hasGroups: fc.boolean(),
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const reward = share.map((amount) => RANGE.min + amount * (RANGE.max - RANGE.min));

const anyPart: fc.Arbitrary<PartOutcome> = fc.oneof(
  reward,
  reward,
  fc.constant(null),
  fc.record({ reward, measuredShare: share }),
);

export const anyOutcome: fc.Arbitrary<SplitOutcome> = fc.record({
  tries: fc.array(anyPart, { minLength: TRY_COUNT_MAX, maxLength: TRY_COUNT_MAX }),
  check: anyPart,
});

export const anyDecision: fc.Arbitrary<DecisionPlan> = fc.record({
  plan: fc
    .record({
      size: fc.constantFrom(1, 30, 0.25, 1e4, 1e6),
      shares: fc.array(fc.constantFrom(0, 0.05, 0.1, 0.25, 0.3), { maxLength: TRY_COUNT_MAX }),
      prediction: reward,
      checkPrediction: reward,
      coin: fc.constantFrom(null, null, 'try' as const, 'check' as const),
    })
    .map(({ prediction, coin, ...plan }) =>
      withCoin({ ...plan, tryPredictions: plan.shares.map(() => prediction) }, coin),
    ),
  isShown: fc.boolean(),
  news: fc.oneof(
    fc.constantFrom(
      { kind: 'nothing' as const },
      { kind: 'showDraw' as const },
      { kind: 'confirm' as const },
    ),
    fc.record({
      kind: fc.constant('cancel' as const),
      reason: fc.constantFrom<GiveUpReason[]>('unrelated', 'newer-information'),
    }),
    fc.record({ kind: fc.constant('outcome' as const), outcome: anyOutcome }),
    fc.record({ kind: fc.constant('outcome' as const), outcome: anyOutcome }),
  ),
  group: fc.constantFrom<DecisionPlan['group'][]>('none', 'open', 'open', 'new'),
});

/** Returns an empty book of this kind. */
export function splitBookOf(recipe: SplitRecipe): SplitBook {
  const { reserve, declarations, budgetMax } = recipe;
  return new SplitBook({
    terms: recipe.isRelative
      ? relativePromise({ allowedShortfall: 0.1, reserve })
      : absolutePromise({ allowedLossPerRound: 0.75, reserve }),
    declarations,
    failureProbability: 0.1,
    typicalSize: 30,
    hasWideSizes: true,
    ...(budgetMax === null ? {} : { budgetMax }),
  });
}

/** Issues a decision, whether the book would allow it or not: books must not mind. */
export function issueDecision(
  book: SplitBook,
  recipe: SplitRecipe,
  { plan, isShown, group }: DecisionPlan,
): SplitEntry {
  const mayJoin = recipe.hasGroups && plan.coin === undefined;
  const entry = book.issue(plan, mayJoin ? groupOf(book, group) : undefined);
  if (isShown) book.showDraw(entry);
  return entry;
}

function groupOf(book: SplitBook, group: DecisionPlan['group']): string | undefined {
  if (group === 'none') return undefined;
  const { groups = [] } = book.exportState().ledger;
  const open = groups.find(({ isOpen, isSeen }) => isOpen && !isSeen);
  return group === 'open' && open !== undefined ? open.name : `group ${groups.length}`;
}

/** Tells the book what is heard, as far as it can still be said. */
export function tellSplit(book: SplitBook, entry: SplitEntry, news: SplitNews): void {
  if (entry.execution === 'void' || news.kind === 'nothing') return;
  if (news.kind === 'outcome') {
    const { tries, check } = news.outcome;
    book.settle(entry, { tries: tries.slice(0, entry.plan.shares.length), check });
  } else if (news.kind !== 'cancel') book[news.kind](entry);
  else if (entry.execution === 'issued') book.cancel(entry, news.reason);
}
