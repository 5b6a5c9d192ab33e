/**
 * Golden values: vectors/golden-coin.json, computed by an independent program in 60 digits.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenly } from '../../base/testing/evenly.ts';
import type { CoinSide, CoinStake } from './coin-stake.ts';
import {
  type CoinCertificate,
  observedCertificate,
  playedCertificate,
  policyCertificate,
} from './testing/coin-certificate.ts';

interface GoldenLine {
  readonly round: number;
  readonly provenGain: string;
  readonly lowerBound: string;
  readonly logWealths?: readonly string[];
}

type PromiseName = 'policy' | 'played' | 'observed';
type Numbers<Key extends string> = Readonly<Record<Key, string>>;
type GoldenRound = Numbers<
  'playProbability' | 'reward' | 'proposalPrediction' | 'baselinePrediction'
> & { readonly coin: CoinSide };
type Golden = Numbers<'floor' | 'ceiling' | 'allowedShortfall' | 'failureProbability'> &
  Readonly<Record<PromiseName, readonly GoldenLine[]>> & {
    readonly rounds: readonly GoldenRound[];
  };

const golden: Golden = JSON.parse(
  readFileSync(new URL('../../../../../vectors/golden-coin.json', import.meta.url), 'utf8'),
);

interface Declared {
  readonly floor: number;
  readonly ceiling: number;
  readonly noiseScale: number;
  readonly ceilingExcess?: number;
  readonly allowedShortfall: number;
  readonly failureProbability: number;
}

const makers: [PromiseName, (options: Declared) => CoinCertificate][] = [
  ['policy', policyCertificate],
  ['played', playedCertificate],
  ['observed', observedCertificate],
];

/** A round as the properties use it. */
interface Round {
  readonly stake: CoinStake;
  readonly reward: number;
}

const declared: Declared = {
  floor: 0.5,
  ceiling: 7,
  noiseScale: 0,
  allowedShortfall: 0.3,
  failureProbability: 0.1,
};

const round: fc.Arbitrary<Round> = fc
  .record({
    coin: fc.constantFrom('proposal' as const, 'baseline' as const, 'forced' as const),
    probability: fc.oneof(evenly(0.01, 0.3), evenly(0.3, 0.99), fc.constant(0.3)),
    proposalPrediction: evenly(-1, 9),
    baselinePrediction: evenly(-1, 9),
    reward: evenly(0.5, 7),
  })
  .map(({ coin, probability, reward, ...predictions }) => ({
    stake: { ...predictions, coin, playProbability: coin === 'forced' ? 0 : probability },
    reward,
  }));
const rounds = fc.array(round, { minLength: 1, maxLength: 40, size: 'max' });

function goldenStake(stored: GoldenRound): CoinStake {
  return {
    playProbability: Number(stored.playProbability),
    coin: stored.coin,
    proposalPrediction: Number(stored.proposalPrediction),
    baselinePrediction: Number(stored.baselinePrediction),
  };
}

function settleAll(certificate: CoinCertificate, list: readonly Round[]): CoinCertificate {
  for (const { stake, reward } of list)
    certificate.settleRound(certificate.openRound(stake), reward);
  return certificate;
}

function logWealth(certificate: CoinCertificate, index: number): number {
  const { totals, remainders } = certificate.exportState().logWealths;
  return totals[index]! + remainders[index]!;
}

function expectClose(got: number, wanted: number): void {
  expect(Math.abs(got - wanted)).toBeLessThanOrEqual(1e-11 * Math.max(1, Math.abs(wanted)));
}

