/**
 * Telling what came of decisions: played, fell back, void, rewards, corrections.
 */
import type { GiveUp } from '@hedgerow/core';
import { parseDecisionId } from '../../journal/decision-id.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { unknownDecision } from '../../problems/refusals.ts';
import type { OutcomeReply, RewardLine } from '../../wire.ts';
import {
  type BulkAnswer,
  type BulkInput,
  bulkRewardCommand,
  refusal,
} from '../commands/bulk-command.ts';
import { rewardSaid } from '../commands/reward-said.ts';
import { type Message, tellCommand } from '../commands/tell-command.ts';
import type { DecisionService } from '../decision-service.ts';
import { chunks } from './chunks.ts';
import { type Room, siteOnly } from './room.ts';

type Telling = Pick<DecisionService, 'ack' | 'void' | 'reward' | 'rewardMany' | 'correct'>;

export function telling(room: Room): Telling {
  const tell = async (decision: string, message: Message, site?: string): Promise<OutcomeReply> => {
    const name = parseDecisionId(decision);
    if (name === null) throw unknownDecision();
    const command = tellCommand({ name, message, journal: room.journal, ...siteOnly(site) });
    const { policy } = name;
    const reply = await room.submit(policy, command);
    room.report({ kind: 'outcome', policy, what: message.kind, outcome: reply.outcome });
    return reply;
  };
  return {
    ack: (decision, said, site) => {
      if (said.played === 'baseline')
        return tell(decision, { kind: 'fell-back', ...why(said) }, site);
      const share = said.executed === undefined ? {} : { executed: said.executed };
      return tell(decision, { kind: 'confirmed', ...share }, site);
    },
    void: (decision, said, site) => tell(decision, { kind: 'voided', ...why(said) }, site),
    reward: async (decision, request, site) => tell(decision, rewardSaid(request), site),
    rewardMany: async (policy, rewards, site) => {
      const parts = chunks(rewards, TOLD_AT_ONCE).map((part) =>
        tellPart(room, { policy, rewards: part, ...siteOnly(site) }, rewards),
      );
      const answers = (await Promise.all(parts)).flat();
      for (const { outcome } of answers) {
        if (outcome !== 'recorded' && outcome !== 'repeated') continue;
        room.report({ kind: 'outcome', policy, what: 'rewarded', outcome });
      }
      return answers;
    },
    correct: async (decision, request, site) => {
      const { reason } = request;
      const { reward } = rewardSaid(request);
      return tell(decision, { kind: 'corrected', reward, reason }, site);
    },
  };
}

/** Whoever tells of many lets others have their turn in between: no turn ends amid these. */
const TOLD_AT_ONCE = 100;

/** A part that could not be stored, or not even wait: nobody knows more of any of its lines. */
async function tellPart(
  room: Room,
  input: Omit<BulkInput, 'journal'>,
  whole: readonly RewardLine[],
): Promise<readonly BulkAnswer[]> {
  const { journal } = room;
  try {
    return await room.submit(input.policy, { ...bulkRewardCommand({ ...input, journal }), whole });
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const refused = refusal(error);
    return input.rewards.map(() => refused);
  }
}

function why({ reason, note }: GiveUp): GiveUp {
  return note === undefined ? { reason } : { reason, note };
}
