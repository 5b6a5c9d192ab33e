/**
 * Many rewards as one command: each is taken in or refused by itself, and all that were taken in are
 * stored together.
 */
import { type DecisionName, decisionId, parseDecisionId } from '../../journal/decision-id.ts';
import type { Journal } from '../../journal/journal.ts';
import { type ProblemCode, ServiceProblem } from '../../problems/problem.ts';
import { unknownDecision } from '../../problems/refusals.ts';
import type { RewardLine, RewardLineAnswer } from '../../wire.ts';
import type { DecisionFacts, PolicyState } from '../fold/policy-state.ts';
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

/** So many lines take about as long as one decision. */
const LINES_OF_A_REQUEST = 10;

export function bulkRewardCommand(input: BulkInput): Command<readonly BulkAnswer[]> {
  const stood = new Map<string, DecisionFacts>();
  return {
    isWriting: true,
    size: Math.ceil(input.rewards.length / LINES_OF_A_REQUEST),
    prepare(state) {
      stood.clear();
      const names = namesIn(state, input);
      const brought = state.shelf.bring(state, names);
      const ids = unknownOf(state, names, stood);
      if (ids.length === 0) return brought;
      const looked = input.journal.findDecisions(input.policy, ids).then((found) => {
        for (const row of found) stood.set(row.id, row);
      });
      return Promise.all([brought, looked]).then(() => {});
    },
    run: (accountant) => input.rewards.map((reward) => answer(accountant, input, reward, stood)),
  };
}

/** Decisions that there are. */
function namesIn(state: PolicyState, { policy, rewards }: BulkInput): DecisionName[] {
  return rewards.flatMap(({ decision }) => {
    const name = parseDecisionId(decision);
    return name === null || name.policy !== policy || !isIssued(state, name) ? [] : [name];
  });
}

/** Notes what the memory knows, and returns those that the journal's table has to be asked about. */
function unknownOf(
  state: PolicyState,
  names: readonly DecisionName[],
  stood: Map<string, DecisionFacts>,
): string[] {
  const unknown = new Set<string>();
  for (const name of names) {
    const id = decisionId(name);
    const facts = factsInMemory(state, name);
    if (facts === undefined) unknown.add(id);
    else stood.set(id, facts);
  }
  return [...unknown];
}

function answer(
  accountant: Accountant,
  { policy, site }: BulkInput,
  reward: RewardLine,
  stood: ReadonlyMap<string, DecisionFacts>,
): BulkAnswer {
  try {
    const name = parseDecisionId(reward.decision);
    if (name === null || name.policy !== policy) throw unknownDecision();
    const message = rewardSaid(reward);
    const said = { name, message, ...(site === undefined ? {} : { site }) };
    const { outcome } = tell(accountant, said, stood.get(reward.decision) ?? null);
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