describe.each(makers)('the coin certificate: %s', (name, make) => {
  it('has the golden values', () => {
    const certificate = make({
      floor: Number(golden.floor),
      ceiling: Number(golden.ceiling),
      noiseScale: 0,
      allowedShortfall: Number(golden.allowedShortfall),
      failureProbability: Number(golden.failureProbability),
    });
    let checkedCount = 0;
    golden.rounds.forEach((stored, i) => {
      certificate.settleRound(certificate.openRound(goldenStake(stored)), Number(stored.reward));
      const line = golden[name].find((candidate) => candidate.round === i + 1);
      if (line === undefined) return;
      checkedCount += 1;
      expect(Math.abs(certificate.provenGain() - Number(line.provenGain))).toBeLessThan(1e-10);
      expect(Math.abs(certificate.lowerBound() - Number(line.lowerBound))).toBeLessThan(1e-10);
      line.logWealths?.forEach((value, k) => {
        expect(Math.abs(logWealth(certificate, 5 * k) - Number(value))).toBeLessThan(1e-10);
      });
    });
    expect(checkedCount).toBe(golden[name].length);
  });

  it('does not care in which order rewards arrive', () => {
    fc.assert(
      fc.property(rounds, fc.infiniteStream(fc.nat()), (list, keys) => {
        const certificate = make(declared);
        const open = list.map(({ stake, reward }) => ({
          stake: certificate.openRound(stake),
          reward,
          key: keys.next().value as number,
        }));
        open.sort((left, right) => left.key - right.key);
        for (const { stake, reward } of open) certificate.settleRound(stake, reward);
        expectClose(certificate.lowerBound(), settleAll(make(declared), list).lowerBound());
      }),
    );
  });

  it('never falls when a reward arrives, with and without noise', () => {
    fc.assert(
      fc.property(rounds, fc.constantFrom(0, 0.2), (list, noiseScale) => {
        const certificate = make({ ...declared, noiseScale });
        for (const { stake } of list) certificate.openRound(stake);
        let before = certificate.lowerBound();
        for (const { stake, reward } of list) {
          certificate.settleRound(stake, reward);
          const after = certificate.lowerBound();
          expect(after).toBeGreaterThanOrEqual(before - 1e-12 * (1 + Math.abs(before)));
          before = after;
        }
      }),
    );
  });

  it('revises as if the other value had come at first, and forgets what is withdrawn', () => {
    fc.assert(
      fc.property(rounds, round, evenly(0.5, 7), (list, last, wrong) => {
        const certificate = settleAll(make(declared), list);
        const revised = certificate.openRound(last.stake);
        certificate.settleRound(revised, wrong);
        const never = certificate.openRound(list[0]!.stake);
        const removed = certificate.openRound(last.stake);
        certificate.settleRound(removed, 2);
        certificate.reviseRound(revised, wrong, last.reward);
        certificate.withdrawRound(never);
        certificate.withdrawSettled(removed, 2);
        const direct = settleAll(make(declared), [...list, last]);
        expectClose(certificate.lowerBound(), direct.lowerBound());
        expect(certificate.roundCount).toBe(list.length + 1);
        expect(certificate.pendingCount).toBe(0);
      }),
    );
  });

  it('survives JSON bit for bit', () => {
    fc.assert(
      fc.property(rounds, rounds, (before, after) => {
        const original = settleAll(make(declared), before);
        const copy = make(declared);
        copy.importState(JSON.parse(JSON.stringify(original.exportState())));
        settleAll(original, after);
        settleAll(copy, after);
        expect(copy.exportState()).toStrictEqual(original.exportState());
        expect(copy.lowerBound()).toBe(original.lowerBound());
      }),
      { numRuns: 40 },
    );
  });

  it('scales with the unit of rewards', () => {
    const unit = 64;
    const larger = { ...declared, floor: 0.5 * unit, ceiling: 7 * unit };
    fc.assert(
      fc.property(rounds, (list) => {
        const scaled = list.map(({ stake, reward }) => ({
          stake: {
            ...stake,
            proposalPrediction: stake.proposalPrediction * unit,
            baselinePrediction: stake.baselinePrediction * unit,
          },
          reward: reward * unit,
        }));
        const bound = settleAll(make(larger), scaled).lowerBound() / unit;
        expectClose(bound, settleAll(make(declared), list).lowerBound());
      }),
    );
  });

  it('gives at least as much for a higher reward of a proposal or a forced baseline', () => {
    fc.assert(
      fc.property(rounds, evenly(0, 3), (list, more) => {
        const better = list.map((entry) =>
          entry.stake.coin === 'baseline'
            ? entry
            : { ...entry, reward: Math.min(entry.reward + more, 7) },
        );
        const low = settleAll(make(declared), list).lowerBound();
        expect(settleAll(make(declared), better).lowerBound()).toBeGreaterThanOrEqual(low - 1e-11);
      }),
    );
  });

  it('plays without a coin when the probability is 1', () => {
    const certificate = make(declared);
    const stake = {
      playProbability: 1,
      coin: 'proposal' as const,
      proposalPrediction: 6,
      baselinePrediction: 2,
    };
    settleAll(certificate, new Array(60).fill({ stake, reward: 6.5 }));
    expect(Number.isFinite(certificate.lowerBound())).toBe(true);
    // The baseline is charged its ceiling, so at most 60 · (6.5 − 0.7 · 7) can be proven.
    expect(certificate.lowerBound()).toBeLessThanOrEqual(60 * (6.5 - 0.7 * 7) + 1e-9);
    expect(certificate.lowerBound()).toBeGreaterThan(0);
  });

  it('takes an absolute promise, with no share to lose', () => {
    const certificate = settleAll(make({ ...declared, allowedShortfall: 0 }), [
      {
        stake: {
          playProbability: 0,
          coin: 'forced',
          proposalPrediction: 1,
          baselinePrediction: 2,
        },
        reward: 3,
      },
    ]);
    expect(certificate.lowerBound()).toBe(0);
  });

  it('refuses wrong input and changes nothing', () => {
    const certificate = make(declared);
    const stake = {
      playProbability: 0.5,
      coin: 'baseline' as const,
      proposalPrediction: 1,
      baselinePrediction: 2,
    };
    const fresh = certificate.exportState();
    const open = (change: object) => () => certificate.openRound({ ...stake, ...change });
    expect(open({ coin: 'forced' })).toThrow("but it is 0.5 for 'forced'");
    expect(open({ playProbability: 1 })).toThrow('HR_INPUT_RANGE');
    expect(open({ playProbability: 0 })).toThrow('HR_INPUT_RANGE');
    expect(open({ playProbability: Number.NaN })).toThrow('HR_INPUT_RANGE');
    expect(open({ baselinePrediction: Number.NaN })).toThrow('baselinePrediction');
    expect(() => certificate.settleRound(stake, 1)).toThrow('the call needs a pending round');
    expect(certificate.exportState()).toStrictEqual(fresh);
    certificate.openRound(stake);
    const opened = certificate.exportState();
    expect(() => certificate.settleRound(stake, 0.4)).toThrow('declared floor 0.5');
    expect(() => certificate.settleRound(stake, Number.NaN)).toThrow('HR_INPUT_NOT_FINITE');
    expect(() => certificate.reviseRound(stake, 1, 2)).toThrow('a settled round');
    expect(certificate.exportState()).toStrictEqual(opened);
    expect(() => make({ ...declared, allowedShortfall: 1 })).toThrow(
      'allowedShortfall must be at least 0 and less than 1, but it is 1.',
    );
    expect(() => make({ ...declared, ceiling: 0.5 })).toThrow('ceiling');
    expect(() => make({ ...declared, failureProbability: 0 })).toThrow('failureProbability');
  });
});

