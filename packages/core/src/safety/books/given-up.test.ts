/**
 * Decisions that a coin gave away and that are given up: whoever gives them up, by who was drawn, wins
 * nothing, whether they leave the total or stay in it as issued.
 *
 * The check is exact: with every bettor, the mean over coin and rewards of the factor by which a round
 * changes a bettor's wealth, measured against what the round truly adds, is at most 1.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoinPromise } from '../bets/coin-promise.ts';
import { coinRange } from '../bets/coin-range.ts';
import { type DebitInput, observedDebit, playedDebit, policyDebit } from '../bets/coin-rule.ts';
import type { CoinStake } from '../bets/coin-stake.ts';
import { observedPromise } from '../bets/observed-promise.ts';
import { playedPromise } from '../bets/played-promise.ts';
import { policyPromise } from '../bets/policy-promise.ts';
import type { Execution } from './safety-book.ts';
import { worthOfLine } from './worth.ts';

type Subject = 'policy' | 'played' | 'observed';

interface World {
  readonly floor: number;
  readonly width: number;
  readonly shortfall: number;
  readonly allowance: number;
  readonly playProbability: number;
  readonly proposalPrediction: number;
  readonly baselinePrediction: number;
  /** Means of both, as shares of the range. */
  readonly proposalMean: number;
  readonly baselineMean: number;
  /** Share of the width by which rewards stray from their means, as far as the range allows. */
  readonly spread: number;
  readonly rate: number;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const edge = fc.oneof(share, fc.constantFrom(0, 1));

const anyWorld: fc.Arbitrary<World> = fc.record({
  floor: fc.constantFrom(0, 1, 5, 40),
  width: fc.constant(7),
  shortfall: fc.constantFrom(0.02, 0.1, 0.5),
  allowance: fc.constantFrom(0, 0, 0.5),
  playProbability: fc.oneof(
    fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    fc.constantFrom(0.02, 0.5),
  ),
  proposalPrediction: edge,
  baselinePrediction: edge,
  proposalMean: edge,
  baselineMean: edge,
  spread: fc.constantFrom(0, 0.2, 1),
  rate: fc.constantFrom(2 ** -6, 0.25, 1, 4, 16),
});

/** What happens to a round that the coin gave to one of the two. */
type Fate = 'carried out' | 'fell back' | 'leaves the total' | 'stays as issued';
const FATES: readonly Fate[] = ['carried out', 'fell back', 'leaves the total', 'stays as issued'];

