/**
 * Golden values: vectors/golden-bet.json, computed by an independent program in 50 digits.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenly } from '../../base/testing/evenly.ts';
import { betComponents, NINE_BETTORS } from './bet-components.ts';
import {
  type Bet,
  BettingCertificate,
  type BettingCertificateOptions,
} from './betting-certificate.ts';
import { predictionMax } from './log-factor.ts';
import { rewardFloor } from './reward-floor.ts';
import { exactExcess } from './testing/exact-mixture.ts';
import { fixed, fixedLog, multiply } from './testing/fixed-point.ts';
import { cautiousPrediction, rewardSize } from './two-point-reward.ts';
import type { MixtureGrid } from './wealth-mixture.ts';

interface GoldenRun {
  readonly scale: string;
  readonly failureProbability: string;
  readonly noiseScale: string;
  readonly predictions: readonly string[];
  readonly rewards: readonly string[];
  readonly expected: readonly { readonly provenGain: string; readonly lowerBound: string }[];
}

const golden: { readonly runs: readonly GoldenRun[] } = JSON.parse(
  readFileSync(new URL('../../../../../vectors/golden-bet.json', import.meta.url), 'utf8'),
);

/** A round as the properties use it: what was predicted, and what came. */
interface Round {
  readonly prediction: number;
  readonly deviation?: number;
  readonly reward: number;
}

/** Those of the published golden values. */
const SEVEN_BETTORS: MixtureGrid = {
  rates: [0.1, 0.25, 0.5, 1, 2, 4, 8],
  weights: [1, 1, 2, 4, 4, 4, 1].map((share) => share / 17),
};

const plain = { floor: -2, noiseScale: 0, failureProbability: 0.05 };
const noisy = { floor: 1.5, noiseScale: 0.3, failureProbability: 0.02 };
const spread = { ...noisy, varianceProxy: { variance: 0.7, tail: 0.2 } };
const families: [string, BettingCertificateOptions][] = [
  ['bets alone', plain],
  ['seven bettors', { ...plain, bettors: SEVEN_BETTORS }],
  ['bets with noise', noisy],
  ['bets and a declared spread', spread],
];

