/**
 * Asking what to do: decisions, previews, groups.
 */
import { definitionDiffers, unknownPolicy } from '../../problems/refusals.ts';
import type { GroupPlan } from '../../wire.ts';
import { type DecideAnswer, decideCommand } from '../commands/decide-command.ts';
import { isSameDefinition } from '../commands/definition.ts';
import {
  closeGroupCommand,
  issueGroupCommand,
  previewGroupCommand,
  readPlan,
} from '../commands/group-commands.ts';
import { previewRequest } from '../commands/preview.ts';
import type { DecisionService } from '../decision-service.ts';
import { definitionOf, generationOf } from '../fold/policy-state.ts';
import { readDecided } from '../views/decision-views.ts';
import type { Room } from './room.ts';

type Asking = Pick<
  DecisionService,
  'decide' | 'preview' | 'issueGroup' | 'previewGroup' | 'closeGroup'
>;

export function asking(room: Room): Asking {
  return {
    decide: async (policy, request, caller) => {
      const startMs = room.monotonic.nowMs();
      const { journal, drawSeed, policiesPerKey } = room;
      const answer = await room.submit(
        policy,
        decideCommand({ request, caller, journal, drawSeed, policiesPerKey }),
      );
      const isReplay = answer.kind === 'replay';
      const { receipt, text } = isReplay ? await answeredBefore(room, answer.id) : answer;
      const { chosenBy, reason } = receipt;
      const durationMs = room.monotonic.nowMs() - startMs;
      room.report({ kind: 'decision', policy, chosenBy, reason, isReplay, durationMs });
      return { text, isReplay };
    },
    preview: async (policy, request, site) => {
      const { policy: definition } = request;
      return room.submit(policy, {
        isWriting: false,
        run({ state }) {
          const exists = generationOf(state) > 0;
          if (!exists && definition === undefined) throw unknownPolicy(policy);
          if (exists && definition && !isSameDefinition(definition, definitionOf(state))) {
            throw definitionDiffers(policy);
          }
          return previewRequest(state, request, site);
        },
      });
    },
    issueGroup: async (policy, request, caller) => {
      const startMs = room.monotonic.nowMs();
      const command = issueGroupCommand({ request, caller, journal: room.journal });
      const answer = await room.submit(policy, command);
      const isReplay = answer.kind === 'replay';
      const plan = isReplay ? await plannedBefore(room, answer.id) : answer.plan;
      const durationMs = room.monotonic.nowMs() - startMs;
      for (const { chosenBy, reason } of plan.receipts) {
        room.report({ kind: 'decision', policy, chosenBy, reason, isReplay, durationMs });
      }
      return { plan, isReplay };
    },
    previewGroup: (policy, request, site) =>
      room.submit(policy, previewGroupCommand(request, site)),
    closeGroup: (policy, group) => room.submit(policy, closeGroupCommand(group)),
  };
}

type FreshAnswer = Extract<DecideAnswer, { kind: 'new' }>;

function answeredBefore(room: Room, id: string): Promise<Pick<FreshAnswer, 'receipt' | 'text'>> {
  const { journal } = room;
  return room.read(async () => {
    const row = await journal.findDecision(id);
    if (row === null) throw new Error(`The decision ${id} must be in the table.`);
    const { receipt } = await readDecided(journal, row);
    return { receipt, text: JSON.stringify(receipt) };
  });
}

function plannedBefore(room: Room, id: string): Promise<GroupPlan> {
  const { journal } = room;
  return room.read(async () => {
    const row = await journal.findDecision(id);
    if (row === null) throw new Error(`The decision ${id} must be in the table.`);
    return readPlan(journal, row);
  });
}
