/**
 * Forgets decisions of a journal that no service is running on, or on PostgreSQL beside one.
 */
import { createDecisionService } from '../decisions/create-decision-service.ts';
import { systemClock } from '../instruments/clock.ts';
import type { ForgetReply, ForgetRequest } from '../wire.ts';
import { openExistingStore, type StoreSettings } from './open-store.ts';

/** Returns what was done, however often that had to be asked. */
export async function forgetDecisions(
  settings: StoreSettings,
  policy: string,
  request: ForgetRequest,
): Promise<ForgetReply> {
  const journal = await openExistingStore(settings);
  const service = createDecisionService({ journal, clock: journal.clock ?? systemClock });
  try {
    let forgotten = 0;
    for (;;) {
      const reply = await service.forget(policy, request);
      forgotten += reply.forgotten;
      if (!reply.isMore) return { ...reply, forgotten };
    }
  } finally {
    await service.close();
    await journal.close();
  }
}
