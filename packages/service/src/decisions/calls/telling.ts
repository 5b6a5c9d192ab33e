/**
 * Telling what came of decisions: played, fell back, void, rewards, corrections.
 */
import { parseDecisionId } from '../../journal/decision-id.ts';
import { unknownDecision } from '../../problems/refusals.ts';
import type { OutcomeReply } from '../../wire.ts';
import { bulkRewardCommand } from '../commands/bulk-command.ts';
import { rewardSaid } from '../commands/reward-said.ts';
import { type Message, tellCommand } from '../commands/tell-command.ts';
import type { DecisionService } from '../decision-service.ts';
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
    ack: (decision, { played, executed }, site) => {
      if (played === 'baseline') return tell(decision, { kind: 'fell-back' }, site);
      const share = executed === undefined ? {} : { executed };
      return tell(decision, { kind: 'confirmed', ...share }, site);
    },
    void: (decision, { reason = '' }, site) => tell(decision, { kind: 'voided', reason }, site),
    reward: async (decision, request, site) => tell(decision, rewardSaid(request), site),
    rewardMany: async (policy, rewards, site) => {
      const { journal } = room;
      const command = bulkRewardCommand({ policy, rewards, journal, ...siteOnly(site) });
      const answers = await room.submit(policy, command);
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
