/**
 * The disk fails under a whole service: calls to the store, the end of the log, snapshots, entries.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDecisionService } from '../decisions/create-decision-service.ts';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import { systemClock } from '../instruments/clock.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { FaultyJournal } from '../journal/testing/faulty-journal.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { openReader } from '../start/open-store.ts';
import type { DecisionReceipt } from '../wire.ts';
import { Callers } from './testing/callers.ts';
import { createDice } from './testing/dice.ts';
import { definePolicy } from './testing/http-call.ts';
import { startServing } from './testing/service-process.ts';
import { SHOP_POLICY } from './testing/shop-policy.ts';
import {
  decide,
  openShop,
  readView,
  reward,
  tamper,
  verifyFolder,
} from './testing/shop-service.ts';

const COMMAND = fileURLToPath(new URL('../../../cli/bin/hedgerow.js', import.meta.url));

/** Makes a journal with rewarded decisions and snapshots at its end; returns its folder. */
async function filledFolder(count: number): Promise<string> {
  const data = temporaryFolder();
  const shop = await openShop(data);
  await definePolicy(shop.address, 'shop', SHOP_POLICY);
  for (let index = 1; index <= count; index++) {
    const { id } = await decide(shop.address, `key${index}`);
    await reward(shop.address, id);
  }
  await shop.close();
  return data;
}

describe('a call to the store that fails', () => {
  const APPENDS = 6;
  const cases = Array.from({ length: APPENDS }, (_, index) => index + 1).flatMap((append) =>
    (['before-store', 'after-store'] as const).map((when) => ({ append, when })),
  );

  test.for(cases)(
    'call $append, $when: one decision a key, and on without a restart',
    async (fault) => {
      const inner = await openSqliteJournal({
        folder: temporaryFolder(),
        isSynced: false,
        ballastBytes: 0,
      });
      const { journal } = new FaultyJournal({ inner, faults: [fault], kind: 'full' });
      const service = createDecisionService({ journal, clock: systemClock });
      const insist = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
        try {
          return await act();
        } catch (error) {
          expect(error).toMatchObject({ code: 'HR_JOURNAL_UNAVAILABLE', status: 503 });
          return await act();
        }
      };
      await insist(() => service.define('shop', { definition: SHOP_POLICY }));
      const told: string[] = [];
      for (const text of ['one', 'two', 'three']) {
        const request = { context: { visitors: 40 } };
        const answer = await insist(() =>
          service.decide('shop', request, { scope: 'local', text }),
        );
        told.push(answer.text);
        const { id } = JSON.parse(answer.text) as DecisionReceipt;
        await insist(() => service.reward(id, { value: 9.5 }));
      }
      const view = await service.policy('shop');
      expect(view.counts).toMatchObject({ decisions: 3, rewards: 3 });
      for (const [index, text] of ['one', 'two', 'three'].entries()) {
        const again = await service.decide(
          'shop',
          { context: { visitors: 40 } },
          { scope: 'local', text },
        );
        expect(again).toEqual({ text: told[index], isReplay: true });
      }
      expect(await verifyJournal(inner)).toMatchObject({ isWhole: true });
      await service.close();
      await inner.close();
    },
  );
});

test('a torn end of the log after a kill loses that end alone, and the service goes on', async () => {
  const data = temporaryFolder();
  const { process: service, url } = await startServing({ data });
  await definePolicy(url, 'shop', SHOP_POLICY);
  const callers = new Callers(4, { policy: 'shop', findUrl: async () => url });
  callers.start();
  await callers.answer(80);
  await callers.finish();
  await service.kill();
  const whole = await hashesOf(copyOf(data));
  expect(whole.length).toBeGreaterThan(80);

  const dice = createDice(20_263);
  const size = readFileSync(path.join(data, 'hedgerow.db-wal')).length;
  const kept: number[] = [];
  for (const share of [0.999, 0.9, 0.6, 0.3]) {
    const torn = copyOf(data);
    const place = Math.floor(size * (share - 0.1 * dice.share()));
    tear(path.join(torn, 'hedgerow.db-wal'), place, share === 0.6 ? 'garble' : 'cut');
    const hashes = await hashesOf(torn);
    expect(hashes).toEqual(whole.slice(0, hashes.length));
    kept.push(hashes.length);
    expect(await verifyFolder(torn)).toMatchObject({ isWhole: true });
    const shop = await openShop(torn);
    await definePolicy(shop.address, 'other', SHOP_POLICY);
    await shop.close();
  }
  // More of the log left means no fewer entries, and something was torn off and something was left.
  expect(kept).toEqual([...kept].sort((a, b) => b - a));
  expect(kept.at(-1)).toBeLessThan(whole.length);
  expect(kept[0]).toBeGreaterThan(0);
});

