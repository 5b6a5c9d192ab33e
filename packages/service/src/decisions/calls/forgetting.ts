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
  const { journal, monotonic } = room;
  return {
    forget: async (policy, request) => {
      const { subject } = request;
      const register = await room.read(async () =>
        subject === undefined
          ? { entries: [], through: 0 }
          : registerEntries(journal, { policy, subject, after: 0, pause: room.pause }),
      );
      const command = forgetCommand({ request, journal, register, monotonic });
      const reply = await room.submit(policy, command);
      // Also if nothing was left to forget: whoever asks again may have been told that this failed.
      await room.read(() => journal.scrub());
      return reply;
    },
  };
}
