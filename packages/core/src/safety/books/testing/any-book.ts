/**
 * Random books with random rounds in them, for properties that must hold whatever happens.
 */
import fc from 'fast-check';
import { absolutePromise, relativePromise } from '../../promise-terms.ts';
import { coinBook } from '../coin-book.ts';
import { equationBook } from '../equation-book.ts';
import { knownBaselineBook } from '../known-baseline-book.ts';
import { observedBook } from '../observed-book.ts';
import type { PromiseBook } from '../promise-book.ts';
import type { BookEntry, GiveUpReason, Offer, Player, SafetyBook } from '../safety-book.ts';

/** Everything a book can be made of. */
export interface BookRecipe {
  readonly kind:
    | 'number'
    | 'interval'
    | 'observed'
    | 'equations'
    | 'policy'
    | 'played'
    | 'coin-observed';
  readonly isRelative: boolean;
  readonly floor: number;
  readonly noiseScale: number;
  readonly hasSpread: boolean;
  readonly reserve: number;
  readonly budgetMax: number | null;
  readonly hasSizes: boolean;
  readonly hasGroups: boolean;
}

/** What is heard of a round, if anything. */
export type News =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'fallBack' | 'cancel'; readonly reason: GiveUpReason }
  | { readonly kind: 'reward'; readonly reward: number };

export interface RoundPlan {
  readonly player: Player;
  readonly proposalPrediction: number;
  readonly baselinePrediction: number;
  readonly proposalFloor: number | null;
  /** Share of the range, for whatever is declared or earned in the round. */
  readonly low: number;
  readonly high: number;
  readonly playProbability: number;
  readonly isConfirmed: boolean;
  readonly news: News;
  readonly size: number;
  /** Whether it belongs to no group, to the one that is open if it can be joined, or to a new one. */
  readonly group: 'none' | 'open' | 'new';
}

/** Rewards have this range above the floor. */
export const WIDTH = 8;

export const anyRecipe: fc.Arbitrary<BookRecipe> = fc
  .record({
    kind: fc.constantFrom<BookRecipe['kind'][]>(
      'number',
      'interval',
      'observed',
      'equations',
      'policy',
      'played',
      'coin-observed',
    ),
    isRelative: fc.boolean(),
    floor: fc.constantFrom(0, 1, 6, -3),
    noiseScale: fc.constantFrom(0, 0.5),
    hasSpread: fc.boolean(),
    reserve: fc.constantFrom(0, 5),
    budgetMax: fc.constantFrom(null, 3),
    hasSizes: fc.boolean(),
    hasGroups: fc.boolean(),
  })
  .map((recipe) => ({
    ...recipe,
    // A relative promise needs rewards of at least 0, an observed one rewards without noise.
    floor: recipe.isRelative ? Math.max(0, recipe.floor) : recipe.floor,
    noiseScale: recipe.kind.endsWith('observed') ? 0 : recipe.noiseScale,
  }));

const share = fc.double({ min: 0, max: 1, noNaN: true });

export const anyRound: fc.Arbitrary<RoundPlan> = fc.record({
  player: fc.constantFrom<Player[]>('proposal', 'proposal', 'held-out', 'baseline'),
  proposalPrediction: share,
  baselinePrediction: share,
  proposalFloor: fc.option(share, { nil: null }),
  low: share,
  high: share,
  playProbability: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
  isConfirmed: fc.boolean(),
  news: fc.oneof(
    fc.constantFrom({ kind: 'nothing' as const }, { kind: 'confirm' as const }),
    fc.record({
      kind: fc.constantFrom('fallBack' as const, 'cancel' as const),
      reason: fc.constantFrom<GiveUpReason[]>('unrelated', 'newer-information'),
    }),
    fc.record({ kind: fc.constant('reward' as const), reward: share }),
  ),
  size: fc.constantFrom(1, 1, 0.25, 7, 1e3, 1e6),
  group: fc.constantFrom<RoundPlan['group'][]>('none', 'open', 'open', 'new'),
});

