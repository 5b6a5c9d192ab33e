import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { cumulativeGate } from '../paper/cumulative-gate.ts';
import { Ledger } from '../paper/ledger.ts';
import { absolutePromise, relativePromise } from '../promise-terms.ts';
import { promiseGate, roundsLeftInWindow } from './promise-gate.ts';

function openLedger(): Ledger {
  const ledger = new Ledger(1);
  ledger.openRound(4);
  ledger.bookBaselineRound();
  ledger.openRound(5);
  ledger.bookLearnerRound(Float64Array.of(1));
  ledger.openRound(6);
  return ledger;
}

describe('the gate for promises of any terms', () => {
  it('is the cumulative gate for a relative promise, plus the reserve', () => {
    const terms = relativePromise({ allowedShortfall: 0.3, reserve: 2 });
    const wanted = cumulativeGate(0.3).margin(openLedger(), 7.5);
    expect(promiseGate({ terms }).margin(openLedger(), 7.5)).toBeCloseTo(wanted + 2, 12);
  });

  it('allows an absolute loss per round, with rewards of any sign', () => {
    const terms = absolutePromise({ allowedLossPerRound: 0.25, reserve: 1.5 });
    const gate = promiseGate({ terms });
    expect(() => gate.requireBaselineReward(-3)).not.toThrow();
    // 7.5 + 4 − 15 + 1.5 + 3 · 0.25
    expect(gate.margin(openLedger(), 7.5)).toBeCloseTo(-1.25, 12);
    const negative = new Ledger(1);
    negative.openRound(-3);
    negative.bookBaselineRound();
    negative.openRound(-2);
    // −2.5 − 3 + 5 + 1.5 + 0.5
    expect(gate.margin(negative, -2.5)).toBeCloseTo(1.5, 12);
  });

  it('refuses a negative baseline under a relative promise, with the remedy', () => {
    const gate = promiseGate({ terms: relativePromise({ allowedShortfall: 0.3 }) });
    expect(() => gate.requireBaselineReward(-3)).toThrow(
      'with a relative promise the baseline reward must be at least 0, but it is -3. ' +
        'Where rewards can be negative, use the absolute form: allowedLossPerRound. ' +
        '[HR_INPUT_RANGE]',
    );
    expect(() => gate.requireBaselineReward(Number.NaN)).toThrow('HR_INPUT_NOT_FINITE');
  });

  it('never opens on a bound of minus infinity or NaN', () => {
    const gate = promiseGate({ terms: relativePromise({ allowedShortfall: 0.9, reserve: 50 }) });
    expect(gate.margin(openLedger(), Number.NEGATIVE_INFINITY) >= 0).toBe(false);
    expect(gate.margin(openLedger(), Number.NaN) >= 0).toBe(false);
  });
});

describe('promises kept at checkpoints', () => {
  it('counts the rounds that are left to repair the window', () => {
    const left = Array.from({ length: 8 }, (_, k) => roundsLeftInWindow(4, k + 1));
    expect(left).toEqual([3, 2, 1, 0, 3, 2, 1, 0]);
    expect(roundsLeftInWindow(1, 7)).toBe(0);
    const terms = relativePromise({ allowedShortfall: 0.3, window: 5 });
    const gate = promiseGate({ terms, baselineRewardMin: 2 });
    const plain = cumulativeGate(0.3).margin(openLedger(), 7.5);
    // Round 3 of 5: two rounds, each worth at least 0.3 · 2.
    expect(gate.margin(openLedger(), 7.5)).toBeCloseTo(plain + 1.2, 12);
    expect(() => gate.requireBaselineReward(1.5)).toThrow('baselineRewardMin = 2, but it is 1.5');
  });

  it('holds at every checkpoint whatever is proposed, and is used in between', () => {
    let borrowedCount = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.integer({ min: 2, max: 9 }),
        fc.boolean(),
        (seed, window, isAbsolute) => {
          const random = seededRandom(seed);
          const terms = isAbsolute
            ? absolutePromise({ allowedLossPerRound: 0.4, reserve: 0.5, window })
            : relativePromise({ allowedShortfall: 0.35, reserve: 0.5, window });
          const gate = promiseGate({ terms, baselineRewardMin: 1 });
          const ledger = new Ledger(1);
          let learnerTotal = 0;
          let slack = terms.reserve;
          for (let round = 1; round <= 6 * window; round++) {
            const [baseline, proposal] = [1 + random(), 3 * random()];
            ledger.openRound(baseline);
            const isPlayed = gate.margin(ledger, learnerTotal + proposal) >= 0;
            if (isPlayed) ledger.bookLearnerRound(Float64Array.of(1));
            else ledger.bookBaselineRound();
            if (isPlayed) learnerTotal += proposal;
            slack += (isPlayed ? proposal : baseline) - terms.shareKept * baseline;
            slack += terms.allowancePerRound;
            if (round % window === 0) expect(slack).toBeGreaterThanOrEqual(-1e-9);
            else if (slack < -1e-9) borrowedCount += 1;
          }
        },
      ),
      { seed: 5, numRuns: 200 },
    );
    expect(borrowedCount).toBeGreaterThan(50);
  });
});
