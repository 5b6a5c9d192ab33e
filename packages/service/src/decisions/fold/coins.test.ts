/**
 * The coin of the service: keyed, never foreseen, never flipped again, and never needed twice.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createEngine, type PolicyDefinition } from '@hedgerow/core';
import { uniformAt } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import { finish } from '../../instruments/steps.ts';
import type { EntryBody } from '../../journal/entry.ts';
import { EMPTY_HEAD, sealEntries } from '../../journal/entry-hash.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { NewEntry } from '../../journal/journal.ts';
import { FaultyJournal } from '../../journal/testing/faulty-journal.ts';
import { MemoryDisk, MemoryJournal } from '../../journal/testing/memory-journal.ts';
import type { DecisionReceipt } from '../../wire.ts';
import { FARM, refusalOf, type SampleService, sampleService } from '../testing/sample-service.ts';
import { verifyJournal } from '../verify/verify-journal.ts';
import { keyedFlip } from './coins.ts';
import { type Intent, performInSteps } from './perform.ts';
import { account, applyEntry } from './policy-fold.ts';
import { emptyState } from './policy-state.ts';

/** Nothing is declared of the baseline, so a coin decides; with a reserve, from the first round on. */
const UNKNOWN: PolicyDefinition = { ...FARM, baseline: { action: 'local' }, reserve: 100 };
const EARLY = { proposal: 'early' };

/** Plays rounds with rewards at once; returns the receipts of those that a coin decided. */
async function coinRounds(
  { decide, service }: SampleService,
  count = 40,
): Promise<DecisionReceipt[]> {
  const receipts: DecisionReceipt[] = [];
  for (let i = 0; i < count; i++) {
    const receipt = await decide(EARLY);
    await service.reward(receipt.id, { value: receipt.action === 'early' ? 15 : 10 });
    if (receipt.coin !== null) receipts.push(receipt);
  }
  return receipts;
}

const TIME = '2026-01-01T00:00:00.000Z';

/** The body as it was written before receipts had assumptions. */
function asBefore(body: EntryBody): EntryBody {
  if (body.kind !== 'decided') return body;
  const { assumptions: _, ...promise } = body.receipt.promise!;
  return { ...body, receipt: { ...body.receipt, promise: promise as DecisionReceipt['promise'] } };
}

describe('keyedFlip', () => {
  const key = Buffer.alloc(32, 7);
  const flip = keyedFlip(key);
  const name = { policy: 'farm', generation: 2, sequence: 17 };

  it('is HMAC-SHA-256 of the name of the decision', () => {
    const text = '["hedgerow-coin","farm",2,17]';
    const bits = createHmac('sha256', key).update(text).digest().readBigUInt64BE() >> 11n;
    expect(flip(name)).toBe(Number(bits) / 2 ** 53);
    expect(flip(name)).toBe(flip({ ...name }));
  });

  it('is another for another key, policy, generation or sequence', () => {
    const others = [
      keyedFlip(Buffer.alloc(32, 8))(name),
      flip({ ...name, policy: 'farm2', generation: 1 }),
      flip({ ...name, generation: 21, sequence: 7 }),
      flip({ ...name, sequence: 18 }),
    ];
    expect(new Set([flip(name), ...others]).size).toBe(5);
  });

  it('is uniform: sixteen equal bins of 16 000 numbers', () => {
    // χ² with 15 degrees of freedom exceeds 50 in about 1 of 1e5 runs; the key is fixed.
    const bins = new Array(16).fill(0);
    for (let sequence = 1; sequence <= 16_000; sequence++) {
      bins[Math.floor(16 * flip({ ...name, sequence }))] += 1;
    }
    const chiSquare = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(50);
  });
});

describe('the coin of a decision', () => {
  it('comes from the key of the service and not from the seed of the definition', async () => {
    const disk = new MemoryDisk();
    disk.coinKey = randomBytes(32);
    const sample = sampleService({ journal: new MemoryJournal({ disk }), definition: UNKNOWN });
    const receipts = await coinRounds(sample);
    expect(receipts.length).toBeGreaterThan(10);
    const flip = keyedFlip(disk.coinKey);
    for (const { policy, generation, sequence, coin } of receipts) {
      expect(coin!.number).toBe(flip({ policy, generation, sequence }));
    }
  });

  it('is another in another policy and another generation', async () => {
    const sample = sampleService({ definition: UNKNOWN });
    const first = await coinRounds(sample, 3);
    await sample.service.define('farm', {
      definition: { ...UNKNOWN, failureProbability: 0.04 },
      reason: 'surer',
    });
    const again = {
      ...sample,
      decide: (request = {}) =>
        sample.decide({ ...request, policy: { ...UNKNOWN, failureProbability: 0.04 } }),
    };
    const second = await coinRounds(again, 3);
    expect(first[0]!.sequence).toBe(second[0]!.sequence);
    expect(first[0]!.coin!.number).not.toBe(second[0]!.coin!.number);
  });

  it('is the same when a decision that was not stored is made again', async () => {
    const inner = new MemoryJournal();
    const faulty = new FaultyJournal({ inner });
    const { decide } = sampleService({ journal: faulty.journal, definition: UNKNOWN });
    const untroubled = sampleService({ definition: UNKNOWN });
    const expected = await untroubled.decide(EARLY, 'k1');
    expect(expected.coin).not.toBeNull();
    for (let i = 0; i < 3; i++) {
      faulty.failNext('before-store');
      expect(await refusalOf(decide(EARLY, 'k1'))).toBe('HR_JOURNAL_UNAVAILABLE');
    }
    const receipt = await decide(EARLY, 'k1');
    expect(receipt.coin).toEqual(expected.coin);
    expect(await decide(EARLY, 'k1')).toEqual(receipt);
  });

  it('is not foretold by a preview: it is the same for every key, and flips nothing', async () => {
    const previews: unknown[] = [];
    for (const fill of [1, 2, 3, 4, 5, 6]) {
      const disk = new MemoryDisk();
      disk.coinKey = Buffer.alloc(32, fill);
      const { service, decide } = sampleService({
        journal: new MemoryJournal({ disk }),
        definition: UNKNOWN,
      });
      await decide({ proposal: 'local' });
      previews.push(
        await service.preview('farm', { context: { rain: 90 }, ...EARLY }),
        await service.preview('farm', { context: { rain: 90 }, ...EARLY }),
      );
      await service.setMode('farm', { mode: 'shadow' });
      const watched = await service.preview('farm', { context: { rain: 90 }, ...EARLY });
      expect(watched).toMatchObject({ reason: 'shadow', coin: { number: null } });
    }
    expect(previews[0]).toMatchObject({ reason: 'coin-decides', coin: { number: null } });
    for (const preview of previews) expect(preview).toEqual(previews[0]);
  });
});

