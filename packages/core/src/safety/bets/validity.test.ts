/**
 * The certificates are true as often as they promise, in worlds made to break them.
 *
 * Each cell runs so many trials with fixed seeds at failure probability δ = 0.1 and counts those in
 * which the bound was EVER above the truth. The upper limit of Clopper and Pearson (too low with
 * probability 0.001) for the true rate must not exceed δ. So that this means something, the same
 * worlds must catch a certificate that forgets log(1/δ), and one that sees rewards 1.3 times as
 * large as they are.
 */
import { describe, expect, it } from 'vitest';
import {
  ADVERSARIES,
  type BettingTrial,
  everWrong,
  normalOutcome,
  OUTCOMES,
} from './testing/betting-worlds.ts';
import { upperLimit } from './testing/clopper-pearson.ts';
import { type CoinTrial, type PromiseKind, runCoinTrial } from './testing/coin-worlds.ts';

const FAILURE_PROBABILITY = 0.1;
/** As if the logarithm of its inverse had been forgotten. */
const FORGOTTEN = 1 - 1e-9;

function countTrials(trialCount: number, isFailure: (seed: number) => boolean): number {
  let count = 0;
  for (let seed = 1; seed <= trialCount; seed++) if (isFailure(seed)) count += 1;
  return count;
}

describe('the limit of Clopper and Pearson', () => {
  it('has known values', () => {
    // For no failure in n trials it is 1 − 0.001^(1/n); the others from the beta distribution.
    expect(upperLimit(0, 400)).toBeCloseTo(1 - 0.001 ** (1 / 400), 9);
    expect(upperLimit(1, 1)).toBe(1);
    expect(upperLimit(1, 2)).toBeCloseTo(Math.sqrt(0.999), 9);
  });
});

describe('the betting certificate', () => {
  const trialCount = 400;
  const { steady = () => 0 } = ADVERSARIES;
  const honest = {
    roundCount: 200,
    exaggeration: 1,
    options: { floor: 0, noiseScale: 0, failureProbability: FAILURE_PROBABILITY },
  };
  const cells = Object.keys(ADVERSARIES).flatMap((adversary) =>
    Object.keys(OUTCOMES).map((outcome) => [adversary, outcome] as const),
  );
  const count = (trial: Omit<BettingTrial, 'seed'>) =>
    countTrials(trialCount, (seed) => everWrong({ ...trial, seed }));

  it.each(cells)('is true often enough: %s adversary, %s, 400 trials', (adversary, outcome) => {
    const world = { adversary: ADVERSARIES[adversary]!, outcome: OUTCOMES[outcome]! };
    const failureCount = count({ ...honest, ...world });
    expect(upperLimit(failureCount, trialCount)).toBeLessThanOrEqual(FAILURE_PROBABILITY);
  });

  it.each(cells)('is true often enough when told a deviation: %s adversary, %s', (...cell) => {
    const [adversary, outcome] = cell;
    const world = { adversary: ADVERSARIES[adversary]!, outcome: OUTCOMES[outcome]! };
    const failureCount = count({ ...honest, ...world, deviation: 0.7 });
    expect(upperLimit(failureCount, trialCount)).toBeLessThanOrEqual(FAILURE_PROBABILITY);
  });

  it.each(Object.keys(ADVERSARIES))(
    'is true often enough with noise and a declared spread: %s adversary, 400 trials',
    (adversary) => {
      const failureCount = count({
        ...honest,
        adversary: ADVERSARIES[adversary]!,
        outcome: normalOutcome,
        options: {
          ...honest.options,
          noiseScale: 0.3,
          varianceProxy: { variance: 0.09, tail: 0 },
        },
      });
      expect(upperLimit(failureCount, trialCount)).toBeLessThanOrEqual(FAILURE_PROBABILITY);
    },
  );

  it.each(['exponential', 'Bernoulli', 'chi-squared'])(
    'would be caught in steady worlds of %s outcomes if it forgot δ or saw rewards too large',
    (outcome) => {
      const world = { ...honest, adversary: steady, outcome: OUTCOMES[outcome]! };
      const forgetful = { ...honest.options, failureProbability: FORGOTTEN };
      expect(count({ ...world, options: forgetful })).toBeGreaterThan(0.2 * trialCount);
      expect(count({ ...world, exaggeration: 1.3 })).toBeGreaterThan(0.2 * trialCount);
    },
  );
});

describe.each(['policy', 'played', 'observed'] satisfies PromiseKind[])(
  'the coin certificate of the %s promise',
  (promise) => {
    const trialCount = 400;
    const gated = {
      promise,
      failureProbability: FAILURE_PROBABILITY,
      roundCount: 150,
      schedule: 'gated',
      proposalMean: () => 0.7,
      baselineMean: () => 0.5,
    } satisfies Omit<CoinTrial, 'seed'>;
    const worlds: Readonly<Record<string, Omit<CoinTrial, 'seed'>>> = {
      'a good proposal': gated,
      'a good proposal, always mixed': { ...gated, schedule: 'fixed' },
      'a worthless proposal': { ...gated, proposalMean: () => 0, baselineMean: () => 0.6 },
      'a lure that turns bad when slack is there': {
        ...gated,
        proposalMean: (slack) => (slack > 1 ? 0 : 0.9),
        baselineMean: (slack) => (slack > 1 ? 0.9 : 0.5),
      },
    };

    it.each(Object.keys(worlds))('is true often enough: %s, 400 trials', (name) => {
      const world = worlds[name]!;
      let brokenCount = 0;
      const wrongCount = countTrials(trialCount, (seed) => {
        const { isWrong, isBroken } = runCoinTrial({ ...world, seed });
        if (isBroken) brokenCount += 1;
        return isWrong;
      });
      expect(upperLimit(wrongCount, trialCount)).toBeLessThanOrEqual(FAILURE_PROBABILITY);
      // The promise itself is kept only where the gate is asked.
      if (world.schedule === 'fixed') return;
      expect(upperLimit(brokenCount, trialCount)).toBeLessThanOrEqual(FAILURE_PROBABILITY);
    });

    it('lets a good proposal play most of the time in the end', () => {
      const { proposalCount } = runCoinTrial({
        ...gated,
        roundCount: 600,
        seed: 1,
      });
      expect(proposalCount).toBeGreaterThan(300);
    });

    it('would be caught if it forgot δ', () => {
      const forgetful = { ...gated, failureProbability: FORGOTTEN };
      const wrongCount = countTrials(100, (seed) => runCoinTrial({ ...forgetful, seed }).isWrong);
      expect(wrongCount).toBeGreaterThan(30);
    });
  },
);
