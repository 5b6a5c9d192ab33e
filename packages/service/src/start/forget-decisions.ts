/**
 * Forgets decisions of a journal that no service is running on, or on PostgreSQL beside one.
 *
 * A file of a time when pages could not be given back keeps what was in free ones: deleted snapshots, entries that were moved. It is
 * written anew, also where nothing was left to forget: whoever asks again may have been told that there was no room for it.
 */
import { createDecisionService } from '../decisions/create-decision-service.ts';
import { systemClock } from '../instruments/clock.ts';
import { keepsFreePages } from '../journal/sqlite/folder/shrink-folder.ts';
import type { ForgetReply, ForgetRequest } from '../wire.ts';
import { giveBackRoom } from './give-back-room.ts';
import { openExistingStore, type StoreSettings } from './open-store.ts';

/** Returns what was done, however often that had to be asked. */
export async function forgetDecisions(
  settings: StoreSettings,
  policy: string,
  request: ForgetRequest,
): Promise<ForgetReply> {
  const reply = await forgetAll(settings, policy, request);
  const { data, database } = settings;
  if (database === '' && keepsFreePages(data)) {
    giveBackRoom(data, 'What was asked for is forgotten; to leave nothing of it in free pages');
  }
  return reply;
}

async function forgetAll(
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
