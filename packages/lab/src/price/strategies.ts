/**
 * The strategies whose price is compared, each ready to play any world of its experiment.
 *
 *   as-written     the paper's Algorithm 1: its promise does not hold with hidden contexts
 *   ledger-only    hedge without the hint: the baseline's number is used in the books alone
 *   hedge          the default: the proposer reads the number too, as if it were off by a fifth, while it fits
 *   exact-hint     the proposer takes the number for exact
 *   ungated        the proposer of ledger-only without any gate
 *   known-number   ledger-only, next to strategies that are not told the number
 *   coin-…         the baseline's reward is unknown; a hold-out coin keeps one of three promises
 */
import type { KernelEngine } from '@hedgerow/core';
import {
  BOLDNESS,
  type CoinSubject,
  coinBook,
  curiousProposer,
  knownBaselineBook,
  openBook,
  type RandomSource,
  relativePromise,
  type SafetyBook,
} from '@hedgerow/core/research';
import type { World } from '../environments/world.ts';
import type { PromiseName } from '../measures/run-measures.ts';
import type { Contestant } from '../trials/contestant.ts';
import { hedgeContestant } from '../trials/hedge-contestant.ts';
import { paperContestant } from '../trials/paper-contestant.ts';

/** δ of every strategy, over a whole run. */
export const FAILURE_PROBABILITY = 0.001;

const RIDGE_PENALTY = 1;

/** What is declared of a world, and how the proposer starts in it. */
export interface WorldDeclarations {
  /** Lowest noiseless reward. */
  readonly rewardFloor: number;
  /** Highest reward, as far as it is declared; a reward above it counts as this much. */
  readonly rewardCap: number;
  /** Sub-Gaussian scale of the noise; 0 if no observed reward lies below the floor. */
  readonly rewardNoiseScale: number;
  /** What an action pays for all the proposer knows at the start. */
  readonly rewardOffset: number;
  /** How far untried actions may pay from that, squared; from the baseline's size if null. */
  readonly priorVariance: number | null;
  /** Whether the features leave out the constant: the proposer then learns one beside them. */
  readonly lacksConstant: boolean;
}

/** One trial's world, and what it is played with. */
export interface Setting {
  readonly world: World;
  readonly declarations: WorldDeclarations;
  readonly allowedShortfall: number;
  /** For the hold-out coin. */
  readonly random: RandomSource;
  /** Shared by many trials, because starting one takes longer than a round. */
  readonly engine: KernelEngine;
}

export interface PricedStrategy {
  readonly name: string;
  /** Whether its promise is sound; one that is not may break without failing the check. */
  readonly isSound: boolean;
  readonly create: (setting: Setting) => Contestant;
}

export const asWritten: PricedStrategy = {
  name: 'as-written',
  isSound: false,
  create: ({ world, allowedShortfall, engine }) =>
    paperContestant({
      world,
      engine,
      allowedShortfall,
      ridgePenalty: RIDGE_PENALTY,
      failureProbability: FAILURE_PROBABILITY,
    }),
};

export const ledgerOnly: PricedStrategy = toldTheNumber('ledger-only', null);
export const hedge: PricedStrategy = toldTheNumber('hedge', 0.2);
export const exactHint: PricedStrategy = toldTheNumber('exact-hint', 0.001);
export const knownNumber: PricedStrategy = toldTheNumber('known-number', null);

export const ungated: PricedStrategy = {
  name: 'ungated',
  isSound: false,
  create: (setting) =>
    contestantOf(setting, {
      book: openBook(),
      promise: 'expected',
      hintDoubt: null,
      isBaselineKnown: true,
    }),
};

export const coinPolicy: PricedStrategy = withCoin('policy', 'expected');
export const coinPlayed: PricedStrategy = withCoin('played', 'played');
export const coinObserved: PricedStrategy = withCoin('observed', 'observed');

function toldTheNumber(name: string, hintDoubt: number | null): PricedStrategy {
  return {
    name,
    isSound: true,
    create: (setting) =>
      contestantOf(setting, {
        book: declaredBook(setting),
        promise: 'expected',
        hintDoubt,
        isBaselineKnown: true,
      }),
  };
}

function withCoin(subject: CoinSubject, promise: PromiseName): PricedStrategy {
  return {
    name: `coin-${subject}`,
    isSound: true,
    create: (setting) =>
      contestantOf(setting, {
        book: unknownBook(setting, subject),
        promise,
        hintDoubt: null,
        isBaselineKnown: false,
      }),
  };
}

function declaredBook({ declarations, allowedShortfall }: Setting): SafetyBook {
  return knownBaselineBook({
    terms: relativePromise({ allowedShortfall }),
    rewardFloor: declarations.rewardFloor,
    rewardNoiseScale: declarations.rewardNoiseScale,
    failureProbability: FAILURE_PROBABILITY,
  });
}

function unknownBook(
  { declarations, allowedShortfall }: Setting,
  subject: CoinSubject,
): SafetyBook {
  return coinBook({
    terms: relativePromise({ allowedShortfall }),
    subject,
    rewardFloor: declarations.rewardFloor,
    rewardCeiling: declarations.rewardCap,
    // The floor of what is observed holds with its noise: the worlds cut it off there.
    rewardNoiseScale: subject === 'observed' ? 0 : declarations.rewardNoiseScale,
    failureProbability: FAILURE_PROBABILITY,
  });
}

interface Equipment {
  readonly book: SafetyBook;
  readonly promise: PromiseName;
  readonly hintDoubt: number | null;
  readonly isBaselineKnown: boolean;
}

function contestantOf(setting: Setting, equipment: Equipment): Contestant {
  const { world, declarations, random, engine } = setting;
  return hedgeContestant({
    ...equipment,
    engine,
    dimension: world.dimension,
    actionCount: world.actionCount,
    createProposer: (beliefs) => curiousProposer(beliefs, BOLDNESS),
    ridgePenalty: RIDGE_PENALTY,
    rewardOffset: declarations.rewardOffset,
    priorVariance: declarations.priorVariance,
    hasIntercept: declarations.lacksConstant,
    coin: random,
  });
}
