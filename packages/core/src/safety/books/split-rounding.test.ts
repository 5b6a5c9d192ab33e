/**
 * Books of divided decisions never err upward: sizes, groups and all that may happen, against arithmetic
 * of 120 digits.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { predictionMax } from '../bets/log-factor.ts';
import { fixed, multiply } from '../bets/testing/fixed-point.ts';
import { relativePromise } from '../promise-terms.ts';
import { SplitBets, type SplitPlan } from '../split/split-bet.ts';
import { splitBettors } from '../split/split-bettors.ts';
import { SplitBook, type SplitEntry } from './split-book.ts';
import { type ExactBet, exactGrowth, isProved } from './testing/exact-slack.ts';

const SHORTFALL = 0.3;
const RANGE = { min: 0.1, max: 9.7 };
const BASELINE = { min: 1 / 3, max: 7.3 };
const DROP = 2.1;
const RESERVE = 0.7;
const terms = relativePromise({ allowedShortfall: SHORTFALL, reserve: RESERVE });
const declarations = { range: RANGE, baseline: BASELINE, drop: DROP };
const bets = new SplitBets(terms, declarations);
const { onGain } = splitBettors(declarations, { typicalSize: 3 });
const FAILURE_PROBABILITY = 0.1;

interface Decision {
  readonly plan: SplitPlan;
  readonly execution: 'issued' | 'executed' | 'void';
  readonly outcomes: readonly (readonly [number | null, number | null])[];
  readonly isInGroup: boolean;
}

const amount = fc.oneof(
  fc.double({ ...RANGE, noNaN: true }),
  fc.constantFrom(RANGE.min, RANGE.max, RANGE.min + 1e-12, 1 / 3),
);
const part = fc.option(amount, { nil: null, freq: 6 });
const anyDecision: fc.Arbitrary<Decision> = fc.record({
  plan: fc.record({
    size: fc.constantFrom(1, 0.3, 17.7, 1e4),
    shares: fc
      .oneof(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(0, SHORTFALL, SHORTFALL + 1e-13, 1),
      )
      .map((share) => [share]),
    tryPredictions: amount.map((prediction) => [prediction]),
    checkPrediction: amount,
  }),
  execution: fc.constantFrom<Decision['execution'][]>('issued', 'executed', 'executed', 'void'),
  outcomes: fc.array(fc.tuple(part, part), { maxLength: 2 }),
  isInGroup: fc.boolean(),
});

const highest = (a: bigint, b: bigint) => (a > b ? a : b);
const lowest = (...terms: readonly bigint[]) => -terms.map((term) => -term).reduce(highest);

/** The formulas of certain-part.ts and split-bet.ts, written once more. */
function exactParts({ plan, outcome }: SplitEntry): {
  readonly certain: bigint;
  readonly base: bigint;
  readonly gain: bigint;
} {
  const size = fixed(plan.size);
  const [share] = plan.shares.map(fixed);
  const checkWeight = fixed(SHORTFALL) - share!;
  const [lo, hi] = [fixed(RANGE.min), fixed(RANGE.max)];
  const at = (reward: bigint) =>
    multiply(share!, highest(lo, reward - fixed(DROP))) + multiply(checkWeight, reward);
  const corners = [fixed(BASELINE.min), fixed(BASELINE.max), lo + fixed(DROP)].map(at);
  const worst = checkWeight < 0n ? hi : lo;
  const base = multiply(share!, lo) + multiply(checkWeight, worst);
  const tried = fixed((outcome?.tries[0] as number | null) ?? RANGE.min);
  const known = outcome?.check ?? null;
  const check = known === null ? worst : fixed(known as number);
  const seen = outcome === null ? base : multiply(share!, tried) + multiply(checkWeight, check);
  // Gains may be counted from any number that X is never below: that of the book is taken.
  const cut = fixed(bets.bet({ plan, executed: null, outcome }).base);
  expect(cut <= multiply(size, base)).toBe(true);
  return {
    certain: multiply(size, lowest(...corners)),
    base: cut,
    gain: outcome === null ? 0n : multiply(size, seen) - cut,
  };
}

/** What the bettors predict: any number is sound, so that of the book is taken, rounded as it is. */
function predictionOf(entries: readonly SplitEntry[], book: SplitBook): number {
  const [{ group, plan }] = entries as [SplitEntry];
  if (group === undefined)
    return bets.bet({ plan, executed: null, outcome: null }).amounts.predictedGain;
  const [predicted = 0] = book.exportState().ledger.groups![0]!.sums[1]!;
  return Math.max(predicted, 0);
}

function exactBet(entries: readonly SplitEntry[], book: SplitBook): ExactBet {
  const live = entries.filter(({ execution }) => execution !== 'void');
  let [base, certain, gain] = [0n, 0n, 0n];
  for (const entry of live) {
    const parts = exactParts(entry);
    const isOpen = entry.execution === 'issued';
    base += isOpen ? lowest(parts.base, 0n) : parts.base;
    certain += isOpen ? lowest(parts.certain, 0n) : parts.certain;
    gain += parts.gain;
  }
  const predicted = predictionOf(entries, book);
  const growths = onGain.rates.map((rate) => {
    const prediction = fixed(Math.min(predicted, predictionMax(rate)));
    return live.length === 0 ? 0n : exactGrowth(fixed(rate), gain, prediction);
  });
  return { growths, base, certain };
}

describe('a book of divided decisions', () => {
  it('never claims more than exact arithmetic proves, and not much less', () => {
    let sharp = 0;
    fc.assert(
      fc.property(fc.array(anyDecision, { minLength: 1, maxLength: 12 }), (decisions) => {
        const book = new SplitBook({
          terms,
          declarations,
          failureProbability: FAILURE_PROBABILITY,
          typicalSize: 3,
        });
        const entries = decisions.map(({ plan, isInGroup }) =>
          book.issue(plan, isInGroup ? 'season' : undefined),
        );
        book.closeGroup();
        decisions.forEach(({ execution, outcomes }, i) => {
          if (execution === 'void') book.cancel(entries[i]!, 'unrelated');
          if (execution !== 'executed') return;
          book.confirm(entries[i]!);
          for (const [tried, check] of outcomes) {
            book.settle(entries[i]!, { tries: [tried], check });
            book.slack();
          }
        });
        const byPosition = Map.groupBy(entries, ({ position }) => position);
        const positions = [...byPosition.keys()].sort((a, b) => a - b);
        const exact = {
          ...onGain,
          failureProbability: FAILURE_PROBABILITY,
          bets: positions.map((position) => exactBet(byPosition.get(position)!, book)),
          unbet: fixed(RESERVE),
        };
        const slack = book.slack();
        expect(isProved(exact, slack)).toBe(true);
        expect(isProved(exact, slack + 1e-9 * 1e4 * 12)).toBe(false);
        if (slack > 1) sharp += 1;
      }),
      { numRuns: 300, endOnFailure: true },
    );
    expect(sharp).toBeGreaterThan(5);
  });
});
