/**
 * The margin never errs upward: books in which anything may happen, against arithmetic of 120 digits.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betComponents, NINE_BETTORS } from '../bets/bet-components.ts';
import { coinGrid } from '../bets/coin-grid.ts';
import { betPrediction } from '../bets/coin-promise.ts';
import { predictionMax } from '../bets/log-factor.ts';
import { fixed, multiply } from '../bets/testing/fixed-point.ts';
import { cautiousPrediction } from '../bets/two-point-reward.ts';
import { wideGrid } from '../bets/wide-grid.ts';
import { relativePromise } from '../promise-terms.ts';
import { coinBook } from './coin-book.ts';
import { GUESS_ENDS, knownBaselineBook } from './known-baseline-book.ts';
import type { PromiseBook } from './promise-book.ts';
import type { BookEntry, Offer, Player } from './safety-book.ts';
import {
  divide,
  type ExactBet,
  type ExactBook,
  exactGrowth,
  isProved,
} from './testing/exact-slack.ts';

const FAILURE_PROBABILITY = 0.1;
const FLOOR = 0.1;
const CEILING = 9.7;
const SHORTFALL = 0.3;
const RESERVE = 0.7;
const terms = relativePromise({ allowedShortfall: SHORTFALL, reserve: RESERVE });
const kept = fixed(terms.shareKept);
const share = fixed(SHORTFALL);
const floor = fixed(FLOOR);
const ceiling = fixed(CEILING);

interface Plan {
  readonly player: Player;
  readonly q: number;
  readonly baseline: number;
  readonly spread: number;
  readonly prediction: number;
  readonly deviation: number;
  readonly size: number;
  readonly execution: 'issued' | 'executed' | 'void' | 'fell-back';
  readonly rewards: readonly number[];
}

/** Awkward sizes on purpose: many digits, tiny, and at the edges. */
const amount = fc.oneof(
  fc.double({ min: FLOOR, max: CEILING, noNaN: true }),
  fc.constantFrom(FLOOR, CEILING, FLOOR + 1e-12, 1 / 3, 7.3),
);
const anyPlan: fc.Arbitrary<Plan> = fc.record({
  player: fc.constantFrom<Player[]>('proposal', 'proposal', 'held-out', 'baseline'),
  q: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
  baseline: amount,
  spread: fc.constantFrom(0, 0, 0.1, 1e-9),
  prediction: amount,
  deviation: fc.constantFrom(0, 0.3, 2),
  size: fc.constantFrom(1, 1, 0.3, 17.7),
  execution: fc.constantFrom<Plan['execution'][]>(
    'issued',
    'executed',
    'executed',
    'void',
    'fell-back',
  ),
  rewards: fc.array(amount, { maxLength: 3 }),
});

/** Issues and tells everything, the rewards one after the other, and asks on the way. */
function play(
  book: PromiseBook,
  plans: readonly Plan[],
  offerOf: (plan: Plan) => Offer,
): BookEntry[] {
  return plans.map((plan) => {
    const offer = offerOf(plan);
    const isCoin = offer.baselineReward === null;
    const player = !isCoin && plan.player === 'held-out' ? 'baseline' : plan.player;
    const playProbability = isCoin ? plan.q : 1;
    const entry = book.issue(offer, player, { ...book.quote(offer), playProbability });
    if (plan.execution === 'executed') book.confirm(entry);
    if (plan.execution === 'void') book.cancel(entry, { reason: 'unrelated' });
    if (plan.execution === 'fell-back') book.fallBack(entry, { reason: 'unrelated' });
    if (plan.execution === 'executed') {
      plan.rewards.forEach((reward, i) => {
        if (i === 0) book.settle(entry, reward);
        else book.revise(entry, reward);
      });
    }
    book.slack();
    return entry;
  });
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);

describe('a book with a declared baseline', () => {
  const offerOf = ({ baseline, spread, prediction, deviation, size }: Plan): Offer => ({
    size,
    proposalPrediction: prediction,
    baselinePrediction: baseline,
    rewardDeviation: deviation,
    baselineReward: { min: baseline, max: baseline + spread },
  });

  /** The table of worth.ts and the formulas of known-baseline-book.ts, written once more. */
  function exactBook(entries: readonly BookEntry[], scale: number): ExactBook {
    const bettors = wideGrid(NINE_BETTORS, 1, GUESS_ENDS);
    const components = betComponents({ scale, bettors, varianceProxy: null });
    const bets: ExactBet[] = [];
    let unbet = fixed(RESERVE);
    for (const { player, stake, execution, counted } of entries) {
      const { min, max } = stake.baselineReward!;
      const isProposal = player === 'proposal';
      const isBet = isProposal || min < max;
      const { size = 1 } = stake;
      const times = fixed(size);
      const weight = multiply(times, isProposal ? fixed(1) : share);
      const fallback = multiply(times, multiply(share, fixed(min)));
      const certain = isProposal ? multiply(times, floor - multiply(kept, fixed(max))) : fallback;
      const base = isProposal ? certain : multiply(weight, floor);
      const growths = components.map(({ rate }) => {
        const side = isProposal ? stake.proposalPrediction : stake.baselinePrediction;
        const scaled = (isProposal ? 1 : SHORTFALL) * size;
        const mean = scaled * Math.max(side - FLOOR, 0);
        const wanted = cautiousPrediction(rate, {
          mean,
          deviation: scaled * stake.rewardDeviation,
        });
        const gain = counted === null ? 0n : multiply(weight, fixed(counted) - floor);
        return exactGrowth(fixed(rate), gain, fixed(Math.min(wanted, predictionMax(rate))));
      });
      const nobody = components.map(() => 0n);
      const worth = {
        issued: { growths, base: least(base, 0n), certain: least(certain, 0n) },
        executed: { growths, base, certain },
        'fell-back': isProposal
          ? { growths: nobody, base: fallback, certain: fallback }
          : { growths, base, certain },
        void: { growths: nobody, base: 0n, certain: 0n },
      }[execution];
      if (isBet) bets.push(worth);
      else unbet += worth.certain;
    }
    const rates = components.map(({ rate }) => rate);
    const weights = components.map(({ weight }) => weight);
    return { rates, weights, failureProbability: FAILURE_PROBABILITY, bets, unbet };
  }

  it('never claims more than exact arithmetic proves, and not much less', () => {
    let provedByBets = 0;
    fc.assert(
      fc.property(fc.array(anyPlan, { minLength: 1, maxLength: 30 }), (plans) => {
        const book = knownBaselineBook({
          terms,
          rewardFloor: FLOOR,
          rewardNoiseScale: 0,
          failureProbability: FAILURE_PROBABILITY,
        });
        const entries = play(book, plans, offerOf);
        const { scale } = book.exportState();
        const exact = exactBook(entries, scale ?? 1);
        const slack = book.slack();
        expect(isProved(exact, slack)).toBe(true);
        const isSharp = !isProved({ ...exact, bets: exact.bets.slice(0, 0) }, slack);
        if (isSharp && exact.bets.length > 0) provedByBets += 1;
        // Gains of a billion times their usual size are counted as that, so then it may be less.
        const isUsual = scale === null || scale > 1e-3;
        if (isUsual && exact.bets.length <= 6) expect(isProved(exact, slack + 1e-9)).toBe(false);
      }),
      { numRuns: 200 },
    );
    expect(provedByBets).toBeGreaterThan(20);
  });
});

