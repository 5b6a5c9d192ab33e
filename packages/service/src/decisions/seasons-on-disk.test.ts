/**
 * Plans, parts and files of rewards on the real engines: what was answered is there after a restart, what
 * broke off is not there at all, and `verify` proves it.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Journal, Turn } from '../journal/journal.ts';
import { openPostgresJournal } from '../journal/postgres/postgres-journal.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { type PostgresServer, startPostgres } from '../journal/testing/postgres-server.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import type { GroupRequest } from '../wire.ts';
import { refusalOf, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const DIVIDED: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local' },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  allowedShortfall: 0.25,
  size: { typical: 4, unit: 'ha' },
  split: { strips: 20, drop: 4 },
};

const SEASON: GroupRequest = {
  group: '2027',
  situations: Array.from({ length: 40 }, (_, k) => ({
    context: { rain: 3 * k },
    size: 1 + (k % 5),
    site: `farm ${k % 4}`,
  })),
  commit: true,
};

const KEY = { scope: 'local', text: 'season' };

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const ENGINES: readonly [string, () => Promise<() => Promise<Journal>>][] = [
  [
    'sqlite',
    async () => {
      const folder = temporaryFolder();
      return () => openSqliteJournal({ folder, ballastBytes: 0 });
    },
  ],
  [
    'postgres',
    async () => {
      const url = await postgres.freshUrl();
      return () => openPostgresJournal({ url, poolSize: 4 });
    },
  ],
];

/** A journal that fails half-way through an append: the second half repeats a decision of the first. */
function breaking(journal: Journal, isBroken: () => boolean): Journal {
  const beginTurn: Journal['beginTurn'] = async (policy, version) => {
    const turn = await journal.beginTurn(policy, version);
    const append: Turn['append'] = (entries, standing) => {
      if (!isBroken()) return turn.append(entries, standing);
      const torn = entries.map((entry, k) => (k < entries.length / 2 ? entry : entries[1]!));
      return turn.append(torn);
    };
    return { ...turn, append, release: () => turn.release() };
  };
  return new Proxy(journal, {
    get: (target, name) => {
      if (name === 'beginTurn') return beginTurn;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

describe.each(ENGINES)('a season on %s', (_name, make) => {
  test('is issued, harvested in a file, and found again after a restart', {
    timeout: 60_000,
  }, async () => {
    const open = await make();
    const journal = await open();
    const { service } = sampleService({ journal, limits: { snapshotEntries: 30 } });
    await service.define('farm', { definition: DIVIDED });
    const { plan } = await service.issueGroup('farm', SEASON, KEY);
    const rewards = plan.receipts.flatMap(({ id, parts }) => [
      { decision: id, check: 10 },
      ...(parts!.length === 2 ? [{ decision: id, try: 12 }] : []),
    ]);
    const answers = await service.rewardMany('farm', rewards);
    expect(answers.every(({ outcome }) => outcome === 'recorded')).toBe(true);
    await service.closeGroup('farm', '2027');
    const view = await service.policy('farm');
    await service.close();
    await journal.close();

    const reopened = await open();
    const again = sampleService({ journal: reopened }).service;
    expect(await again.policy('farm')).toEqual(view);
    const replay = await again.issueGroup('farm', SEASON, KEY);
    expect(replay).toEqual({ plan, isReplay: true });
    const repeated = await again.rewardMany('farm', rewards);
    expect(repeated.every(({ outcome }) => outcome === 'repeated')).toBe(true);
    expect((await again.policy('farm', 'farm 1')).counts.decisions).toBe(10);
    expect(await verifyJournal(reopened)).toMatchObject({ isWhole: true });
    await again.close();
    await reopened.close();
  });

  test('that breaks off while it is stored leaves nothing, and is issued once', {
    timeout: 60_000,
  }, async () => {
    const open = await make();
    const inner = await open();
    let isBroken = false;
    const journal = breaking(inner, () => isBroken);
    const { service } = sampleService({ journal });
    await service.define('farm', { definition: DIVIDED });
    const before = await inner.head('farm');
    isBroken = true;
    expect(await refusalOf(service.issueGroup('farm', SEASON, KEY))).toMatch(
      /HR_INTERNAL|HR_JOURNAL_UNAVAILABLE/,
    );
    expect(await inner.head('farm')).toEqual(before);
    isBroken = false;
    expect((await service.issueGroup('farm', SEASON, KEY)).isReplay).toBe(false);
    expect((await service.issueGroup('farm', SEASON, KEY)).isReplay).toBe(true);
    expect((await service.policy('farm')).counts.decisions).toBe(40);
    expect(await verifyJournal(inner)).toMatchObject({ isWhole: true });
    await service.close();
    await inner.close();
  });
});
