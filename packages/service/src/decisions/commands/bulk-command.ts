/**
 * Many rewards as one command: each is taken in or refused by itself, and all that were taken in are
 * stored together.
 */
import { decisionId, parseDecisionId } from '../../journal/decision-id.ts';
import type { DecisionRow, Journal } from '../../journal/journal.ts';
import { type ProblemCode, ServiceProblem } from '../../problems/problem.ts';
import { unknownDecision } from '../../problems/refusals.ts';
import type { RewardLine, RewardLineAnswer } from '../../wire.ts';
import type { PolicyState } from '../fold/policy-state.ts';
import type { Accountant } from './accountant.ts';
import type { Command } from './command.ts';
import { factsInMemory, isIssued } from './decision-facts.ts';
import { rewardSaid } from './reward-said.ts';
import { tell } from './tell-command.ts';

export type BulkAnswer = Pick<RewardLineAnswer, 'outcome' | 'code' | 'detail'>;

export interface BulkInput {
  readonly policy: string;
  readonly rewards: readonly RewardLine[];
  readonly journal: Journal;
  /** The only site that the caller may speak of; any if absent. */
  readonly site?: string;
}

export function bulkRewardCommand(input: BulkInput): Command<readonly BulkAnswer[]> {
  let rows = new Map<string, DecisionRow>();
  return {
    isWriting: true,
    prepare(state) {
      rows = new Map();
      const ids = unknownIn(state, input);
      if (ids.length === 0) return;
      return input.journal.findDecisions(input.policy, ids).then((found) => {
        rows = new Map(found.map((row) => [row.id, row]));
      });
    },
    run: (accountant) => input.rewards.map((reward) => answer(accountant, input, reward, rows)),
  };
}

/** Decisions that the journal's table has to be asked about. */
function unknownIn(state: PolicyState, { policy, rewards }: BulkInput): string[] {
  const ids = new Set<string>();
  for (const { decision } of rewards) {
    const name = parseDecisionId(decision);
    if (name === null || name.policy !== policy || !isIssued(state, name)) continue;
    if (factsInMemory(state, name) === undefined) ids.add(decisionId(name));
  }
  return [...ids];
}

function answer(
  accountant: Accountant,
  { policy, site }: BulkInput,
  reward: RewardLine,
  rows: ReadonlyMap<string, DecisionRow>,
): BulkAnswer {
  try {
    const name = parseDecisionId(reward.decision);
    if (name === null || name.policy !== policy) throw unknownDecision();
    const message = rewardSaid(reward);
    const said = { name, message, ...(site === undefined ? {} : { site }) };
    const { outcome } = tell(accountant, said, rows.get(reward.decision) ?? null);
    return { outcome };
  } catch (error) {
    if (error instanceof ServiceProblem) return refusal(error);
    throw error;
  }
}

/** Returns how a line is answered that was not taken in. */
export function refusal({ code, message }: ServiceProblem): BulkAnswer {
  return { outcome: OUTCOMES[code] ?? 'refused', code, detail: message };
}

const OUTCOMES: { readonly [Code in ProblemCode]?: BulkAnswer['outcome'] } = {
  HR_REWARD_CONTRADICTS: 'contradiction',
  HR_DECISION_UNKNOWN: 'unknown-decision',
};
