/**
 * Golden values: vectors/confidence.json, and the unit tests of gostevehoward/confseq, which were
 * made with a reference implementation in R (64.48755, five decimals).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { standardNormal } from '../../base/random-source.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { riemannZeta } from './riemann-zeta.ts';
import { stitchedBoundary } from './stitched-boundary.ts';
import { binomialUpperLimit } from './testing/binomial-limits.ts';
import type { TimeUniformBoundary } from './time-uniform-boundary.ts';

const { boundaries } = JSON.parse(
  readFileSync(new URL('../../../../../vectors/confidence.json', import.meta.url), 'utf8'),
);

function expectClose(got: number, wanted: number): void {
  expect(Math.abs(got - wanted)).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(wanted)));
}

describe('boundaries agree with independent programs', () => {
  it('polynomial stitching', () => {
    for (const example of boundaries.poly_stitching_s1p4_eta2) {
      const boundary = stitchedBoundary({
        failureProbability: example.alpha,
        varianceMin: example.vmin,
        tail: example.c,
      });
      expectClose(boundary(example.v), example.value);
    }
  });

  it('the number of confseq', () => {
    const stitched = stitchedBoundary({ failureProbability: 0.05, varianceMin: 10, tail: 3 });
    expect(stitched(100)).toBeCloseTo(64.48755, 5);
  });

  it('zeta: ζ(2) = π²/6, ζ(4) = π⁴/90, and the value used by default', () => {
    expectClose(riemannZeta(2), Math.PI ** 2 / 6);
    expectClose(riemannZeta(4), Math.PI ** 4 / 90);
    expect(riemannZeta(1.4)).toBeCloseTo(3.105547, 6);
    // Summed slowly: a million terms, and the integral of the rest.
    let slow = 0;
    for (let n = 1e6; n >= 1; n--) slow += n ** -1.4;
    slow += 1e6 ** -0.4 / 0.4 - 1e6 ** -1.4 / 2;
    expect(riemannZeta(1.4)).toBeCloseTo(slow, 9);
  });
});

/** Counts runs of a walk in which the sum of steps ever lies above the boundary. */
function countCrossings(options: {
  readonly runCount: number;
  readonly roundCount: number;
  readonly boundary: TimeUniformBoundary;
  /** Returns a zero-mean step and its variance proxy. */
  readonly step: (normal: () => number) => readonly [number, number];
}): number {
  const random = seededRandom(20);
  const normal = (): number => standardNormal(random);
  let crossingCount = 0;
  for (let run = 0; run < options.runCount; run++) {
    let sum = 0;
    let variance = 0;
    for (let round = 0; round < options.roundCount; round++) {
      const [noise, proxy] = options.step(normal);
      sum += noise;
      variance += proxy;
      if (sum > options.boundary(variance)) {
        crossingCount += 1;
        break;
      }
    }
  }
  return crossingCount;
}

describe('boundaries hold at all times together (δ = 0.1, 2000 runs of 1000 rounds)', () => {
  const failureProbability = 0.1;
  const [runCount, roundCount] = [2000, 1000];

  it('stitching, on the heavy side of squared normal noise (v = 2, b = 2)', () => {
    const boundary = stitchedBoundary({ failureProbability, varianceMin: 4, tail: 2 });
    const crossingCount = countCrossings({
      runCount,
      roundCount,
      boundary,
      step: (normal) => [normal() ** 2 - 1, 2],
    });
    expect(crossingCount).toBeGreaterThan(0);
    expect(binomialUpperLimit(crossingCount, runCount)).toBeLessThanOrEqual(failureProbability);
  });

  it('whereas a bound for one moment is crossed by far more runs', () => {
    const crossingCount = countCrossings({
      runCount: 500,
      roundCount,
      boundary: (variance) => Math.sqrt(2 * variance * Math.log(1 / failureProbability)),
      step: (normal) => [normal(), 1],
    });
    expect(crossingCount / 500).toBeGreaterThan(1.5 * failureProbability);
  });
});

describe('shapes of boundaries', () => {
  it('grow with variance, tail and confidence; stitching is flat below its minimum', () => {
    const declared = { failureProbability: 0.02, varianceMin: 3, tail: 0.5 };
    const boundary = stitchedBoundary(declared);
    expect(boundary(0)).toBe(boundary(3));
    expect(boundary(40)).toBeGreaterThan(boundary(4));
    expect(stitchedBoundary({ ...declared, tail: 2 })(40)).toBeGreaterThan(boundary(40));
    expect(stitchedBoundary({ ...declared, failureProbability: 0.2 })(40)).toBeLessThan(
      boundary(40),
    );
  });

  it('refuse declarations that make no sense', () => {
    expect(() => stitchedBoundary({ failureProbability: 0, varianceMin: 2, tail: 3 })).toThrow(
      'failureProbability must be greater than 0 and less than 1, but it is 0.',
    );
    const good = { failureProbability: 0.1, varianceMin: 2, tail: 3 };
    expect(() => stitchedBoundary({ ...good, varianceMin: 0 })).toThrow('varianceMin');
    expect(() => stitchedBoundary({ ...good, epochGrowth: 1 })).toThrow('epochGrowth');
    expect(() => stitchedBoundary(good)(Number.NaN)).toThrow('accumulatedVariance');
  });
});

describe('the limits used in these tests', () => {
  it('are those of Clopper and Pearson: 0 of 100 gives 2.95 %, 5 of 100 gives 10.23 %', () => {
    expect(binomialUpperLimit(0, 100)).toBeCloseTo(1 - 0.05 ** 0.01, 10);
    expect(binomialUpperLimit(5, 100)).toBeCloseTo(0.1023, 3);
  });
});
