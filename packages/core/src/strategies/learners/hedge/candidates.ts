/**
 * Which action is proposed in a round, and how it is offered to the book.
 *
 *     favourite     what the proposer names; if that is the baseline's own action, another look
 *     affordable    where the book tells actions apart: a second choice, if the favourite is refused
 *
 * None of it affects safety: the book is asked about whatever comes out.
 */
import type { Proposer } from '../../../proposal/proposer.ts';
import { secondLook } from '../../../proposal/second-look.ts';
import type { Offer, RewardInterval, SafetyBook } from '../../../safety/books/safety-book.ts';
import { type BaselineChoice, rewardInterval } from '../baseline-choice.ts';
import type { Beliefs } from './beliefs.ts';
import type { RoundTerms } from './round-terms.ts';
import { chooseAffordable } from './second-choice.ts';

export interface CandidatesOptions {
  readonly beliefs: Beliefs;
  readonly proposer: Proposer;
  /** Least expected reward of each action in the round at hand; −∞ where none is declared. */
  readonly floors: Float64Array;
  /** Declared variance proxy of an action's reward in the round at hand. */
  readonly varianceOf: ((actionIndex: number) => number) | undefined;
}

/** What is to be offered to the book. */
export interface Choice {
  readonly action: number;
  /** Whether it does not look best: it is named to go on learning of it (proposal/second-look.ts). */
  readonly isSecondLook: boolean;
}

/** A round whose features have been shown. */
export interface ShownRound {
  readonly book: SafetyBook;
  readonly baseline: BaselineChoice;
  readonly actionCount: number;
  readonly terms: RoundTerms;
  /** Number of the decision. */
  readonly sequence: number;
}

export class Candidates {
  readonly #options: CandidatesOptions;

  constructor(options: CandidatesOptions) {
    this.#options = options;
  }

  choose(round: ShownRound): Choice {
    // Asked in any case: it also tells what each action may pay, which would else be left from before.
    const favourite = this.#favourite(round);
    const action = round.terms.proposal ?? this.#affordable(favourite.action, round);
    const isSecondLook = favourite.isSecondLook && action === favourite.action;
    return { action, isSecondLook };
  }

  /** Returns an action as it is offered to the book. */
  offer(baseline: BaselineChoice, action: number, { size, group }: RoundTerms): Offer {
    const { beliefs, floors, varianceOf } = this.#options;
    const features = {
      proposal: beliefs.featuresOf(action),
      baseline: beliefs.featuresOf(baseline.action),
    };
    const variance = varianceOf?.(action);
    const proposalFloor = floors[action]!;
    return {
      ...(variance === undefined ? {} : { variance }),
      ...(proposalFloor > Number.NEGATIVE_INFINITY ? { proposalFloor } : {}),
      proposalPrediction: beliefs.predictionOf(action),
      baselinePrediction: beliefs.predictionOf(baseline.action),
      baselineReward: rewardInterval(baseline),
      rewardDeviation: Math.sqrt(beliefs.noiseVariance()),
      features,
      ...(size === undefined ? {} : { size }),
      ...(group === undefined ? {} : { group }),
    };
  }

  #favourite({ baseline, actionCount, sequence }: ShownRound): Choice {
    const { beliefs, proposer } = this.#options;
    const { model, rewardOffset, rewardCount } = beliefs;
    const { action: baselineAction } = baseline;
    const favourite = { action: proposer.propose(model, actionCount), isSecondLook: false };
    if (favourite.action !== baselineAction || !proposer.isCurious) return favourite;
    const declared = rewardInterval(baseline);
    const usualReward =
      declared === null
        ? model.kernel.predictions[baselineAction]!
        : middleOf(declared) - rewardOffset;
    const round = { actionCount, baselineAction, usualReward, rewardCount, sequence };
    const look = secondLook({ beliefs, model, ...round });
    return look === null ? favourite : { action: look.action, isSecondLook: true };
  }

  #affordable(favourite: number, { book, baseline, actionCount, terms }: ShownRound): number {
    const { beliefs, floors } = this.#options;
    const hasFloors = floors.some((floor) => floor > Number.NEGATIVE_INFINITY);
    if (!book.tellsActionsApart && !hasFloors) return favourite;
    const declared = rewardInterval(baseline);
    const predictionOf = (action: number) => beliefs.predictionOf(action);
    return chooseAffordable({
      favourite,
      baselineAction: baseline.action,
      actionCount,
      quoteOf: (action) => book.quote(this.offer(baseline, action, terms)),
      predictionOf,
      usualReward: () => (declared === null ? predictionOf(baseline.action) : middleOf(declared)),
      hopeOf: (action) => beliefs.model.kernel.upperBounds[action]!,
    });
  }
}

function middleOf({ min, max }: RewardInterval): number {
  return (min + max) / 2;
}
