/**
 * The paper's formulas computed a second way, and the numbers that refute the false ones.
 */
import { createRidgeModel } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../environments/random-stream.ts';
import { baselineRoundsUpperBound } from './baseline-rounds-upper-bound.ts';
import { clippedUncertaintyBound } from './clipped-uncertainty-sum.ts';
import { fluctuationTerm, hiddenContextTerm } from './hidden-context-term.ts';
import { meantRegretBound, printedRegretBound } from './learner-regret-bound.ts';
import {
  claimedLeft,
  claimedRight,
  LEMMA_TWO_COUNTER_EXAMPLE,
  rootAgainstSlope,
  rootAgainstSlopeBound,
} from './lemma-two.ts';
import { type ProblemConstants, paperConstants } from './problem-constants.ts';
import { decomposedRegretBound } from './regret-decomposition.ts';
import { theoremOneClaim, withAdmissiblePenalty } from './theorem-one.ts';
import { theoremTwoTerms } from './theorem-two.ts';

/** No constant is 0 or 1, so that none can be left out unnoticed. */
const ODD: ProblemConstants = {
  dimension: 4,
  noiseScale: 0.7,
  weightNormBound: 2.5,
  featureNormBound: 3,
  ridgePenalty: 0.25,
  failureProbability: 0.03,
  allowedShortfall: 0.2,
  baselineRewardMin: 1.5,
  baselineRewardMax: 6,
  baselineGapMin: 0.4,
  baselineGapMax: 2.2,
};

describe('Lemma 2', () => {
  const { roundCount, coefficients } = LEMMA_TWO_COUNTER_EXAMPLE;

  it('is refuted by m = 2 with all coefficients 1', () => {
    expect(claimedLeft(coefficients, roundCount)).toBeCloseTo(-2.98, 2);
    expect(claimedRight(coefficients)).toBeCloseTo(1.83, 2);
  });

  it('fails on every one of many random triples', () => {
    const random = randomStream({ seed: 5, index: 0 });
    for (let i = 0; i < 2000; i++) {
      const triple = randomTriple(() => random.uniform());
      // The lemma's proof asks for c₂ > 1.
      const coefficientsOf = { ...triple, inside: 1 + triple.inside };
      expect(claimedLeft(coefficientsOf, 2)).toBeLessThan(claimedRight(coefficientsOf));
    }
  });

  it('has a true counterpart: √m ln m gains on m no more than its bound', () => {
    const random = randomStream({ seed: 6, index: 0 });
    for (let i = 0; i < 20_000; i++) {
      const triple = randomTriple(() => random.uniform());
      const slack = 1e-12 * rootAgainstSlopeBound(triple);
      expect(largestGain(triple)).toBeLessThanOrEqual(rootAgainstSlopeBound(triple) + slack);
    }
  });
});

describe('Theorem 1', () => {
  it.each([
    [0.1, 6.5e6, 54],
    [0.3, 1.8e6, 18],
    [0.5, 8.9e5, 11],
    [0.8, 4.5e5, 7],
  ])(
    'claims at α = %f at least %f baseline rounds, where there are %i',
    (share, claim, measured) => {
      const claimed = theoremOneClaim(paperConstants(share));
      expect(Number(claimed.toPrecision(2))).toBe(claim);
      expect(claimed).toBeGreaterThan(2000);
      expect(claimed).toBeGreaterThan(measured);
    },
  );

  it('claims more than a run has with a ridge penalty that it admits, too', () => {
    const admissible = withAdmissiblePenalty(paperConstants(0.8));
    expect(admissible.ridgePenalty).toBe(1600);
    expect(theoremOneClaim(admissible)).toBeGreaterThan(theoremOneClaim(paperConstants(0.8)));
  });

  it('is its formula, in logarithms', () => {
    const size = 4 * (2.5 * 0.5 + 0.7);
    const inside = Math.log(10 * size) - 0.5 * Math.log(0.03) - Math.log(2.2 + 1.2);
    const expected = Math.exp(2 * Math.log(size * inside) - Math.log(0.2 * 6) - Math.log(3.4));
    expect(theoremOneClaim(ODD)).toBeCloseTo(expected, 9);
  });
});

describe('Proposition 4', () => {
  it('bounds 2000 rounds by 1e9 to 7e10 in the synthetic experiment', () => {
    const bounds = [0.1, 0.3, 0.5, 0.8].map((share) =>
      baselineRoundsUpperBound(paperConstants(share)).toPrecision(1),
    );
    expect(bounds).toEqual(['7e+10', '7e+9', '2e+9', '8e+8']);
  });

  it('is its formula, in logarithms', () => {
    const size = 4 * (2.5 * 0.5 + 0.7);
    const inside = Math.log(62 * size) - 0.5 * Math.log(0.03) - Math.log(0.4 + 0.3);
    const expected = Math.exp(Math.log(114) + 2 * Math.log(size * inside) - Math.log(0.3 * 0.7));
    expect(baselineRoundsUpperBound(ODD) - 1).toBeCloseTo(expected, 6);
  });
});