describe('a journal', () => {
  async function season(): Promise<{ journal: MemoryJournal; receipts: DecisionReceipt[] }> {
    const journal = new MemoryJournal();
    const sample = sampleService({ journal, definition: UNKNOWN, limits: { snapshotEntries: 15 } });
    const receipts = await coinRounds(sample);
    await sample.service.close();
    return { journal, receipts };
  }

  it('is taken in without the key: the coins stand in the entries', async () => {
    const { journal, receipts } = await season();
    expect(receipts.some(({ reason }) => reason === 'held-out')).toBe(true);
    const disk = Object.assign(new MemoryDisk(), journal.disk, { coinKey: randomBytes(32) });
    expect((await verifyJournal(new MemoryJournal({ disk }))).isWhole).toBe(true);
    const state = emptyState('farm', createEngine());
    for (const entry of await journal.read('farm', 0, 1000)) applyEntry(state, entry);
    expect(state.halt).toBeNull();
    // A restart with another key goes on from the same books.
    const later = sampleService({ journal: new MemoryJournal({ disk }), definition: UNKNOWN });
    expect((await later.service.policy('farm')).margin).toBe(state.core!.margin());
    expect((await later.decide(EARLY)).coin).not.toBeNull();
    expect((await verifyJournal(later.journal)).isWhole).toBe(true);
  });

  it('of an earlier version, with coins from a seed and no assumptions, is taken in', () => {
    const writing = emptyState('farm', createEngine(), ({ sequence }) => uniformAt(7n, sequence));
    const entries: NewEntry[] = [];
    const write = (intent: Intent) => {
      const { body } = finish(performInSteps(writing, intent, TIME));
      account(writing, body, TIME);
      entries.push({ time: TIME, body: asBefore(body) });
    };
    write({ kind: 'policy-created', definition: { ...UNKNOWN, execution: 'confirm' } });
    const request = { context: { rain: 90 }, ...EARLY };
    for (let i = 0; i < 30; i++) write({ kind: 'deciding', request, key: null });
    const state = emptyState('farm', createEngine());
    for (const entry of sealEntries('farm', EMPTY_HEAD, entries)) applyEntry(state, entry);
    expect(state.halt).toBeNull();
    expect(state.tally.reasons['held-out']).toBeGreaterThan(0);
    expect(state.core!.margin()).toBe(writing.core!.margin());
  });

  it('whose entry lost its coin does not replay', async () => {
    const { journal } = await season();
    const state = emptyState('farm', createEngine());
    const entries = await journal.read('farm', 0, 1000);
    const flipped = entries.findIndex(({ text }) => text.includes('"coin":{'));
    for (const entry of entries.slice(0, flipped)) applyEntry(state, entry);
    const body = readEntryText(entries[flipped]!.text);
    if (body.kind !== 'decided') throw new Error('the entry must be a decision');
    const text = JSON.stringify({ ...body, receipt: { ...body.receipt, coin: null } });
    applyEntry(state, { ...entries[flipped]!, text });
    expect(state.halt?.detail).toContain(`Entry ${flipped + 1}`);
  });

  it('and all that is made of it holds nothing of the key', async () => {
    const canary = Buffer.from(
      'c0ffee00c0ffee11c0ffee22c0ffee33c0ffee44c0ffee55c0ffee66c0ffee77',
      'hex',
    );
    const disk = new MemoryDisk();
    disk.coinKey = canary;
    const journal = new MemoryJournal({ disk });
    const sample = sampleService({ journal, definition: UNKNOWN, limits: { snapshotEntries: 15 } });
    await coinRounds(sample);
    const { service } = sample;
    const exported: unknown[] = [];
    for await (const page of service.allDecisions('farm')) exported.push(...page);
    const said = JSON.stringify([
      await service.policies(),
      await service.audit('farm'),
      await service.weights('farm'),
      await service.corridor('farm', 100),
      await service.decisions('farm', { limit: 500 }),
      await service.decision('farm.1.1'),
      await service.preview('farm', { context: { rain: 90 }, ...EARLY }),
      exported,
      sample.events,
    ]);
    await service.close();
    const { chains, rows, snapshots } = disk;
    const kept = JSON.stringify([...chains, ...rows, ...snapshots]);
    expect(kept.length).toBeGreaterThan(20_000);
    const forms = [
      canary.toString('hex'),
      canary.toString('base64'),
      canary.toString('base64url'),
      JSON.stringify([...canary]).slice(1, -1),
      canary.toString('hex').slice(0, 16),
    ];
    for (const form of forms) expect(`${said}${kept}`.includes(form)).toBe(false);
  });
});
