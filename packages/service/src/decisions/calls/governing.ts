/**
 * What happens to a policy as a whole: defined, switched, renewed, archived, removed.
 */
import { ServiceProblem } from '../../problems/problem.ts';
import { eraseCommand, removeCommand, restoreCommand } from '../commands/archive-commands.ts';
import {
  defineCommand,
  modeCommand,
  previewDefinitionCommand,
  renewCommand,
} from '../commands/policy-commands.ts';
import { PolicyQuota } from '../commands/policy-quota.ts';
import type { DecisionService } from '../decision-service.ts';
import type { Room } from './room.ts';

type Governing = Pick<
  DecisionService,
  'setMode' | 'define' | 'previewDefinition' | 'renew' | 'remove' | 'erase' | 'removals' | 'restore'
>;

export function governing(room: Room): Governing {
  return {
    setMode: (policy, request) => room.submit(policy, modeCommand(request)),
    define: (policy, request, owner) => {
      const { journal, policiesPerKey: most } = room;
      const quota = new PolicyQuota({ journal, owner, most });
      return room.submit(policy, defineCommand(request, { drawSeed: room.drawSeed, quota }));
    },
    previewDefinition: (policy, request) =>
      room.submit(policy, previewDefinitionCommand(request, room.drawSeed)),
    renew: (policy, reason) => room.submit(policy, renewCommand(reason)),
    remove: (policy, request) => room.submit(policy, removeCommand(request)),
    erase: async (policy, request, by) => {
      const { journal, eraseAfterDays: graceDays } = room;
      const command = eraseCommand({ ...request, by, graceDays, journal });
      try {
        const reply = await room.submit(policy, command);
        await scrub(room, policy);
        return reply;
      } catch (error) {
        // Whoever asks again may have heard nothing, because the service ended when all was erased and some of it still stood in the log.
        if (isUnknown(error)) await scrub(room, policy);
        throw error;
      }
    },
    removals: () => room.read(() => room.journal.readRemovals()),
    restore: (policy, request) => room.submit(policy, restoreCommand(request)),
  };
}

/** It is erased all the same where somebody reads all the time; whoever asks again has the log emptied. */
async function scrub({ journal, report }: Room, policy: string): Promise<void> {
  await journal.scrub().catch((error: unknown) => {
    report({ kind: 'failure', policy, detail: String(error) });
  });
}

function isUnknown(error: unknown): boolean {
  return error instanceof ServiceProblem && error.code === 'HR_POLICY_UNKNOWN';
}