/** Returns an empty book of this kind. */
export function bookOf(recipe: BookRecipe): PromiseBook {
  const { reserve, floor, noiseScale } = recipe;
  const terms = recipe.isRelative
    ? relativePromise({ allowedShortfall: 0.25, reserve })
    : absolutePromise({ allowedLossPerRound: 0.75, reserve });
  const common = {
    terms,
    rewardFloor: floor,
    rewardNoiseScale: noiseScale,
    failureProbability: 0.1,
    ...(recipe.budgetMax === null ? {} : { budgetMax: recipe.budgetMax }),
    ...(recipe.hasSpread ? { varianceProxy: { variance: 4, tail: 0 } } : {}),
    ...(recipe.hasSizes ? { typicalSize: 5 } : {}),
  };
  switch (recipe.kind) {
    case 'number':
    case 'interval':
      return knownBaselineBook(common);
    case 'observed':
      return observedBook(common);
    case 'equations':
      return equationBook({ ...common, dimension: 2, weightNormBound: 30 });
    default: {
      const subject = recipe.kind === 'coin-observed' ? 'observed' : recipe.kind;
      return coinBook({ ...common, subject, rewardCeiling: floor + WIDTH });
    }
  }
}

/** Whether a coin decides who plays. */
export function hasCoin({ kind }: BookRecipe): boolean {
  return kind === 'policy' || kind === 'played' || kind === 'coin-observed';
}

/** Issues the round of a plan, whether the book would allow it or not: books must not mind. */
export function issueRound(book: PromiseBook, recipe: BookRecipe, plan: RoundPlan): BookEntry {
  const group = groupOf(book, recipe, plan);
  const offer = { ...offerOf(recipe, plan), ...(group === null ? {} : { group }) };
  const isCoin = hasCoin(recipe);
  const player = !isCoin && plan.player === 'held-out' ? 'baseline' : plan.player;
  const playProbability = isCoin ? plan.playProbability : 1;
  const entry = book.issue(offer, player, { ...book.quote(offer), playProbability });
  if (plan.isConfirmed) book.confirm(entry);
  return entry;
}

/** The group of the round of a plan; null for none. */
function groupOf(book: PromiseBook, recipe: BookRecipe, { group }: RoundPlan): string | null {
  if (!recipe.hasGroups || group === 'none' || hasCoin(recipe)) return null;
  const { groups = [] } = book.exportState().ledgers[0]!;
  const open = groups.find(({ isOpen, isSeen }) => isOpen && !isSeen);
  return group === 'open' && open !== undefined ? open.name : `group ${groups.length}`;
}

/** The reward that news speak of. */
export function rewardIn({ floor, noiseScale }: BookRecipe, amount: number): number {
  const low = floor - 8 * noiseScale;
  return low + amount * (floor + WIDTH + 8 * noiseScale - low);
}

/** Tells the book what is heard, as far as it can still be said. */
export function tell(book: SafetyBook, recipe: BookRecipe, entry: BookEntry, news: News): void {
  if (news.kind === 'reward') {
    if (entry.execution === 'fell-back' || entry.execution === 'void') return;
    const reward = rewardIn(recipe, news.reward);
    if (entry.counted === null) book.settle(entry, reward);
    else book.revise(entry, reward);
    return;
  }
  if (news.kind === 'nothing' || entry.execution !== 'issued') return;
  if (news.kind === 'confirm') book.confirm(entry);
  else book[news.kind](entry, { reason: news.reason });
}

/** What is offered in the round of a plan. */
export function offerOf(recipe: BookRecipe, plan: RoundPlan): Offer {
  const at = (amount: number) => recipe.floor + WIDTH * amount;
  const [min, max] = [Math.min(plan.low, plan.high), Math.max(plan.low, plan.high)].map(at);
  const number = { min: min!, max: min! };
  const declared = recipe.kind === 'interval' || recipe.kind === 'equations';
  return {
    proposalPrediction: at(2 * plan.proposalPrediction - 0.5),
    baselinePrediction: at(2 * plan.baselinePrediction - 0.5),
    baselineReward: hasCoin(recipe) ? null : declared ? { min: min!, max: max! } : number,
    ...(plan.proposalFloor === null || recipe.kind.endsWith('observed')
      ? {}
      : { proposalFloor: at(plan.proposalFloor) }),
    ...(recipe.hasSizes ? { size: plan.size } : {}),
    features: {
      proposal: Float64Array.of(plan.proposalPrediction, 1),
      baseline: Float64Array.of(plan.baselinePrediction, 1),
    },
  };
}
