/**
 * Worlds that try to break the coin certificates, for tests with fixed seeds.
 *
 * Every round has potential outcomes of proposal and baseline, drawn before the coin. The true
 * slack of each promise is added up beside the certificate.
 */

import { coinRange } from '../coin-range.ts';
import {
  holdOutProbability,
  mixedIncrement,
  observedIncrement,
  playedIncrement,
  policyIncrement,
} from '../coin-rule.ts';
import type { CoinSide, CoinStake } from '../coin-stake.ts';
import { warmRandom } from './betting-worlds.ts';
import {
  type CoinCertificate,
  observedCertificate,
  playedCertificate,
  policyCertificate,
} from './coin-certificate.ts';

export type PromiseKind = 'policy' | 'played' | 'observed';

export interface CoinTrial {
  readonly promise: PromiseKind;
  readonly failureProbability: number;
  readonly roundCount: number;
  readonly seed: number;
  /** 'fixed': every round is mixed, q = 0.6. 'gated': q and forced rounds by the rules of the coin. */
  readonly schedule: 'fixed' | 'gated';
  /** Mean of the proposal in each round, from 0 to 1, given the slack proven. */
  readonly proposalMean: (slack: number) => number;
  /** Mean of the baseline likewise. */
  readonly baselineMean: (slack: number) => number;
}

export interface CoinVerdict {
  /** Whether the certificate ever exceeded the true slack. */
  readonly isWrong: boolean;
  /** Whether the true slack ever fell below 0. */
  readonly isBroken: boolean;
  readonly proposalCount: number;
}

const SHORTFALL = 0.3;
const RANGE = coinRange({ floor: 0, noiseScale: 0, ceiling: 1 });
const LIMITS = { allowedShortfall: SHORTFALL, floor: 0, baselineRewardMax: 1 };

/** Runs one trial with Bernoulli outcomes. */
export function runCoinTrial(trial: CoinTrial): CoinVerdict {
  const random = warmRandom(trial.seed);
  const certificate = certificateOf(trial);
  let [slack, trueSlack, proposalCount, isWrong, isBroken] = [0, 0, 0, false, false];
  for (let round = 0; round < trial.roundCount; round++) {
    const means = { proposal: trial.proposalMean(slack), baseline: trial.baselineMean(slack) };
    const outcomes = {
      proposal: random() < means.proposal ? 1 : 0,
      baseline: random() < means.baseline ? 1 : 0,
    };
    const playProbability = chooseProbability(trial, slack);
    const coin = throwCoin(playProbability, random());
    const stake = certificate.openRound({
      playProbability,
      coin,
      proposalPrediction: 0.7,
      baselinePrediction: 0.5,
    });
    const played = coin === 'proposal' ? 'proposal' : 'baseline';
    const reward = outcomes[played];
    certificate.settleRound(stake, reward);
    const lowerBound = certificate.lowerBound();
    slack = Math.max(slack + certainIncrement(trial.promise, stake, reward), lowerBound);
    trueSlack += trueIncrement(trial.promise, stake, { means, outcomes });
    proposalCount += coin === 'proposal' ? 1 : 0;
    isWrong ||= !(lowerBound <= trueSlack + 1e-9);
    isBroken ||= trueSlack < -1e-9;
  }
  return { isWrong, isBroken, proposalCount };
}

function certificateOf({ promise, failureProbability }: CoinTrial): CoinCertificate {
  const options = {
    floor: 0,
    ceiling: 1,
    noiseScale: 0,
    allowedShortfall: SHORTFALL,
    failureProbability,
  };
  if (promise === 'policy') return policyCertificate(options);
  return promise === 'played' ? playedCertificate(options) : observedCertificate(options);
}

function chooseProbability({ schedule, promise }: CoinTrial, slack: number): number {
  if (schedule === 'fixed') return 0.6;
  const input = { allowedShortfall: SHORTFALL, slack, range: RANGE };
  const predicted = { proposalPrediction: 0.7, baselinePrediction: 0.5 };
  const playProbability = 1 - holdOutProbability({ ...input, ...predicted });
  const increment =
    promise === 'policy' ? policyIncrement({ ...LIMITS, playProbability }) : mixedIncrement(LIMITS);
  const tolerance = 64 * Number.EPSILON * (Math.abs(slack) + Math.abs(increment));
  return slack + increment >= tolerance ? playProbability : 0;
}

function throwCoin(playProbability: number, draw: number): CoinSide {
  if (playProbability === 0) return 'forced';
  return draw < playProbability ? 'proposal' : 'baseline';
}

function certainIncrement(promise: PromiseKind, stake: CoinStake, reward: number): number {
  if (promise === 'policy') return policyIncrement({ ...LIMITS, ...stake });
  if (promise === 'played') return playedIncrement({ ...LIMITS, ...stake });
  return observedIncrement({ ...LIMITS, ...stake, reward });
}

interface Pair {
  readonly proposal: number;
  readonly baseline: number;
}

function trueIncrement(
  promise: PromiseKind,
  { playProbability, coin }: CoinStake,
  { means, outcomes }: { readonly means: Pair; readonly outcomes: Pair },
): number {
  const played = coin === 'proposal' ? 'proposal' : 'baseline';
  if (promise === 'played') return means[played] - (1 - SHORTFALL) * means.baseline;
  if (promise === 'observed') return outcomes[played] - (1 - SHORTFALL) * outcomes.baseline;
  return playProbability * means.proposal + (SHORTFALL - playProbability) * means.baseline;
}
