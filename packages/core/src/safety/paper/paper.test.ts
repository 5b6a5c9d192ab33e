import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRidgeModel } from '../../model/ridge-model.ts';
import { cumulativeGate } from './cumulative-gate.ts';
import { learnerTotalLowerBound } from './ellipsoid-certificate.ts';
import { Ledger } from './ledger.ts';

describe('the ledger', () => {
  it('keeps who played and what the baseline would have earned', () => {
    const ledger = new Ledger(2);
    ledger.openRound(3);
    ledger.bookBaselineRound();
    ledger.openRound(5);
    ledger.bookLearnerRound(Float64Array.of(0.5, -2));
    ledger.openRound(7);
    ledger.bookLearnerRound(Float64Array.of(0.25, 4));
    expect(ledger).toMatchObject({
      learnerRoundCount: 2,
      baselineRoundCount: 1,
      baselineTotal: 15,
      baselineTotalOnBaselineRounds: 3,
    });
    expect([...ledger.learnerFeatureSum]).toEqual([0.75, 2]);
  });

  it('refuses a baseline reward that is not a number, and stays as it was', () => {
    const ledger = new Ledger(1);
    expect(() => ledger.openRound(Number.NaN)).toThrow('baseline.expectedReward');
    expect(ledger.baselineTotal).toBe(0);
  });
});

describe('the cumulative gate', () => {
  it('compares the guaranteed total with the promised share of the baseline', () => {
    const ledger = new Ledger(1);
    ledger.openRound(4);
    ledger.bookBaselineRound();
    ledger.openRound(6);
    // 2.5 + 4 − 0.7 · 10
    expect(cumulativeGate(0.3).margin(ledger, 2.5)).toBeCloseTo(-0.5, 12);
    expect(cumulativeGate(0.3).margin(ledger, 3)).toBeCloseTo(0, 12);
  });

  it('never opens on a lower bound of minus infinity or on NaN', () => {
    const ledger = new Ledger(1);
    ledger.openRound(1000);
    ledger.bookBaselineRound();
    ledger.openRound(2);
    const gate = cumulativeGate(0.9);
    expect(gate.margin(ledger, Number.NEGATIVE_INFINITY) >= 0).toBe(false);
    expect(gate.margin(ledger, Number.NaN) >= 0).toBe(false);
  });

  it('grows with the allowed shortfall, the certificate and past baseline rounds', () => {
    const positive = fc.double({ min: 0.1, max: 100, noNaN: true });
    fc.assert(
      fc.property(positive, positive, positive, (past, present, certified) => {
        const ledger = new Ledger(1);
        ledger.openRound(past);
        ledger.bookBaselineRound();
        ledger.openRound(present);
        const margin = cumulativeGate(0.2).margin(ledger, certified);
        expect(cumulativeGate(0.4).margin(ledger, certified)).toBeGreaterThan(margin);
        expect(cumulativeGate(0.2).margin(ledger, certified + 1)).toBeGreaterThan(margin);
      }),
    );
  });

  it('refuses shares outside (0, 1)', () => {
    expect(() => cumulativeGate(1)).toThrow('allowedShortfall must be greater than 0 and less');
    expect(() => cumulativeGate(-0.1)).toThrow('HR_INPUT_RANGE');
  });
});

describe('the ellipsoid certificate', () => {
  it('takes the worst case over the sum of features: no weight vector in the set earns less', () => {
    // Sampled boundary points θ = θ̂ + radius · V^(−1/2) u lie above the bound, and one touches it.
    const model = createRidgeModel({ dimension: 2, actionCapacity: 2, ridgePenalty: 4 });
    model.learn([1, 0.5], 2, 0.5);
    model.learn([0.25, -1], -1, 3);
    const ledger = new Ledger(2);
    ledger.openRound(1);
    ledger.bookLearnerRound(Float64Array.of(1.25, -0.5));
    model.kernel.features.set([9, 9, 0.5, 2]);
    const radius = 1.7;
    const bound = learnerTotalLowerBound({ model, ledger, radius }, 1);
    const gram = [4 + 0.5 + 3 / 16, 0.25 - 0.75, 4 + 0.125 + 3] as const;
    const weights = new Float64Array(2);
    model.kernel.estimateWeights(weights);
    let least = Number.POSITIVE_INFINITY;
    for (let angle = 0; angle < 2 * Math.PI; angle += 1e-3) {
      const [across, up] = [Math.cos(angle), Math.sin(angle)];
      const norm = Math.sqrt(gram[0] * across ** 2 + 2 * gram[1] * across * up + gram[2] * up ** 2);
      const total =
        1.75 * (weights[0]! + (radius * across) / norm) +
        1.5 * (weights[1]! + (radius * up) / norm);
      least = Math.min(least, total);
    }
    expect(bound).toBeLessThanOrEqual(least + 1e-12);
    expect(bound).toBeCloseTo(least, 5);
  });
});
