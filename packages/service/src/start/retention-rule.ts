/**
 * The settings of retention as a rule for the journal.
 */
import type { RetentionRule } from '../journal/segments/retention.ts';
import type { Settings } from './settings-table.ts';

export type RetentionSettings = Pick<Settings, 'rawEntries' | 'rawDays'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns which entries stay in the table at a time, as ISO text; zero in a setting: it moves nothing. */
export function retentionRule(
  { rawEntries, rawDays }: RetentionSettings,
  now: string,
): RetentionRule {
  return {
    rawEntries: rawEntries === 0 ? null : rawEntries,
    rawSince: rawDays === 0 ? null : new Date(Date.parse(now) - rawDays * DAY_MS).toISOString(),
  };
}
