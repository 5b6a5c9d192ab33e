/**
 * A comparator in the lab's chair: whatever its rule, it sees what every learner sees and keeps the same
 * accounts, so that rows differ by the rule alone.
 *
 *     rule.choose(round) ──▶ an action, and who chose it        rule.learn(play, reward)
 *
 * Sums of the baseline's rewards are kept here, once, because every gate in the literature compares
 * with them.
 */
import { HedgerowError } from '@hedgerow/core';
import type {
  BaselineChoice,
  Chooser,
  ConfidenceSet,
  Decision,
  Learner,
  Ticket,
} from '@hedgerow/core/research';

/** What a rule is shown before it chooses. */
export interface RivalRound {
  readonly dimension: number;
  readonly actionCount: number;
  /** ψ of all actions, one after the other. */
  readonly features: Float64Array;
  readonly baselineAction: number;
  /** The baseline's expected reward in this round, a known number. */
  readonly baselineReward: number;
  /** Σ of it over all rounds, this one included; and over those that the baseline played. */
  readonly baselineTotal: number;
  readonly baselinePlayedTotal: number;
  /** Counted from 1. */
  readonly number: number;
}

export interface RivalChoice {
  readonly action: number;
  readonly chosenBy: Chooser;
}

export interface RivalPlay extends RivalChoice {
  /** ψ of the action that was played. */
  readonly features: Float64Array;
}

export interface RivalRule {
  choose(round: RivalRound): RivalChoice;
  learn(play: RivalPlay, reward: number): void;
  /** Where it believes the true weights to be; absent if it has no such set. */
  readonly confidenceSet?: ConfidenceSet;
  /** Writes θ̂; absent where there is none. */
  estimateWeights?(into: Float64Array): void;
  /** Whether it asks anything before it plays what it likes. */
  readonly hasGate: boolean;
}

export interface RivalSize {
  readonly dimension: number;
  readonly actionCount: number;
}

type Open<Shape> = { -readonly [Field in keyof Shape]: Shape[Field] };

/** Returns the learner that plays by a rule. */
export function rivalLearner(size: RivalSize, rule: RivalRule): Learner {
  return new RivalLearner(size, rule);
}

class RivalLearner implements Learner {
  readonly expectedFeatures: Float64Array;
  readonly confidenceSet: ConfidenceSet | null;
  readonly #rule: RivalRule;
  readonly #round: Open<RivalRound>;
  readonly #decision: Open<Decision>;
  #play: RivalPlay | null = null;

  constructor({ dimension, actionCount }: RivalSize, rule: RivalRule) {
    this.#rule = rule;
    this.confidenceSet = rule.confidenceSet ?? null;
    this.expectedFeatures = new Float64Array(actionCount * dimension);
    this.#round = {
      dimension,
      actionCount,
      features: this.expectedFeatures,
      baselineAction: 0,
      baselineReward: 0,
      baselineTotal: 0,
      baselinePlayedTotal: 0,
      number: 0,
    };
    this.#decision = firstDecision(dimension, actionCount);
  }

  decide(baseline: BaselineChoice, actionCount?: number): Decision {
    this.#open(baseline, actionCount);
    const { action, chosenBy } = this.#rule.choose(this.#round);
    if (chosenBy === 'baseline') this.#round.baselinePlayedTotal += this.#round.baselineReward;
    const { dimension } = this.#round;
    const features = this.expectedFeatures.slice(action * dimension, (action + 1) * dimension);
    this.#play = { action, chosenBy, features };
    const decision = this.#decision;
    decision.ticket = { sequence: this.#round.number, playedAction: action, features };
    decision.playedAction = action;
    decision.proposedAction = action;
    decision.chosenBy = chosenBy;
    decision.playProbability = 1;
    decision.reason = this.#reason(chosenBy);
    return decision;
  }

  settle(ticket: Ticket, reward: number): void {
    if (this.#play === null || ticket.sequence !== this.#round.number) throw lateReward();
    this.#rule.learn(this.#play, reward);
    this.#play = null;
  }

  provedSlack(): null {
    return null;
  }

  estimateWeights(into: Float64Array): void {
    if (this.#rule.estimateWeights === undefined) into.fill(0);
    else this.#rule.estimateWeights(into);
  }

  #open({ action, expectedReward }: BaselineChoice, actionCount: number | undefined): void {
    const round = this.#round;
    if (!(Number.isInteger(action) && action >= 0 && action < round.actionCount)) {
      throw new HedgerowError({
        code: 'HR_INPUT_RANGE',
        rule: `baseline.action must be a whole number from 0 to ${round.actionCount - 1}`,
        received: String(action),
      });
    }
    if (
      typeof expectedReward !== 'number' ||
      (actionCount ?? round.actionCount) !== round.actionCount
    ) {
      throw new HedgerowError({
        code: 'HR_INPUT_KIND',
        rule: 'a comparator must be told the baseline’s reward, and be shown all actions in every round',
        received:
          typeof expectedReward === 'number' ? `${actionCount} actions` : 'no single number',
      });
    }
    round.number += 1;
    round.baselineAction = action;
    round.baselineReward = expectedReward;
    round.baselineTotal += expectedReward;
  }

  #reason(chosenBy: Chooser): Decision['reason'] {
    if (!this.#rule.hasGate) return 'no-gate';
    return chosenBy === 'learner' ? 'optimistic-is-safe' : 'not-certified';
  }
}

function firstDecision(dimension: number, actionCount: number): Open<Decision> {
  return {
    ticket: { sequence: 0, playedAction: 0, features: new Float64Array(dimension) },
    playedAction: 0,
    chosenBy: 'baseline',
    reason: 'not-certified',
    proposedAction: 0,
    playProbability: 1,
    provedSlack: null,
    confidenceRadius: null,
    upperBounds: new Float64Array(actionCount),
    learnerTotalLowerBound: null,
    margin: null,
  };
}

function lateReward(): HedgerowError {
  return new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: 'a comparator must hear each reward before the next decision',
    received: 'a reward of another decision',
  });
}
