/**
 * The default strategy of the core as a contestant, with any book and any proposer.
 *
 * The lab's client carries out every decision at once and says so; only the reward may be late. What
 * is claimed is the slack that the book quotes.
 */
import {
  type BaselineChoice,
  HedgeLearner,
  type HedgeLearnerOptions,
  type HedgeTicket,
} from '@hedgerow/core/research';
import type { PromiseName, RoundPlay } from '../measures/run-measures.ts';
import type { Contestant } from './contestant.ts';

export interface HedgeContestantOptions extends Omit<HedgeLearnerOptions, 'execution'> {
  readonly promise: PromiseName;
  /** Whether the baseline's expected reward is told; if not, the book must do without. */
  readonly isBaselineKnown: boolean;
}

/** Lets hedge compete. */
export function hedgeContestant(options: HedgeContestantOptions): Contestant {
  return new HedgeContestant(options);
}

class HedgeContestant implements Contestant {
  readonly promise: PromiseName;
  readonly expectedFeatures: Float64Array;
  readonly #learner: HedgeLearner;
  readonly #isBaselineKnown: boolean;
  /** Tickets of rounds whose reward has not come, by round. */
  readonly #tickets: Map<number, HedgeTicket> = new Map();

  constructor(options: HedgeContestantOptions) {
    this.promise = options.promise;
    this.#isBaselineKnown = options.isBaselineKnown;
    this.#learner = new HedgeLearner({ ...options, execution: 'assume' });
    this.expectedFeatures = this.#learner.expectedFeatures;
  }

  decide(baseline: BaselineChoice): RoundPlay {
    const known = this.#isBaselineKnown ? baseline : { ...baseline, expectedReward: null };
    const decision = this.#learner.decide(known);
    this.#tickets.set(decision.ticket.sequence, decision.ticket);
    return decision;
  }

  observe(round: number, reward: number): void {
    const ticket = this.#tickets.get(round)!;
    this.#tickets.delete(round);
    this.#learner.settle(ticket, reward);
  }

  provedSlack(): number {
    return this.#learner.provedSlack();
  }
}
