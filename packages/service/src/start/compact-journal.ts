/**
 * Moves all that the settings let go into segments at once, and gives the room back to the disk.
 */
import { systemClock } from '../instruments/clock.ts';
import type { Moved } from '../journal/segments/retention.ts';
import { shrinkFolder } from '../journal/sqlite/shrink-folder.ts';
import { openExistingStore, type StoreSettings } from './open-store.ts';
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
  if (!isDryRun && settings.database === '') shrinkFolder(settings.data);
  return compacted;
}
