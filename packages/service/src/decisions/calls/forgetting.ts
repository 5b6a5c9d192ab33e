/**
 * Forgetting on request: what was known of the situations of decisions.
 *
 * The register of subjects has no index by name, so all entries are looked through for a subject, before the policy's turn begins.
 */
import { forgetCommand } from '../commands/forget-command.ts';
import { registerEntries } from '../commands/forget-lookup.ts';
import type { DecisionService } from '../decision-service.ts';
import type { Room } from './room.ts';

export function forgetting(room: Room): Pick<DecisionService, 'forget'> {
  const { journal } = room;
  return {
    forget: async (policy, request) => {
      const { subject } = request;
      const register = await room.read(async () =>
        subject === undefined
          ? { entries: [], through: 0 }
          : registerEntries(journal, { policy, subject, after: 0 }),
      );
      const reply = await room.submit(policy, forgetCommand({ request, journal, register }));
      // Also if nothing was left to forget: whoever asks again may have been told that this failed.
      await room.read(() => journal.scrub());
      return reply;
    },
  };
}
