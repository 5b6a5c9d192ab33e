/**
 * What the clients of one policy were told, and what its rounds truly paid: whatever is found at the end must fit it.
 */
import type { DecisionRequest } from '../../wire.ts';

export const TRUE_REWARDS: Readonly<Record<string, number>> = { early: 0, late: 18, local: 10 };

/** What a played round adds to the account of the promise: at least 75 % of the baseline's 10. */
function contribution(action: string): number {
  return TRUE_REWARDS[action]! - 0.75 * TRUE_REWARDS.local!;
}

export class ToldBooks {
  readonly policy: string;
  /** Decisions and rewards that clients were told are stored. */
  readonly acknowledged: { id: string; key: string; reward: number | null }[] = [];
  /** The rain at subjects that clients were told are in the register. */
  readonly registered: Map<string, number> = new Map();
  /** Ids of decisions that somebody asked to forget. */
  readonly unwanted: Set<string> = new Set();
  /** Situations of those of which clients were told that they are forgotten, by id. */
  readonly forgotten: Map<string, string> = new Map();
  /** What was asked under each key. */
  readonly requests: Map<string, DecisionRequest> = new Map();
  /** Whether somebody asked to erase the policy; told that it was done. */
  isUnwanted = false;
  isErased = false;
  /** The lowest that the true account of the rounds really played ever was. */
  lowestMargin = 0;
  #trueMargin = 0;

  constructor(policy: string) {
    this.policy = policy;
  }

  play(action: string): void {
    this.#trueMargin += contribution(action);
    this.lowestMargin = Math.min(this.lowestMargin, this.#trueMargin);
  }
}
