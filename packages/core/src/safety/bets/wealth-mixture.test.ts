/**
 * The oracle is BigInt arithmetic of about 120 digits (testing/fixed-point.ts): the gain returned is
 * never above the exact root, and falls short of it only by rounding.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenly } from '../../base/testing/evenly.ts';
import { type ExactMixture, exactExcess } from './testing/exact-mixture.ts';
import { fixed, fixedExp, fixedLog, fixedProduct, toDouble } from './testing/fixed-point.ts';
import { WealthMixture } from './wealth-mixture.ts';

interface Case {
  readonly rates: readonly number[];
  readonly weights: readonly number[];
  readonly logWealths: readonly number[];
  readonly failureProbability: number;
}

function gainOf(input: Case): number {
  const mixture = new WealthMixture(input, input.failureProbability);
  return mixture.provenGain((index) => input.logWealths[index]!);
}

function exact(input: Case): ExactMixture {
  return { ...input, logWealths: input.logWealths.map(fixed) };
}

/** Half the rounding that the file's head comment allows itself, as a change of log wealth. */
function logAllowance({ logWealths, failureProbability }: Case): number {
  const size = Math.max(...logWealths.map(Math.abs)) - Math.log(failureProbability) + 40;
  return 256 * Number.EPSILON * size;
}

function expectSound(input: Case): void {
  const gain = gainOf(input);
  expect(gain).toBeGreaterThanOrEqual(0);
  if (gain === 0) {
    // A gain of 0 must not hide a root: at 0 the mixture is poor, up to rounding.
    expect(toDouble(exactExcess(exact(input), 0))).toBeLessThanOrEqual(logAllowance(input));
    return;
  }
  const excess = exactExcess(exact(input), gain);
  expect(excess >= 0n).toBe(true);
  if (gain < 1e299) expect(toDouble(excess)).toBeLessThanOrEqual(logAllowance(input));
}

const component = fc.record({
  logRate: evenly(-340, 340),
  logWealth: fc.oneof(evenly(-1e6, 1e6), evenly(-40, 40)),
  share: evenly(1e-6, 1),
});

function caseOf(
  components: readonly { logRate: number; logWealth: number; share: number }[],
  failureProbability: number,
): Case {
  const total = components.reduce((sum, { share }) => sum + share, 0);
  return {
    rates: components.map(({ logRate }) => Math.exp(logRate)),
    weights: components.map(({ share }) => share / total),
    logWealths: components.map(({ logWealth }) => logWealth),
    failureProbability,
  };
}

describe('the oracle', () => {
  it('knows exp, log and products to more digits than a double has', () => {
    expect(toDouble(fixedExp(fixed(1)))).toBe(Math.E);
    expect(toDouble(fixedLog(fixed(10)))).toBe(Math.LN10);
    expect(toDouble(fixedLog(fixedExp(fixed(-200.25))))).toBe(-200.25);
    expect(toDouble(fixedProduct(1e-200, 1e200) - fixed(1))).toBeCloseTo(0, 14);
  });
});

describe('a mixture of bettors', () => {
  it('proves (logWealth − log 1/δ) / rate for one bettor alone', () => {
    const alone = { rates: [0.25], weights: [1], logWealths: [9], failureProbability: 0.02 };
    expect(gainOf(alone)).toBeCloseTo((9 - Math.log(50)) / 0.25, 11);
  });

  it('proves nothing while it is poor', () => {
    const poor = { rates: [1, 4], weights: [0.5, 0.5], failureProbability: 0.1 };
    expect(gainOf({ ...poor, logWealths: [2.2, 2.2] })).toBe(0);
    expect(gainOf({ ...poor, logWealths: [2.4, 2.4] })).toBeGreaterThan(0);
    expect(gainOf({ ...poor, logWealths: [-1e6, -1e6] })).toBe(0);
  });

  it('never proves more than exact arithmetic, and hardly less', () => {
    let provenCount = 0;
    const components = fc.array(component, { minLength: 1, maxLength: 14 });
    const failureProbability = fc.constantFrom(0.5, 0.05, 0.001, 1e-12);
    fc.assert(
      fc.property(components, failureProbability, (list, probability) => {
        expectSound(caseOf(list, probability));
        if (gainOf(caseOf(list, probability)) > 0) provenCount += 1;
      }),
      { numRuns: 400 },
    );
    expect(provenCount).toBeGreaterThan(200);
  });

  it('never proves more with rates of one scale, where bettors compete', () => {
    const close = fc.record({
      logRate: evenly(-3, 3),
      logWealth: evenly(-5, 300),
      share: fc.constant(1),
    });
    fc.assert(
      fc.property(fc.array(close, { minLength: 7, maxLength: 14 }), (list) => {
        expectSound(caseOf(list, 0.001));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      [1e6, 1e6],
      [1e-150, 1e150],
    ],
    [
      [1e6, -1e6],
      [1e150, 1e-150],
    ],
    [
      [-1e6, 1e6],
      [1e-300, 1e-300],
    ],
    [
      [8, 1e6],
      [1e-12, 1e12],
    ],
    [
      [6.907755278982137, 6.907755278982138],
      [1, 2],
    ],
  ])('stays sound at the extremes: log wealth %j, rates %j', (logWealths, rates) => {
    expectSound({ logWealths, rates, weights: [0.5, 0.5], failureProbability: 0.001 });
  });

  it('refuses weights that do not add up to 1, rates of 0, and a certain failure', () => {
    expect(() => new WealthMixture({ rates: [1], weights: [0.5] }, 0.1)).toThrow(
      'weights must add up to 1, but it is 0.5. [HR_INPUT_RANGE]',
    );
    expect(() => new WealthMixture({ rates: [0], weights: [1] }, 0.1)).toThrow('rate');
    expect(() => new WealthMixture({ rates: [1], weights: [1] }, 1)).toThrow('failureProbability');
  });
});
