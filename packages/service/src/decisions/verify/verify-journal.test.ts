/**
 * `verifyJournal` finds a single changed character, wherever it is, and names the entry.
 *
 * HEDGEROW_SOAK=20 changes twenty times as many.
 */
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ShownText } from '../../journal/entry.ts';
import { EMPTY_HEAD, sealEntries } from '../../journal/entry-hash.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { DecisionRow, Snapshot, StoredEntry } from '../../journal/journal.ts';
import { MemoryDisk, MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { busySeason } from '../testing/busy-season.ts';
import { FARM, sampleService, soakFactor } from '../testing/sample-service.ts';
import { verifyJournal } from './verify-journal.ts';

let whole: MemoryDisk;

beforeAll(async () => {
  const journal = new MemoryJournal();
  const { service } = sampleService({ journal, limits: { snapshotEntries: 10 } });
  await busySeason({ service, seed: 8, steps: 60 });
  const definition = { ...FARM, reserve: 3 };
  await service.define('farm', { definition, reason: 'more to lose' });
  await service.decide('farm', { context: { rain: 1 } }, { scope: 'local', text: 'z' });
  const subjects = [{ name: 'North 40', context: { rain: 7 }, site: 'oak' }, { name: 'Home' }];
  await service.putSubjects('farm', { subjects, reason: 'spring' });
  await service.decide('farm', { context: {}, subject: 'North 40' }, { scope: 'local', text: 'y' });
  await service.removeSubject('farm', { name: 'Home' });
  await service.remove('farm', { reason: 'over' });
  await service.restore('farm', { reason: 'again' });
  await busySeason({ service, seed: 9, steps: 10, policy: 'other' });
  whole = journal.disk;
});

/** A copy that may be damaged. */
function copyOf(disk: MemoryDisk): MemoryDisk {
  return Object.assign(new MemoryDisk(), structuredClone({ ...disk }));
}

const verify = (disk: MemoryDisk, policy?: string) =>
  verifyJournal(new MemoryJournal({ disk }), policy === undefined ? {} : { policy });

/** Another text of the same length. */
function flipped(text: string, place: number): string {
  const at = place % text.length;
  const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
  return text.slice(0, at) + other + text.slice(at + 1);
}

/** Eight decisions and a reward, and a snapshot that holds so many of them. */
async function diskOf(decisionsHeld: number, rain = 100): Promise<MemoryDisk> {
  const journal = new MemoryJournal();
  const limits = { decisionsHeld, snapshotEntries: 1000 };
  const { service } = sampleService({ journal, limits });
  await service.define('farm', { definition: FARM });
  for (let i = 0; i < 8; i++) {
    const context = { rain: i === 6 ? rain : 100 };
    const { text } = await service.decide('farm', { context }, { scope: 'local', text: null });
    if (i === 2) await service.reward(JSON.parse(text).id, { value: 12 });
  }
  await service.close();
  return journal.disk;
}

/** The core's part of a snapshot. */
function coreOf({ body }: Snapshot): string {
  return body.split('\n').slice(2).join('\n');
}

/** A snapshot with another core, and a checksum that fits. */
function withCore(snapshot: Snapshot, core: string): Snapshot {
  const [head, beginning] = snapshot.body.split('\n');
  const [format] = head!.split(' ');
  const sum = hash('sha256', `${format}${beginning}\n${core}`);
  return { ...snapshot, body: `${format} ${sum}\n${beginning}\n${core}` };
}

/** Changes the core's text, with a checksum of its own (CRC-32C of two bytes for each letter) that fits. */
function changedCore(core: string, change: (text: string) => string): string {
  const [head, ...lines] = core.split('\n');
  const text = change(lines.join('\n'));
  let rest = 0xffffffff;
  for (const byte of Buffer.from(text, 'utf16le')) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0x82f63b78 : 0);
  }
  const sum = (~rest >>> 0).toString(16).padStart(8, '0');
  return `${head!.split(' ')[0]} ${sum}\n${text}`;
}

it('goes through all policies once, and not again for each of them', async () => {
  const asked: string[] = [];
  const journal = new Proxy(new MemoryJournal({ disk: whole }), {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...words: unknown[]) => {
        const [first] = words;
        const isOfOne = first === 'farm' || first === 'other' || typeof first === 'object';
        if (!isOfOne) asked.push(String(name));
        return Reflect.apply(value, target, words);
      };
    },
  });
  expect(await verifyJournal(journal)).toMatchObject({ isWhole: true });
  expect(asked).toEqual(['listPolicies']);
});

