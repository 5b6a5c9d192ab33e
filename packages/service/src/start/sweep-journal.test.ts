/**
 * The broom moves what the settings let go, goes on after a policy that cannot be swept, and ends when
 * it is told to.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogger } from '../instruments/logger.ts';
import type { RetentionRule } from '../journal/segments/retention.ts';
import { type SweepOptions, sweepJournal } from './sweep-journal.ts';

const clock = { now: () => '2027-03-31T00:00:00.000Z' };

function broom(settings: SweepOptions['settings'], segmentCounts: Record<string, number>) {
  const lines: string[] = [];
  const rules: RetentionRule[] = [];
  const logger = createLogger({
    level: 'info',
    clock,
    destination: { write: (line) => void lines.push(line) },
  });
  const sweeping = sweepJournal({
    journal: {
      listPolicies: async () => Object.keys(segmentCounts),
      retention: {
        due: async () => 0,
        compact: async (policy, rule) => {
          rules.push(rule);
          const left = segmentCounts[policy]!;
          if (left < 0) throw new Error('the chain is broken');
          segmentCounts[policy] = Math.max(0, left - 1);
          return { entries: left > 0 ? 4096 : 0, bytes: 0 };
        },
      },
    },
    settings,
    clock,
    logger,
    roundMs: 1,
  });
  return { sweeping, lines, rules };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(1);
}

test('everything due of every policy is moved, by number and by age', async () => {
  const left = { broken: -1, maize: 3, wheat: 1 };
  const { sweeping, lines, rules } = broom({ rawEntries: 1000, rawDays: 90 }, left);
  await until(() => left.maize === 0 && left.wheat === 0 && rules.length > 12);
  await sweeping.close();
  const count = rules.length;
  expect(rules[0]).toEqual({ rawEntries: 1000, rawSince: '2026-12-31T00:00:00.000Z' });
  expect(lines.filter((line) => line.includes('the chain is broken'))).toHaveLength(1);
  await pause(30);
  expect(rules).toHaveLength(count);
});

test('zero for both is off; zero for one leaves the other', async () => {
  const off = broom({ rawEntries: 0, rawDays: 0 }, { maize: 1 });
  const byAge = broom({ rawEntries: 0, rawDays: 1 }, { maize: 1 });
  await until(() => byAge.rules.length > 2);
  await Promise.all([off.sweeping.close(), byAge.sweeping.close()]);
  expect(off.rules).toEqual([]);
  expect(byAge.rules[0]).toEqual({ rawEntries: null, rawSince: '2027-03-30T00:00:00.000Z' });
});