describe('Proposition 3', () => {
  it('as printed has D where the proof has D²', () => {
    const squared = { ...ODD, featureNormBound: 9, ridgePenalty: 1 };
    const plain = { ...ODD, ridgePenalty: 1 };
    expect(printedRegretBound(squared, 50)).toBeCloseTo(meantRegretBound(plain, 50), 9);
    expect(printedRegretBound(ODD, 50)).not.toBeCloseTo(meantRegretBound(ODD, 50), 3);
  });

  it('as meant is four times radius times root, term by term', () => {
    const logarithm = Math.log(1 + (50 * 9) / (0.25 * 4));
    const radius = 2.5 * 0.5 + 0.7 * Math.sqrt(2 * Math.log(1 / 0.03) + 4 * logarithm);
    expect(meantRegretBound(ODD, 50)).toBeCloseTo(4 * Math.sqrt(200 * logarithm) * radius, 9);
  });
});

describe('Proposition 5', () => {
  it('bounds the clipped uncertainties of random vectors', () => {
    const random = randomStream({ seed: 9, index: 0 });
    for (const ridgePenalty of [0.25, 1, 4]) {
      const vectors = Array.from({ length: 60 }, () => randomVector(random, 4, 3));
      const bound = clippedUncertaintyBound({
        dimension: 4,
        vectorCount: 60,
        featureNormBound: 3,
        ridgePenalty,
      });
      expect(clippedSum(vectors, ridgePenalty)).toBeLessThanOrEqual(bound);
      expect(clippedSum(vectors, ridgePenalty)).toBeGreaterThan(bound / 10);
    }
  });
});

describe('the cost of a hidden context', () => {
  it('is no constant: four times the rounds double it', () => {
    const cost = (roundCount: number) =>
      hiddenContextTerm({ roundCount, failureProbability: 0.03 });
    expect(cost(400)).toBeCloseTo(2 * cost(100), 9);
    expect(cost(2000)).toBeCloseTo(4 * Math.sqrt(4000 * Math.log(1 / 0.03)), 9);
  });

  it('is half as large as in the paper for rewards in [−1, 1]', () => {
    const input = { roundCount: 300, failureProbability: 0.03 };
    expect(fluctuationTerm({ ...input, rewardWidth: 2 })).toBeCloseTo(hiddenContextTerm(input) / 2);
  });
});

describe('Lemma 1 and Theorem 2', () => {
  it('Lemma 1 adds the parts', () => {
    const parts =
      meantRegretBound(ODD, 70) +
      hiddenContextTerm({ roundCount: 70, failureProbability: 0.03 }) +
      30 * 2.2;
    const rounds = { learnerRounds: 70, baselineRounds: 30 };
    expect(decomposedRegretBound(ODD, rounds)).toBeCloseTo(parts, 9);
  });

  it('Theorem 2 has the terms of its statement', () => {
    const size = 2.5 * 0.5 + 0.7;
    const upper = Math.log((62 * 4 * size) / (Math.sqrt(0.03) * 0.7)) ** 2;
    const baselineConstant = 1 + ((114 * 16 * size ** 2) / 0.7) * upper;
    const contextConstant = 4 * size * Math.log((10 * 4 * size) / (Math.sqrt(0.03) * 3.4));
    const terms = theoremTwoTerms(ODD, 500);
    expect(terms.learner).toBeCloseTo(4 * Math.log((3 * 500) / (0.25 * 0.03)) * Math.sqrt(500), 9);
    expect(terms.baseline / ((baselineConstant * 2.2) / 0.3)).toBeCloseTo(1, 12);
    expect(terms.hiddenContext).toBeCloseTo(
      (contextConstant * Math.sqrt(Math.log(1 / 0.03))) / Math.sqrt(1.2 * 3.4),
      9,
    );
  });
});

function randomTriple(uniform: () => number) {
  const spread = () => Math.exp(10 * uniform() - 5);
  return { root: spread(), inside: spread(), slope: spread() };
}

/** The maximum over m > 0, on a grid of exponents. */
function largestGain(coefficients: Parameters<typeof rootAgainstSlope>[0]): number {
  const gain = (exponent: number) => rootAgainstSlope(coefficients, Math.exp(exponent));
  let best = Number.NEGATIVE_INFINITY;
  for (let exponent = -30; exponent <= 40; exponent += 0.25) {
    best = Math.max(best, gain(exponent));
  }
  return best;
}

function randomVector(random: ReturnType<typeof randomStream>, size: number, norm: number) {
  const vector = new Float64Array(size);
  random.fillNormal(vector);
  const length = Math.hypot(...vector);
  return vector.map((value) => (value * norm * random.uniform()) / length);
}

function clippedSum(vectors: readonly Float64Array[], ridgePenalty: number): number {
  const model = createRidgeModel({ dimension: 4, actionCapacity: 1, ridgePenalty });
  let sum = 0;
  for (const vector of vectors) {
    model.kernel.direction.set(vector);
    model.kernel.probe();
    sum += Math.min(1, model.kernel.probedUncertainty ** 2);
    model.learn(vector, 0, 1);
  }
  return sum;
}