const rounds = fc.array(
  fc.record({
    prediction: evenly(-5, 20),
    deviation: evenly(0, 9),
    reward: evenly(-2, 25),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);

function openAll(certificate: BettingCertificate, list: readonly Round[]): Bet[] {
  return list.map(({ prediction, deviation = 0 }) =>
    certificate.openBet({ prediction, deviation, scale: 4 }),
  );
}

function settled(options: BettingCertificateOptions, list: readonly Round[]): BettingCertificate {
  const certificate = new BettingCertificate(options);
  openAll(certificate, list).forEach((bet, i) => {
    certificate.settleBet(bet, list[i]!.reward);
  });
  return certificate;
}

function expectClose(got: number, wanted: number): void {
  expect(Math.abs(got - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(wanted)));
}

describe('the golden runs', () => {
  it.each([...golden.runs.entries()])('agree: run %d', (_, run) => {
    const certificate = new BettingCertificate({
      floor: 0,
      noiseScale: Number(run.noiseScale),
      failureProbability: Number(run.failureProbability),
      bettors: SEVEN_BETTORS,
    });
    run.expected.forEach(({ provenGain, lowerBound }, i) => {
      const prediction = Number(run.predictions[i]);
      const bet = certificate.openBet({ prediction, scale: Number(run.scale) });
      certificate.settleBet(bet, Number(run.rewards[i]));
      expect(Math.abs(certificate.provenGain() - Number(provenGain))).toBeLessThan(1e-10);
      expect(Math.abs(certificate.lowerBound() - Number(lowerBound))).toBeLessThan(1e-10);
    });
  });
});

describe.each(families)('the betting certificate: %s', (_, options) => {
  it('does not care in which order rewards arrive', () => {
    fc.assert(
      fc.property(rounds, fc.infiniteStream(fc.nat()), (list, keys) => {
        const certificate = new BettingCertificate(options);
        const bets = openAll(certificate, list);
        const order = [...list.keys()]
          .map((index) => [keys.next().value as number, index] as const)
          .sort((left, right) => left[0] - right[0]);
        for (const [, index] of order) certificate.settleBet(bets[index]!, list[index]!.reward);
        expectClose(certificate.lowerBound(), settled(options, list).lowerBound());
        expect(certificate.pendingCount).toBe(0);
      }),
    );
  });

  it('never falls when a reward arrives', () => {
    fc.assert(
      fc.property(rounds, (list) => {
        const certificate = new BettingCertificate(options);
        const bets = openAll(certificate, list);
        let before = certificate.lowerBound();
        bets.forEach((bet, i) => {
          certificate.settleBet(bet, list[i]!.reward);
          const after = certificate.lowerBound();
          expect(after).toBeGreaterThanOrEqual(before - 1e-12 * Math.abs(before));
          before = after;
        });
      }),
    );
  });

  it('gives at least as much for a higher reward', () => {
    fc.assert(
      fc.property(rounds, evenly(0, 9), (list, more) => {
        const better = list.map(({ prediction, deviation = 0, reward }) => ({
          prediction,
          deviation,
          reward: reward + more,
        }));
        const low = settled(options, list).lowerBound();
        expect(settled(options, better).lowerBound()).toBeGreaterThanOrEqual(low - 1e-11);
      }),
    );
  });

  it('revises as if the other value had come at first, and forgets what is withdrawn', () => {
    fc.assert(
      fc.property(rounds, rounds, (list, others) => {
        const certificate = settled(options, list);
        const [first, wrong, open] = [others[0]!, { prediction: 3, reward: 7 }, others.at(-1)!];
        const revised = certificate.openBet({ ...first, scale: 9 });
        certificate.settleBet(revised, wrong.reward);
        const removed = certificate.openBet({ ...wrong, scale: 9 });
        certificate.settleBet(removed, wrong.reward);
        const never = certificate.openBet({ prediction: open.prediction, scale: 9 });
        certificate.reviseBet(revised, wrong.reward, first.reward);
        certificate.withdrawBet(never);
        certificate.withdrawSettled(removed, wrong.reward);
        expectClose(certificate.lowerBound(), settled(options, [...list, first]).lowerBound());
        expect(certificate.betCount).toBe(list.length + 1);
      }),
    );
  });

  it('survives JSON bit for bit, fresh and in the middle', () => {
    fc.assert(
      fc.property(rounds, (list) => {
        const original = new BettingCertificate(options);
        const copy = new BettingCertificate(options);
        copy.importState(JSON.parse(JSON.stringify(original.exportState())));
        const bets = openAll(original, list);
        copy.importState(JSON.parse(JSON.stringify(original.exportState())));
        bets.forEach((bet, i) => {
          original.settleBet(bet, list[i]!.reward);
          copy.settleBet(JSON.parse(JSON.stringify(bet)), list[i]!.reward);
        });
        expect(copy.exportState()).toStrictEqual(original.exportState());
        expect(copy.lowerBound()).toBe(original.lowerBound());
      }),
    );
  });

  it('scales with the unit of rewards', () => {
    const unit = 1000;
    const scaled = {
      ...options,
      floor: options.floor * unit,
      noiseScale: options.noiseScale * unit,
      ...(options.varianceProxy && { varianceProxy: { variance: 0.7e6, tail: 0.2e3 } }),
    };
    fc.assert(
      fc.property(rounds, (list) => {
        const certificate = new BettingCertificate(scaled);
        for (const { prediction, deviation = 0, reward } of list) {
          const bet = certificate.openBet({
            prediction: prediction * unit,
            deviation: deviation * unit,
            scale: 4 * unit,
          });
          certificate.settleBet(bet, reward * unit);
        }
        expectClose(certificate.lowerBound() / unit, settled(options, list).lowerBound());
      }),
    );
  });

  it('is never above exact arithmetic', () => {
    const floor = rewardFloor(options);
    const bettors = options.bettors ?? NINE_BETTORS;
    const componentsOf = (list: readonly Round[]) =>
      betComponents({
        scale: rewardSize({ mean: 4, deviation: list[0]!.deviation! }),
        bettors,
        varianceProxy: options.varianceProxy ?? null,
      });
    const exactGrowth = (round: Round, rate: number, index: number): bigint => {
      const { prediction, deviation = 0, reward } = round;
      const gain = fixed(Math.max(reward, floor.lowest)) - fixed(floor.lowest);
      if (index >= bettors.rates.length) {
        const { variance, tail } = options.varianceProxy!;
        const room = fixed(1) - multiply(fixed(tail), fixed(rate));
        const square = multiply(multiply(fixed(rate), fixed(rate)), fixed(variance));
        return multiply(fixed(rate), gain) - (square * fixed(1)) / (2n * room);
      }
      const mean = Math.max(prediction - floor.lowest, 0);
      const cautious = cautiousPrediction(rate, { mean, deviation });
      const predicted = Math.min(cautious, predictionMax(rate));
      const change = multiply(fixed(rate), gain - fixed(predicted));
      return fixedLog(fixed(1) + change) + multiply(fixed(rate), fixed(predicted));
    };
    let provenCount = 0;
    fc.assert(
      fc.property(rounds, (list) => {
        const provenGain = settled(options, list).provenGain();
        if (provenGain === 0) return;
        provenCount += 1;
        const components = componentsOf(list);
        const logWealths = components.map(({ rate }, index) =>
          list.reduce((sum, round) => sum + exactGrowth(round, rate, index), 0n),
        );
        const mixture = {
          rates: components.map(({ rate }) => rate),
          weights: components.map(({ weight }) => weight),
          failureProbability: options.failureProbability,
          logWealths,
        };
        expect(exactExcess(mixture, provenGain) >= 0n).toBe(true);
        expect(exactExcess(mixture, provenGain * (1 + 1e-11)) < fixed(1e-9)).toBe(true);
      }),
      { numRuns: 40 },
    );
    expect(provenCount).toBeGreaterThan(10);
  });
});

describe('the betting certificate', () => {
  it('counts a bet from the moment it is opened', () => {
    const certificate = settled(plain, new Array(30).fill({ prediction: 6, reward: 6 }));
    const before = certificate.gainAboveFloor();
    const bet = certificate.openBet({ prediction: 6, scale: 4 });
    expect(certificate.gainAboveFloor()).toBeLessThan(before);
    expect(certificate.pendingCount).toBe(1);
    certificate.withdrawBet(bet);
    expectClose(certificate.gainAboveFloor(), before);
  });

  it('returns the floor of every bet when rewards prove no more', () => {
    const certificate = new BettingCertificate({ ...noisy, floor: -2.5 });
    expect(certificate.lowerBound()).toBe(0);
    certificate.openBet({ prediction: 0, scale: 1 });
    certificate.openBet({ prediction: 0, scale: 1 });
    expect(certificate.lowerBound()).toBe(-5);
  });

  it('takes the scale of the first bet and no other, even after a withdrawal', () => {
    const certificate = new BettingCertificate(plain);
    expect(certificate.scale).toBeNull();
    certificate.withdrawBet(certificate.openBet({ prediction: 1, scale: 5 }));
    certificate.openBet({ prediction: 1, scale: 7 });
    expect(certificate.scale).toBe(5);
  });

  it('scales its bets by the size of rewards when they come', () => {
    const certificate = new BettingCertificate({ ...plain, floor: 0 });
    certificate.openBet({ prediction: 0.01, scale: 0.01, deviation: Math.sqrt(0.01 * 0.99) });
    expect(certificate.scale).toBeCloseTo(1, 12);
  });

  it('proves rare rewards many times sooner if it is told how they stray', () => {
    // One reward of 1 in 25 rounds: means of at least 0.009 must be proved, or no gate opens.
    const prove = (deviation: number, bettors = NINE_BETTORS) => {
      const certificate = new BettingCertificate({ ...plain, floor: 0, bettors });
      for (let round = 1; round <= 2000; round++) {
        const bet = certificate.openBet({ prediction: 0.04, scale: 0.01, deviation });
        certificate.settleBet(bet, round % 25 === 0 ? 1 : 0);
      }
      return certificate.lowerBound() / 2000;
    };
    expect(prove(0, SEVEN_BETTORS)).toBeLessThan(0.009);
    expect(prove(0.2)).toBeGreaterThan(0.027);
  });

  it('cuts off noise below the floor at five scales', () => {
    const low = settled(noisy, [{ prediction: 2, reward: -50 }]);
    const pending = new BettingCertificate(noisy);
    pending.openBet({ prediction: 2, scale: 4 });
    expect(low.exportState().logWealths.totals).toStrictEqual(
      pending.exportState().logWealths.totals,
    );
  });

  it('is much sharper with a declared spread when the mean is far above it', () => {
    const steady = new Array(20).fill({ prediction: 10, reward: 10 });
    const declared = { ...plain, floor: 0, varianceProxy: { variance: 0.25, tail: 0 } };
    const withSpread = settled(declared, steady).lowerBound();
    expect(withSpread).toBeGreaterThan(190);
    expect(settled({ ...plain, floor: 0 }, steady).lowerBound()).toBeLessThan(180);
  });

  it('takes the variance of a single round', () => {
    const declared = { ...plain, varianceProxy: { variance: 2, tail: 0 } };
    const calm = new BettingCertificate(declared);
    const wild = new BettingCertificate(declared);
    for (let i = 0; i < 30; i++) {
      calm.settleBet(calm.openBet({ prediction: 5, scale: 4, variance: 0.5 }), 5);
      wild.settleBet(wild.openBet({ prediction: 5, scale: 4, variance: 8 }), 5);
    }
    expect(calm.lowerBound()).toBeGreaterThan(wild.lowerBound());
  });

  it('stays finite with absurd rewards', () => {
    const certificate = settled(spread, [{ prediction: 1e300, reward: 1e300 }]);
    const bet = certificate.openBet({ prediction: -1e300, scale: 1 });
    certificate.settleBet(bet, Number.MAX_VALUE);
    expect(Number.isFinite(certificate.lowerBound())).toBe(true);
  });

  it('refuses wrong input and changes nothing', () => {
    const certificate = new BettingCertificate(plain);
    const fresh = certificate.exportState();
    expect(() => certificate.openBet({ prediction: Number.NaN, scale: 1 })).toThrow('prediction');
    expect(() => certificate.openBet({ prediction: 1, scale: 0 })).toThrow('scale must be greater');
    expect(() => certificate.openBet({ prediction: 1, scale: 1, deviation: -1 })).toThrow(
      'deviation',
    );
    expect(() => certificate.openBet({ prediction: 1, scale: 1e-320 })).toThrow('reciprocal');
    expect(() => certificate.openBet({ prediction: 1, scale: 1, variance: 2 })).toThrow(
      'variance must be left out of a bet unless a varianceProxy is declared',
    );
    expect(certificate.exportState()).toStrictEqual(fresh);
    const bet = certificate.openBet({ prediction: 1, scale: 1 });
    const opened = certificate.exportState();
    expect(() => certificate.settleBet(bet, -2.1)).toThrow(
      'reward must be at least the declared floor -2, but it is -2.1.',
    );
    expect(() => certificate.settleBet(bet, Number.POSITIVE_INFINITY)).toThrow(
      'HR_INPUT_NOT_FINITE',
    );
    expect(() => certificate.reviseBet(bet, 1, 2)).toThrow('a settled bet');
    expect(() => certificate.withdrawSettled(bet, 1)).toThrow('HR_CALL_ORDER');
    expect(certificate.exportState()).toStrictEqual(opened);
    certificate.settleBet(bet, 3);
    expect(() => certificate.settleBet(bet, 3)).toThrow('the call needs a pending bet');
    expect(() => certificate.withdrawBet(bet)).toThrow('HR_CALL_ORDER');
  });

  it('refuses declarations and states that make no sense', () => {
    const make = (change: object) => () => new BettingCertificate({ ...plain, ...change });
    expect(make({ failureProbability: 1 })).toThrow('failureProbability');
    expect(make({ noiseScale: -1 })).toThrow('noiseScale');
    expect(make({ floor: Number.NaN })).toThrow('floor');
    expect(make({ varianceProxy: { variance: 0, tail: 0 } })).toThrow('varianceProxy.variance');
    expect(make({ varianceProxy: { variance: 1, tail: -1 } })).toThrow('varianceProxy.tail');
    expect(make({ varianceProxy: { variance: 1, tail: 2e6 } })).toThrow('varianceProxy.variance');
    const certificate = new BettingCertificate(plain);
    const state = certificate.exportState();
    expect(() => certificate.importState({ ...state, betCount: 1 })).toThrow('without a scale');
    expect(() => certificate.importState({ ...state, pendingCount: 1 })).toThrow('pendingCount');
    const damaged = { ...state, scale: 2, logWealths: { totals: [1], remainders: [0] } };
    expect(() => certificate.importState(damaged)).toThrow('totals');
    expect(certificate.exportState()).toStrictEqual(state);
    const variable = new BettingCertificate(spread);
    expect(() => variable.openBet({ prediction: 1, scale: 1, variance: 1e300 })).toThrow(
      'variance',
    );
    expect(variable.scale).toBeNull();
  });
});
