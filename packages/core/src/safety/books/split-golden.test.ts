/**
 * Golden values: vectors/split-golden.json, computed by an independent program in 60 digits.
 */
import { describe, expect, it } from 'vitest';
import { WealthMixture } from '../bets/wealth-mixture.ts';
import { relativePromise } from '../promise-terms.ts';
import {
  declarationsOf,
  GOLDEN_CASES,
  type GoldenCase,
  type GoldenDecision,
  type GoldenStep,
  gridsOf,
  promiseOf,
} from '../split/testing/split-golden.ts';
import type { GroupLedgerState } from './group-ledger.ts';
import { knownBaselineBook } from './known-baseline-book.ts';
import type { BookEntry } from './safety-book.ts';
import { SplitBook, type SplitEntry } from './split-book.ts';

const TOLERANCE = 1e-10;

/** A book as the cases drive it: by the names of decisions. */
interface Driver {
  take(step: GoldenStep): void;
  slack(): number;
  ledger(): GroupLedgerState;
}

function termsOf({ book }: GoldenCase) {
  return relativePromise({ allowedShortfall: promiseOf(book).allowedShortfall });
}

function splitDriver(golden: GoldenCase): Driver {
  const book = new SplitBook({
    terms: termsOf(golden),
    declarations: declarationsOf(golden.book),
    failureProbability: promiseOf(golden.book).failureProbability,
    typicalSize: 1,
    bettors: gridsOf(golden.book),
  });
  const entries = new Map<string, SplitEntry>();
  const issue = (decision: GoldenDecision, group?: string) => {
    const predictions = decision.prediction.map(Number);
    const plan = {
      size: Number(decision.size),
      shares: decision.shares.map(Number),
      tryPredictions: predictions.slice(0, -1),
      checkPrediction: predictions.at(-1)!,
    };
    entries.set(decision.id, book.issue(plan, group));
  };
  return {
    take(step) {
      if (step.do === 'decide') issue(step);
      else if (step.do === 'group') {
        for (const decision of step.decisions) issue(decision, step.id);
        book.closeGroup();
      } else {
        const entry = entries.get(step.id)!;
        if (step.do === 'void') book.cancel(entry);
        else if (step.do === 'measured') {
          const tries = step.x.map((digits) => (digits === null ? null : Number(digits)));
          const { b: check = null } = step;
          book.settle(entry, { tries, check: check === null ? null : Number(check) });
        } else {
          const shares = step.shares?.map(Number);
          book.confirm(entry, shares === undefined ? null : { shares, isInnocent: true });
        }
      }
    },
    slack: () => book.slack(),
    ledger: () => book.exportState().ledger,
  };
}

/** Whole decisions with a declared number; rates as multiples of the size of rewards, .5. */
function numberDriver(golden: GoldenCase): Driver {
  const { rates, weights } = gridsOf(golden.book).onGain;
  const book = knownBaselineBook({
    terms: termsOf(golden),
    rewardFloor: Number(golden.book.lo),
    rewardNoiseScale: 0,
    failureProbability: promiseOf(golden.book).failureProbability,
    bettors: { rates: rates.map((rate) => rate * 0.5), weights },
  });
  const entries = new Map<string, BookEntry>();
  const issue = (decision: GoldenDecision, group: string) => {
    const number = Number(decision.number);
    const [prediction] = decision.prediction.map(Number);
    const offer = {
      proposalPrediction: prediction!,
      baselinePrediction: number,
      baselineReward: { min: number, max: number },
      size: Number(decision.size),
      group,
    };
    const player = decision.learner === true ? 'proposal' : 'baseline';
    entries.set(decision.id, book.issue(offer, player, book.quote(offer)));
  };
  return {
    take(step) {
      if (step.do === 'group') {
        for (const decision of step.decisions) issue(decision, step.id);
        book.closeGroup();
        return;
      }
      const entry = entries.get(step.id)!;
      if (step.do === 'void') book.cancel(entry);
      else if (step.do === 'executed') book.confirm(entry);
      else if (step.do === 'measured' && step.x[0] !== null) book.settle(entry, Number(step.x[0]));
    },
    slack: () => book.slack(),
    ledger: () => book.exportState().ledgers[0]!,
  };
}

function isOfWholeDecisions({ steps }: GoldenCase): boolean {
  return steps.some((step) => step.do === 'group' && step.decisions[0]!.number !== undefined);
}

function expectNear(received: number, digits: string, what: string): void {
  const expected = Number(digits);
  const distance = Math.abs(received - expected) / Math.max(1, Math.abs(expected));
  expect(distance, `${what}: ${received} instead of ${digits}`).toBeLessThan(TOLERANCE);
}

let stateCount = 0;

describe('vectors/split-golden.json', () => {
  it.each(GOLDEN_CASES.map((golden) => [golden.name, golden] as const))('%s', (_, golden) => {
    const isWhole = isOfWholeDecisions(golden);
    const driver = isWhole ? numberDriver(golden) : splitDriver(golden);
    const { onGain, onSpread } = gridsOf(golden.book);
    const rates = [...onGain.rates, ...(onSpread?.rates ?? [])];
    const weights = [...onGain.weights, ...(onSpread?.weights ?? [])];
    const mixture = new WealthMixture(
      { rates, weights },
      promiseOf(golden.book).failureProbability,
    );
    golden.steps.forEach((step, i) => {
      driver.take(step);
      const state = golden.expected[i]!;
      const { sums } = driver.ledger().prefixes.at(-1)!;
      const at = (index: number) => sums.totals[index]! + sums.remainders[index]!;
      [...state.logWealth, ...state.gaussian].forEach((digits, k) => {
        expectNear(at(k), digits, `log wealth ${k} after step ${i}`);
      });
      expectNear(mixture.provenGain(at), state.sStar, `s* after step ${i}`);
      // Baseline rounds with a number are certain, and stand beside the bets.
      const unbet = driver.ledger().unbet.totals[0]!;
      expectNear(at(rates.length) + unbet, state.F, `F after step ${i}`);
      expectNear(driver.slack(), state.W, `W after step ${i}`);
      stateCount += 1;
    });
  });

  it('holds 32 cases and 617 states', () => {
    expect(GOLDEN_CASES).toHaveLength(32);
    expect(stateCount).toBe(617);
  });
});