/** The largest mean of a factor over whatever may become of the round, by how the coin fell. */
function factorMax(subject: Subject, world: World, debitShare = 1): number {
  const { floor, width, shortfall, allowance, playProbability } = world;
  const at = (part: number) => floor + width * part;
  const declared = { floor, noiseScale: 0, ceiling: floor + width, allowedShortfall: shortfall };
  const makers = { policy: policyPromise, played: playedPromise, observed: observedPromise };
  const promise: CoinPromise = makers[subject](declared);
  const rate = world.rate / coinRange(declared).width;
  const baselineMean = at(world.baselineMean);
  const proposalMean = at(world.proposalMean);
  const added = (coin: 'proposal' | 'baseline', reward: number) => {
    if (subject === 'policy') {
      const mean = playProbability * proposalMean + (shortfall - playProbability) * baselineMean;
      return mean + allowance;
    }
    // Means where means are promised; for observed rewards the baseline's own is a number.
    const own = coin === 'baseline' ? baselineMean : subject === 'played' ? proposalMean : reward;
    return own - (1 - shortfall) * baselineMean + allowance;
  };
  const worthAt = (coin: 'proposal' | 'baseline', execution: Execution, reward: number | null) => {
    const stake: CoinStake = {
      playProbability,
      coin,
      proposalPrediction: at(world.proposalPrediction),
      baselinePrediction: at(world.baselinePrediction),
    };
    const input: DebitInput = {
      allowedShortfall: shortfall,
      allowancePerRound: allowance,
      coin,
      lowest: floor,
      highest: floor + width,
      baselineRewardMin: floor,
      baselineRewardMax: floor + width,
    };
    const debits = {
      policy: () => policyDebit({ ...input, playProbability }),
      played: () => playedDebit(input),
      observed: () => observedDebit(input),
    };
    const executed = () => ({
      growth: () => promise.logGrowth({ stake, reward }, rate),
      base: promise.base({ stake, reward }) + allowance,
      certain: 0,
      debit: debitShare * debits[subject](),
    });
    return worthOfLine({ execution, isDrawn: true }, { executed, fellBack: executed });
  };
  const factor = (coin: 'proposal' | 'baseline', fate: Fate, reward: number) => {
    const execution = (
      {
        'carried out': 'executed',
        'fell back': coin === 'proposal' ? 'fell-back' : 'executed',
        'leaves the total': 'void',
        'stays as issued': 'void',
      } as const
    )[fate];
    const isSeen = execution === 'executed';
    const { growth, base } = worthAt(coin, execution, isSeen ? reward : null);
    const truth = {
      'carried out': () => added(coin, reward),
      'fell back': () =>
        coin === 'proposal' ? shortfall * baselineMean + allowance : added(coin, reward),
      'leaves the total': () => 0,
      'stays as issued': () => added(coin, reward),
    }[fate]();
    return Math.exp(growth!(0) - (rate * (truth - base)) / promise.gainShare);
  };
  /** Mean over two-point rewards. */
  const meanFactor = (coin: 'proposal' | 'baseline', fate: Fate) => {
    const isFixed = subject === 'observed' && coin === 'baseline';
    const [mean, spread] = [
      coin === 'proposal' ? world.proposalMean : world.baselineMean,
      world.spread,
    ];
    if (isFixed || spread === 0) return factor(coin, fate, at(mean));
    const [low, high] = [mean * (1 - spread), mean + (1 - mean) * spread];
    const chance = high > low ? (mean - low) / (high - low) : 0;
    return (1 - chance) * factor(coin, fate, at(low)) + chance * factor(coin, fate, at(high));
  };
  const worst = (coin: 'proposal' | 'baseline') =>
    Math.max(...FATES.map((fate) => meanFactor(coin, fate)));
  return playProbability * worst('proposal') + (1 - playProbability) * worst('baseline');
}

describe.each(['policy', 'played', 'observed'] as const)('the %s promise', (subject) => {
  it('is fair, whichever rounds are given up by how the coin fell', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        fc.pre(world.allowance === 0 || world.shortfall > 0);
        expect(factorMax(subject, world)).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { numRuns: 4000 },
    );
  });
});

describe('the debit', () => {
  it.each([
    ['policy', 0.97],
    ['played', 0.97],
    ['observed', 0.9],
  ] as const)('of the %s promise could not be much smaller', (subject, debitShare) => {
    const worlds = fc.sample(anyWorld, { numRuns: 4000, seed: 1 });
    const worst = Math.max(...worlds.map((world) => factorMax(subject, world, debitShare)));
    expect(worst).toBeGreaterThan(1 + 1e-6);
  });

  it('is nothing for a proposal above a floor of 0, and what is certain above another', () => {
    const input: DebitInput = {
      allowedShortfall: 0.1,
      allowancePerRound: 0.2,
      coin: 'proposal',
      lowest: 5,
      highest: 12,
      baselineRewardMin: 5,
      baselineRewardMax: 12,
    };
    expect(policyDebit({ ...input, playProbability: 0.5 })).toBeCloseTo(0.7, 12);
    expect(playedDebit(input)).toBeCloseTo(0.7, 12);
    expect(observedDebit(input)).toBeCloseTo(0.7, 12);
    const heldOut = { ...input, coin: 'baseline' as const };
    expect(policyDebit({ ...heldOut, playProbability: 0.5 })).toBeCloseTo(1.4, 12);
    expect(playedDebit(heldOut)).toBeCloseTo(1.4, 12);
    expect(observedDebit(heldOut)).toBe(0);
    const whole = { ...input, lowest: 0, baselineRewardMin: 0, allowancePerRound: 0 };
    expect(policyDebit({ ...whole, playProbability: 0.5 })).toBe(0);
  });
});
