/**
 * The book of the promise about observed rewards, with a declared baseline reward.
 *
 *     slack = reserve + Σ proposal rounds ( reward − shareKept · baseline max + allowance )
 *                     + Σ baseline rounds ( α · reward + allowance )
 *
 * All of it is seen, or counts as the floor until it is. So this is plain accounting: nobody bets, the
 * promise holds for certain and spends no failure probability. Where the baseline plays, its own
 * outcome is the yardstick; where it does not, its declared reward.
 */
import { roundedDown } from '../bets/coin-promise.ts';
import { type PromiseTerms, requireRepairing } from '../promise-terms.ts';
import type { BookPromise } from './book-promise.ts';
import { requireAboveFloor, requireDeclared, requireNoNoise } from './declared-baseline.ts';
import { PromiseBook } from './promise-book.ts';
import type { RewardInterval } from './safety-book.ts';
import type { PlayedRound } from './worth.ts';

export interface ObservedBookOptions {
  readonly terms: PromiseTerms;
  /** Lowest reward that can be observed, in reward units. */
  readonly rewardFloor: number;
  /** Must be 0: the floor is that of observed rewards. */
  readonly rewardNoiseScale: number;
  readonly period?: number;
  readonly budgetMax?: number;
  readonly typicalSize?: number;
}

/** Returns the book of the observed total with a declared baseline. */
export function observedBook(options: ObservedBookOptions): PromiseBook {
  requireNoNoise(options.rewardNoiseScale);
  requireRepairing(options.terms, options.rewardFloor);
  const promises = [observedTotal(options)] as const;
  return new PromiseBook({ ...options, promises, reserve: options.terms.reserve });
}

function observedTotal(options: ObservedBookOptions): BookPromise {
  const { terms, rewardFloor } = options;
  const worth = (round: PlayedRound) => {
    const earned = round.reward ?? rewardFloor;
    return round.player === 'proposal'
      ? proposalWorth(terms, earned, round.stake.baselineReward)
      : roundedDown(terms.allowedShortfall * earned + terms.allowancePerRound, 0);
  };
  return {
    terms,
    failureProbability: 0,
    bettorCount: 0,
    tellsActionsApart: false,
    checkGroup: () => {},
    betsOnGroups: true,
    checkSize: () => {},
    isTrusted: () => true,
    checkBaseline: (baselineReward) => void requireDeclared(terms, baselineReward),
    checkReward: (reward) => requireAboveFloor(reward, options),
    playProbability: () => 1,
    increment: ({ baselineReward }) => proposalWorth(terms, rewardFloor, baselineReward),
    trustedIncrement: () => null,
    isBetOn: () => false,
    certain: worth,
    base: worth,
    scaleOf: () => 1,
    createTable: () => ({ grid: { rates: [], weights: [] }, growthOf: () => () => 0, sums: null }),
  };
}

function proposalWorth(
  terms: PromiseTerms,
  earned: number,
  declared: RewardInterval | null,
): number {
  const { max } = requireDeclared(terms, declared);
  return roundedDown(earned + terms.allowancePerRound, terms.shareKept * max);
}
