/**
 * What is learnt from the parts of divided decisions, and predicted for the next ones. Two ways:
 *
 *   apart     levels from the checks in one model, differences to the check in another: nothing needs
 *             to be known of how rewards stray                                       (apart-model.ts)
 *   as one    where a prior says how weights stray from season to season: levels and differences of a
 *             decision come from one posterior, and each tells of the other          (joint-model.ts)
 *
 * Neither touches the promise.
 */
import type { Beliefs, BeliefsOptions, BeliefsPrior, BeliefsState } from '../hedge/beliefs.ts';
import { ApartModel } from './apart-model.ts';
import { JointModel } from './joint-model.ts';
import type { SplitTicket } from './split-ticket.ts';

export interface PartsModel {
  /** What is believed of actions against the baseline beside them. */
  readonly differences: Beliefs;
  /** What a part is predicted to earn where all features are 0. */
  readonly offset: number;
  /** What a part with these features is predicted to earn. */
  predictLevel(features: ArrayLike<number>): number;
  /** A decision was issued: what comes of it will be learnt. */
  enter(ticket: SplitTicket): void;
  /** A decision is no longer kept: nothing new will come of it. */
  leave(ticket: SplitTicket): void;
  /** All decisions of a place are kept elsewhere, until they are entered again. */
  putAway(place: number): void;
  /** Brings what was learnt from a decision up to what is known of it. */
  learn(ticket: SplitTicket): void;
  /** Supposes that a try and its check will be measured, and not what they pay. */
  imagine(differenceFeatures: Float64Array): void;
  passSeason(): void;
  asPrior(): BeliefsPrior;
  /** What was learnt, without the decisions that are kept. */
  exportNumbers(): PartsModelState;
  importNumbers(state: PartsModelState): void;
}

export interface PartsModelState {
  readonly differences: BeliefsState;
  /** Absent where one model knows both. */
  readonly levels?: BeliefsState;
}

/** Returns the model that the options ask for. */
export function createPartsModel(options: BeliefsOptions): PartsModel {
  const { prior } = options;
  return prior?.seasonVariance === undefined
    ? new ApartModel(options)
    : new JointModel(options, { ...prior, seasonVariance: prior.seasonVariance });
}
