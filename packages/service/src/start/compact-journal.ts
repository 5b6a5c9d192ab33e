/**
 * Moves all that the settings let go into segments at once, and gives the room back to the disk.
 */
import { systemClock } from '../instruments/clock.ts';
import type { Moved } from '../journal/segments/retention.ts';
import { giveBackRoom } from './give-back-room.ts';
import { openExistingStore, openReader, type StoreSettings } from './open-store.ts';
import { type RetentionSettings, retentionRule } from './retention-rule.ts';

export interface CompactOptions {
  /** Counts what would be moved, and moves nothing. */
  readonly isDryRun: boolean;
  /** Told of every policy of which something is moved, after each segment. */
  readonly onProgress?: (compacted: CompactedPolicy) => void;
}

export interface CompactedPolicy extends Moved {
  readonly policy: string;
}

/** Returns what was moved, or would be, of each policy of which anything is. */
export async function compactJournal(
  settings: StoreSettings & RetentionSettings,
  { isDryRun, onProgress = () => {} }: CompactOptions,
): Promise<readonly CompactedPolicy[]> {
  // Whoever only looks must not bring a folder of an earlier version up to date: that version could not go back to it.
  if (isDryRun) await (await openReader(settings)).close();
  const journal = await openExistingStore(settings);
  const rule = retentionRule(settings, (journal.clock ?? systemClock).now());
  const compacted: CompactedPolicy[] = [];
  try {
    for (const policy of await journal.listPolicies()) {
      let [entries, bytes] = [0, 0];
      if (isDryRun) entries = await journal.retention.due(policy, rule);
      for (let isMore = !isDryRun; isMore; ) {
        const moved = await journal.retention.compact(policy, rule);
        isMore = moved.entries > 0;
        entries += moved.entries;
        bytes += moved.bytes;
        if (isMore) onProgress({ policy, entries, bytes });
      }
      if (entries > 0) compacted.push({ policy, entries, bytes });
    }
  } finally {
    await journal.close();
  }
  if (!isDryRun && settings.database === '')
    giveBackRoom(
      settings.data,
      'Its old entries are in segments now; to give back the room that they left',
    );
  return compacted;
}