describe('verifyJournal', () => {
  it('finds nothing in a whole journal and counts what it checked', async () => {
    const seen: number[] = [];
    const journal = new MemoryJournal({ disk: copyOf(whole) });
    const report = await verifyJournal(journal, {
      onProgress: ({ entries }) => seen.push(entries),
    });
    const chain = whole.chains.get('farm')!;
    expect(report.isWhole).toBe(true);
    expect(report.policies.map(({ policy }) => policy)).toEqual(['farm', 'other']);
    expect(report.policies[0]).toEqual({
      policy: 'farm',
      entries: chain.length,
      decisions: whole.ids.get('farm')!.length,
      problem: null,
    });
    expect(seen).toContain(chain.length);
  });

  it('looks at one policy if asked to', async () => {
    const disk = copyOf(whole);
    disk.chains.get('other')!.pop();
    expect((await verify(disk, 'farm')).isWhole).toBe(true);
    expect((await verify(disk)).isWhole).toBe(false);
  });

  it('names the entry in which one character of text, time or hash was changed', async () => {
    const fields = ['text', 'time', 'hash', 'previousHash', 'policy'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.constantFrom(...fields),
        fc.nat(),
        async (which, field, place) => {
          const disk = copyOf(whole);
          const chain = disk.chains.get('farm')!;
          const index = which % chain.length;
          const entry = chain[index]!;
          chain[index] = { ...entry, [field]: flipped(entry[field], place) };
          const { problem } = (await verify(disk, 'farm')).policies[0]!;
          expect(problem?.position).toBe(index + 1);
        },
      ),
      { numRuns: 60 * soakFactor() },
    );
  });

  it('names the decision whose line in the table was changed', async () => {
    const rows = [...whole.rows.values()].filter(({ policy }) => policy === 'farm');
    const names = Object.keys(rows[0]!).filter((name) => name !== 'policy' && name !== 'id');
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(...names), async (which, name) => {
        const disk = copyOf(whole);
        const row = rows[which % rows.length]!;
        const value = row[name as keyof DecisionRow];
        const other = typeof value === 'number' ? value + 1 : `${value}x`;
        disk.rows.set(row.id, { ...row, [name]: other } as DecisionRow);
        const { problem } = (await verify(disk, 'farm')).policies[0]!;
        // A line of no known generation is missed, and a moved one is named where it should be.
        if (name !== 'generation') expect(problem?.position).toBe(row.position);
        expect(problem).not.toBeNull();
      }),
      { numRuns: 40 * soakFactor() },
    );
  });

  it('names the version of a snapshot in which one character was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 1 }), fc.nat(), async (wanted, place) => {
        const disk = copyOf(whole);
        const snapshots = disk.snapshots.get('farm')!;
        const which = wanted % snapshots.length;
        const snapshot = snapshots[which]!;
        snapshots[which] = { ...snapshot, body: flipped(snapshot.body, place) };
        const { problem } = (await verify(disk, 'farm')).policies[0]!;
        expect(problem?.position).toBe(snapshot.version);
      }),
      { numRuns: 20 * soakFactor() },
    );
  });

  it('takes a snapshot that holds another number of decisions, and finds what is wrong in it', async () => {
    for (const held of [0, 1, 3, 100]) {
      const disk = await diskOf(held);
      expect(await verify(disk, 'farm')).toMatchObject({ isWhole: true });
      // Its core is that of a life in which one situation was another.
      const [snapshot] = disk.snapshots.get('farm')!;
      const [other] = (await diskOf(held, 101)).snapshots.get('farm')!;
      disk.snapshots.set('farm', [withCore(snapshot!, coreOf(other!))]);
      expect((await verify(disk, 'farm')).isWhole).toBe(false);
    }
  });

  it.each([2, 100])('looks at each decision of a snapshot that holds %i', async (held) => {
    const disk = await diskOf(held);
    const [snapshot] = disk.snapshots.get('farm')!;
    const inPlace = coreOf(snapshot!);
    const same = changedCore(inPlace, (text) => text);
    expect(same).toBe(inPlace);
    const action = '"sequence":8,"playedAction":';
    const another = changedCore(inPlace, (text) => text.replace(`${action}2`, `${action}1`));
    expect(another).not.toBe(inPlace);
    disk.snapshots.set('farm', [withCore(snapshot!, another)]);
    const { problem } = (await verify(disk, 'farm')).policies[0]!;
    expect(problem).toMatchObject({ position: snapshot!.version });
  });

  it('leaves a snapshot of an earlier version aside, as the service does', async () => {
    const disk = copyOf(whole);
    const snapshots = disk.snapshots.get('farm')!;
    const text = '{"of":"another version"}\nand its core';
    const third = 'hedgerow-service/3';
    for (const body of [
      `hedgerow-service/2 ${hash('sha256', text)}\n${text}`,
      `${third} ${hash('sha256', third + text)}\n${text}`,
    ]) {
      snapshots[0] = { ...snapshots[0]!, body };
      expect((await verify(disk, 'farm')).isWhole).toBe(true);
      snapshots[0] = { ...snapshots[0]!, body: `${body} changed` };
      expect((await verify(disk, 'farm')).isWhole).toBe(false);
    }
  });

  it('notices entries that were left out, at the end too, and lines that are missing', async () => {
    const middle = copyOf(whole);
    middle.chains.get('farm')!.splice(5, 1);
    expect((await verify(middle, 'farm')).policies[0]!.problem?.position).toBe(6);
    const end = copyOf(whole);
    end.chains.get('farm')!.pop();
    expect((await verify(end, 'farm')).isWhole).toBe(false);
    const line = copyOf(whole);
    line.ids.get('farm')!.pop();
    expect((await verify(line, 'farm')).isWhole).toBe(false);
    const snapshot = copyOf(whole);
    const [newest] = snapshot.snapshots.get('farm')!;
    snapshot.snapshots.set('farm', [{ ...newest!, version: 100_000 }]);
    expect((await verify(snapshot, 'farm')).isWhole).toBe(false);
  });

  it.each([
    ['a receipt that plays what its numbers forbid', (text: string) => flipAction(text)],
    ['a certificate that is too good', (text: string) => raiseMargin(text)],
    ['a reward that was learnt and is said not to be', (text: string) => unlearn(text)],
    ['bounds that were never answered', (text: string) => withShown(text, { bounds: 'AAAA' })],
    ['a sentence that was never answered', (text: string) => withShown(text, { said: ['Trust.'] })],
    ['an assumption left out', (text: string) => withShown(text, { assumptions: [] })],
    ['another definition', (text: string) => withShown(text, { definedAt: [7] })],
  ])('finds %s though all hashes fit (I2)', async (_, change) => {
    const disk = copyOf(whole);
    const chain = disk.chains.get('farm')!;
    const changed = chain.map(({ text, time }) => ({ time, text: change(text) }));
    const index = changed.findIndex(({ text }, i) => text !== chain[i]!.text);
    expect(index).toBeGreaterThanOrEqual(0);
    const entries = changed.map(({ text, time }, i) => ({
      time,
      body: readEntryText(i === index ? text : chain[i]!.text),
    }));
    const resealed: StoredEntry[] = sealEntries('farm', EMPTY_HEAD, entries);
    disk.chains.set('farm', resealed);
    disk.snapshots.delete('farm');
    expect((await verify(disk, 'farm')).policies[0]!.problem?.position).toBeGreaterThan(index);
  });
});

function flipAction(text: string): string {
  const body = readEntryText(text);
  if (body.kind !== 'decided' || body.receipt.chosenBy !== 'baseline') return text;
  const receipt = { ...body.receipt, action: 'late', chosenBy: 'learner' };
  return JSON.stringify({ ...body, receipt });
}

function withShown(text: string, change: Partial<ShownText>): string {
  const body = readEntryText(text);
  if (body.kind !== 'decided' || body.receipt.shown === undefined) return text;
  const shown = { ...body.receipt.shown, ...change };
  const hasAny = Object.keys(change).every(
    (name) => name !== 'assumptions' || name in body.receipt.shown!,
  );
  return hasAny ? JSON.stringify({ ...body, receipt: { ...body.receipt, shown } }) : text;
}

function raiseMargin(text: string): string {
  const body = readEntryText(text);
  if (body.kind !== 'decided') return text;
  const { receipt } = body;
  const margin = { ...receipt.margin, after: receipt.margin.after + 1 };
  return JSON.stringify({ ...body, receipt: { ...receipt, margin } });
}

function unlearn(text: string): string {
  const body = readEntryText(text);
  return body.kind === 'rewarded' ? JSON.stringify({ ...body, isLearnt: false }) : text;
}