describe('a book with a coin', () => {
  const offerOf = ({ baseline, prediction, deviation, size }: Plan): Offer => ({
    size,
    proposalPrediction: prediction,
    baselinePrediction: baseline,
    rewardDeviation: deviation,
    baselineReward: null,
  });
  const { rates, weights } = coinGrid(CEILING - FLOOR);
  const width = CEILING - FLOOR;

  function exactBet({ player, stake, execution, counted }: BookEntry): ExactBet {
    const q = fixed(stake.playProbability);
    const isDebit = stake.playProbability > SHORTFALL;
    const heldOutShare = isDebit ? q - share : share - q;
    const { size = 1 } = stake;
    const perUnit = isDebit
      ? multiply(q, floor) - multiply(q - share, ceiling)
      : multiply(share, floor);
    const base = multiply(fixed(size), perUnit);
    const isOpen =
      execution === 'issued' ||
      (player !== 'baseline' && execution === 'void') ||
      (player === 'proposal' && execution === 'fell-back');
    if (player === 'baseline' && execution === 'void') {
      return { growths: rates.map(() => 0n), base: 0n, certain: 0n };
    }
    const plain = isOpen ? least(base, 0n) : base;
    // What may still be given up loses what it could have added at most, with the worst for its bet.
    const debit = (amount: bigint) => (amount > 0n ? multiply(fixed(size), amount) : 0n);
    const charged =
      player === 'baseline' || execution === 'fell-back'
        ? 0n
        : player === 'proposal'
          ? debit(multiply(q, floor) + multiply(share - q, isDebit ? floor : ceiling))
          : debit(multiply(q, ceiling) + multiply(share - q, isDebit ? ceiling : floor));
    const lowered = isOpen ? least(base - charged, 0n) : base;
    const growths = rates.map((usual) => {
      // A size makes a bettor as much faster.
      const rate = usual * size;
      const deviation = stake.rewardDeviation;
      const enlarged = divide(multiply(fixed(rate), heldOutShare), fixed(1) - q);
      const distance = isDebit
        ? CEILING - stake.baselinePrediction
        : stake.baselinePrediction - FLOOR;
      const height = betPrediction(rate, {
        mean: stake.proposalPrediction - FLOOR,
        width,
        deviation,
      });
      const enlargedRate =
        rate * (Math.abs(stake.playProbability - SHORTFALL) / (1 - stake.playProbability));
      const depth = betPrediction(enlargedRate, { mean: distance, width, deviation });
      const back = multiply(
        fixed(rate),
        multiply(q, fixed(height)) + multiply(heldOutShare, fixed(depth)),
      );
      if (player === 'proposal') {
        const gain = counted === null ? 0n : fixed(counted) - floor;
        return (
          exactGrowth(fixed(rate), gain, fixed(height)) -
          multiply(fixed(rate), fixed(height)) +
          back
        );
      }
      const shown = isDebit ? ceiling - fixed(counted ?? 0) : fixed(counted ?? 0) - floor;
      const gain = counted === null ? 0n : shown;
      return exactGrowth(enlarged, gain, fixed(depth)) - multiply(enlarged, fixed(depth)) + back;
    });
    return { growths, base: lowered, certain: plain };
  }

  it('never claims more than exact arithmetic proves', () => {
    fc.assert(
      fc.property(fc.array(anyPlan, { minLength: 1, maxLength: 10 }), (plans) => {
        const book = coinBook({
          terms,
          subject: 'policy',
          rewardFloor: FLOOR,
          rewardCeiling: CEILING,
          rewardNoiseScale: 0,
          failureProbability: FAILURE_PROBABILITY,
        });
        const bets = play(book, plans, offerOf).map(exactBet);
        const exact = {
          rates,
          weights,
          failureProbability: FAILURE_PROBABILITY,
          bets,
          unbet: fixed(RESERVE),
        };
        expect(isProved(exact, book.slack())).toBe(true);
        if (bets.length <= 6) expect(isProved(exact, book.slack() + 1e-9)).toBe(false);
      }),
      { numRuns: 400 },
    );
  });
});