describe('the range of the coin certificates', () => {
  const forced = (certificate: CoinCertificate) =>
    certificate.openRound({
      playProbability: 0,
      coin: 'forced',
      proposalPrediction: 1,
      baselinePrediction: 1,
    });
  const mixed = (certificate: CoinCertificate) =>
    certificate.openRound({
      playProbability: 0.8,
      coin: 'proposal',
      proposalPrediction: 1,
      baselinePrediction: 1,
    });
  const noisy = { ...declared, noiseScale: 0.1, ceilingExcess: 0.25 };
  const bias = 0.02 * Math.exp(-12.5);

  it('charges noise and excess above the ceiling to the policy promise', () => {
    const certificate = policyCertificate(noisy);
    forced(certificate);
    expect(certificate.lowerBound()).toBeCloseTo(0.3 * (0 - bias), 12);
    mixed(certificate);
    const charge = 0.5 * (7 + 0.25) + 0.8 * bias;
    expect(certificate.lowerBound()).toBeCloseTo(-0.3 * bias - charge, 12);
  });

  it('charges noise and excess above the ceiling to the played promise', () => {
    const certificate = playedCertificate(noisy);
    forced(certificate);
    mixed(certificate);
    expect(certificate.lowerBound()).toBeCloseTo(-1.3 * bias - 0.7 * 7.25, 12);
  });

  it('counts rewards beyond the range as its ends', () => {
    const [low, high] = [policyCertificate(noisy), policyCertificate(noisy)];
    low.settleRound(forced(low), -3);
    high.settleRound(forced(high), 90);
    const [atLow, atHigh] = [policyCertificate(noisy), policyCertificate(noisy)];
    forced(atLow);
    atHigh.settleRound(forced(atHigh), 7);
    expect(low.exportState().logWealths.totals).toStrictEqual(
      atLow.exportState().logWealths.totals,
    );
    expect(high.exportState().logWealths.totals).toStrictEqual(
      atHigh.exportState().logWealths.totals,
    );
  });
});