function copyOf(data: string): string {
  const copy = temporaryFolder();
  cpSync(data, copy, { recursive: true });
  return copy;
}

function tear(file: string, place: number, how: 'cut' | 'garble'): void {
  if (how === 'cut') {
    truncateSync(file, place);
    return;
  }
  const bytes = readFileSync(file);
  bytes.fill(0x5a, place, place + 64);
  writeFileSync(file, bytes);
}

async function hashesOf(data: string): Promise<string[]> {
  const journal = await openReader({ data, database: '' });
  const entries = await journal.read('shop', 0, 100_000);
  await journal.close();
  return entries.map(({ hash }) => hash);
}

describe('a damaged snapshot', () => {
  const MIDDLE =
    "substr(hex(packed), 1, length(packed) / 2 * 2) || '0000' || substr(hex(packed), length(packed) / 2 * 2 + 5)";
  const START = "'0000' || substr(hex(packed), 5)";
  let filled = '';
  let expected: unknown;
  let expectedNext: object;

  beforeAll(async () => {
    filled = await filledFolder(25);
    const undamaged = await openShop(copyOf(filled));
    expected = await readView(undamaged.address);
    expectedNext = await decide(undamaged.address, 'next');
    await undamaged.close();
  });

  test.for([
    [1, 'in the middle', MIDDLE],
    [2, 'in the middle', MIDDLE],
    [2, 'at the start', START],
  ] as const)(
    'is left aside: with %i damaged %s, the state is the same',
    async ([count, , damaged]) => {
      const data = copyOf(filled);
      tamper(
        data,
        `update snapshot set packed = unhex(${damaged})
       where version in (select version from snapshot order by version desc limit ${count})`,
      );
      expect(await verifyFolder(data)).toMatchObject({ isWhole: false });
      const shop = await openShop(data);
      expect(await readView(shop.address)).toEqual(expected);
      const next = await decide(shop.address, 'next');
      expect({ ...next, decidedAt: '' }).toEqual({ ...expectedNext, decidedAt: '' });
      await shop.close();
    },
  );
});

describe('a damaged entry', () => {
  test('halts the policy to the baseline, is named by verify, and stays named', async () => {
    const data = await filledFolder(12);
    tamper(
      data,
      "delete from snapshot; update entry set body = replace(body, '9.5', '9.6') where position = 11",
    );
    const shop = await openShop(data);
    const halted = await decide(shop.address, 'after');
    expect(halted).toMatchObject({ action: 'usual', chosenBy: 'baseline', reason: 'halted' });
    expect((await decide(shop.address, 'after')).id).toBe(halted.id);
    await shop.close();
    expect(await verifyFolder(data)).toMatchObject({
      isWhole: false,
      policies: [{ policy: 'shop', entries: 10, problem: { position: 11 } }],
    });
    const { status, stdout } = spawnSync(process.execPath, [COMMAND, 'verify', '--data', data], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('entry 11 does not fit');
    expect(status).toBe(1);
  });
});

test('a clock that jumps an hour back and forth changes no decision', async () => {
  const hours = [0, 1, -1, 0, 1, -1, 0];
  let tick = 0;
  const jumping = () => {
    tick += 1;
    const base = Date.parse('2026-03-01T12:00:00Z') + tick;
    return new Date(base + 3_600_000 * hours[tick % hours.length]!).toISOString();
  };
  const play = async (clock: { now(): string }): Promise<readonly object[]> => {
    const data = temporaryFolder();
    const shop = await openShop(data, clock);
    await definePolicy(shop.address, 'shop', SHOP_POLICY);
    const receipts: object[] = [];
    for (let index = 1; index <= 15; index++) {
      const receipt = await decide(shop.address, `key${index}`);
      await reward(shop.address, receipt.id);
      receipts.push({ ...receipt, decidedAt: '' });
    }
    await shop.close();
    expect(await verifyFolder(data)).toMatchObject({ isWhole: true });
    return receipts;
  };
  expect(await play({ now: jumping })).toEqual(await play(systemClock));
});

test('a data folder that cannot be one is refused in words', async () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(openShop(path.join(file, 'data'))).rejects.toThrow(
    'The data folder must be one that this user can read and write',
  );
});
