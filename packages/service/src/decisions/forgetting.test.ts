/**
 * Forgetting on request: what was known of the situations of decisions is nowhere any more, and everything else goes on.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it, test, vi } from 'vitest';
import { REQUEST_KEYS } from '../journal/entry.ts';
import { readEntryText } from '../journal/entry-text.ts';
import {
  type Journal,
  JournalFailure,
  type ShelfBatch,
  type Snapshot,
} from '../journal/journal.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { openSqliteReader } from '../journal/sqlite/sqlite-reader.ts';
import { MemoryDisk, MemoryJournal } from '../journal/testing/memory-journal.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { hashInTombstone } from '../journal/tombstone.ts';
import { compactJournal } from '../start/compact-journal.ts';
import type { DecisionService } from './decision-service.ts';
import { everyFeature, FEATURE_POLICIES, oneMoreOfEach } from './testing/every-feature.ts';
import {
  FARM,
  NO_KEY,
  RAIN,
  refusalOf,
  type SampleService,
  sampleService,
} from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const LIMITS = { snapshotEntries: 10, decisionsHeld: 2 };

async function onDisk(data: string): Promise<SampleService> {
  const journal = await openSqliteJournal({ folder: data, isSynced: false, ballastBytes: 0 });
  return sampleService({ journal, limits: LIMITS });
}

async function close({ service, journal }: Pick<SampleService, 'service' | 'journal'>) {
  await service.close();
  await journal.close();
}

async function idsOf(service: DecisionService, policy: string): Promise<string[]> {
  const { decisions } = await service.decisions(policy, { limit: 1000 });
  return decisions.map(({ id }) => id);
}

async function verified(journal: Pick<Journal, never> & Parameters<typeof verifyJournal>[0]) {
  const { isWhole, policies } = await verifyJournal(journal, {});
  expect(policies.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  expect(isWhole).toBe(true);
  return policies;
}

/** Rows of the shelf cannot be written the so-manieth time. */
class ShelfFailingOnce extends MemoryJournal {
  callCount = 0;
  readonly #failing: number;

  constructor(disk: MemoryDisk, failing: number) {
    super({ disk });
    this.#failing = failing;
  }

  override async writeShelf(batch: ShelfBatch): Promise<void> {
    this.callCount += 1;
    if (this.callCount === this.#failing) throw new JournalFailure('broken', 'no answer');
    return super.writeShelf(batch);
  }
}

test('a checkpoint has all that waits, also if that could not be put on the shelf just before', async () => {
  // Now for a snapshot, now because there are too many in memory.
  const limits = { snapshotEntries: 3, decisionsHeld: 4 };
  for (let failing = 1; failing <= 6; failing += 1) {
    const disk = new MemoryDisk();
    const journal = new ShelfFailingOnce(disk, failing);
    const { service, decide } = sampleService({ journal, limits });
    const { id } = await decide();
    await service.reward(id, { value: 9 });
    while (journal.callCount < failing) await decide();
    // What follows a failure may be refused.
    await vi.waitUntil(async () => (await service.forget('farm', { decisions: [id] })).forgotten);
    const again = new MemoryJournal({ disk });
    await verified(again);
    const opened = sampleService({ journal: again, limits });
    expect((await opened.service.policy('farm')).health).toMatchObject({ state: 'ok' });
  }
});

/** Something happens right after snapshots were read for the first time. */
class ReadBefore extends MemoryJournal {
  #then: (() => Promise<unknown>) | null;

  constructor(disk: MemoryDisk, then: () => Promise<unknown>) {
    super({ disk });
    this.#then = then;
  }

  override async readSnapshots(policy: string): Promise<readonly Snapshot[]> {
    const read = await super.readSnapshots(policy);
    const then = this.#then;
    this.#then = null;
    await then?.();
    return read;
  }
}

test('whoever was loading the policy when another forgot something loads it anew', async () => {
  const limits = { snapshotEntries: 3, decisionsHeld: 100 };
  const disk = new MemoryDisk();
  const one = sampleService({ journal: new MemoryJournal({ disk }), limits });
  const { id } = await one.decide();
  await one.service.reward(id, { value: 9 });
  await crowd(one, 4);
  await vi.waitUntil(() => disk.snapshots.size > 0);
  const journal = new ReadBefore(disk, () => one.service.forget('farm', { decisions: [id] }));
  const other = sampleService({ journal, limits });
  await other.service.policy('farm');
  await crowd(other, 4);
  await other.service.close();
  await verified(new MemoryJournal({ disk }));
});

test.each(['memory', 'sqlite'])(
  'every kind of policy goes on and is verified (%s)',
  async (kind) => {
    const disk = new MemoryDisk();
    const data = kind === 'sqlite' ? temporaryFolder() : '';
    const open = async () =>
      kind === 'sqlite'
        ? onDisk(data)
        : sampleService({ journal: new MemoryJournal({ disk }), limits: LIMITS });
    const first = await open();
    await everyFeature(first.service);
    for (const policy of FEATURE_POLICIES) {
      const ids = await idsOf(first.service, policy);
      const before = await first.service.policy(policy);
      const reply = await first.service.forget(policy, { decisions: ids });
      expect(reply.forgotten + reply.waiting.length).toBe(ids.length);
      const { version, headHash, ...after } = await first.service.policy(policy);
      expect({ ...before, ...after }).toEqual(before);
      expect(version).toBe(before.version + (reply.forgotten === 0 ? 0 : 1));
      // Once more there is nothing to forget.
      const again = await first.service.forget(policy, { decisions: ids });
      expect(again).toMatchObject({ forgotten: 0 });
    }
    const texts = await oneMoreOfEach(first.service);
    await verified(first.journal);
    await close(first);
    const second = await open();
    expect(await oneMoreOfEach(second.service)).toEqual(texts);
    const policies = await verified(second.journal);
    const buried = policies.filter(
      ({ unproven }) => unproven !== undefined && unproven.tombstones > 0,
    );
    expect(buried.map(({ policy }) => policy)).toEqual(['coin', 'divided', 'known', 'sites']);
    await close(second);
  },
);

/** Numbers that are found again wherever they are: as decimals, and as the doubles of vectors. */
const MARKS = [133.70000000000002, 244.8000000000001, 55.90000000000003, 77.12345678901];
const MARKED_NAME = 'Wendelin Quabbe';

function traces(): string[] {
  const hex = MARKS.map((mark) => Buffer.from(Float64Array.of(mark).buffer).toString('hex'));
  return [...MARKS.map(String), ...hex, MARKED_NAME];
}

/** All that is in the files of a folder, compressed or not. */
function everythingIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => statSync(name).isFile());
  const raw = files.map((name) => readFileSync(name));
  const unpacked = files
    .filter((name) => name.endsWith('.zst'))
    .map((name) => zstdDecompressSync(readFileSync(name)));
  const database = new DatabaseSync(path.join(folder, 'hedgerow.db'));
  const packed = database.prepare('select packed from snapshot where packed is not null').all();
  database.close();
  const snapshots = packed.map((line) => zstdDecompressSync(line.packed as Uint8Array));
  return Buffer.concat([...raw, ...unpacked, ...snapshots]).toString('latin1');
}

function found(folder: string): string[] {
  const text = everythingIn(folder);
  return traces().filter((trace) => text.includes(trace));
}

/** Decisions of others before, between and after, so that what is learnt of one is nowhere by itself. */
async function crowd({ decide, service }: SampleService, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { id } = await decide({ context: { rain: 20 + i } });
    await service.reward(id, { value: 9 + (i % 3), context: { rain: 21 + i } });
  }
}

describe('on disk', () => {
  const data = temporaryFolder();

  it('leaves no trace in any file, also in segments, snapshots and the log', async () => {
    const sample = await onDisk(data);
    const { service, decide } = sample;
    await crowd(sample, 5);
    const context = { rain: MARKS[3]! };
    await service.putSubjects('farm', { subjects: [{ name: MARKED_NAME, context }] });
    const forecast = { kind: 'normal', mean: MARKS[0]!, sd: 11 } as const;
    const own = await decide({ context: { rain: forecast }, subject: MARKED_NAME }, 'a key');
    await service.reward(own.id, { value: 8, context: { rain: MARKS[1]! } });
    await service.correct(own.id, { value: 9, reason: `told by ${MARKED_NAME}` });
    await service.issueGroup(
      'farm',
      {
        group: 'g',
        situations: [
          { context: { rain: 3 } },
          { context: { rain: MARKS[2]! }, subject: MARKED_NAME },
        ],
      },
      { scope: 'local', text: 'plan' },
    );
    await crowd(sample, 300);
    await close(sample);
    await compactJournal({ data, database: '', rawEntries: 1, rawDays: 0 }, { isDryRun: false });
    expect(readdirSync(path.join(data, 'segments'))).toHaveLength(1);
    expect(found(data).length).toBeGreaterThan(4);

    const later = await onDisk(data);
    const waiting = await later.service.forget('farm', { subject: MARKED_NAME });
    expect(waiting).toMatchObject({ forgotten: 1, waiting: [expect.stringMatching(/^farm\.1\./)] });
    await later.service.reward(waiting.waiting[0]!, { value: 11 });
    // Its reward is learnt when its group is closed.
    const inGroup = await later.service.forget('farm', { subject: MARKED_NAME });
    expect(inGroup).toMatchObject({ forgotten: 0, waiting: waiting.waiting });
    await later.service.closeGroup('farm', 'g');
    const { forgotten } = await later.service.forget('farm', { subject: MARKED_NAME });
    expect(forgotten).toBe(1);
    // While it runs, and when it has ended.
    expect(found(data)).toEqual([]);
    await later.decide();
    await close(later);
    expect(found(data)).toEqual([]);
  });

  it('tells whoever asks for it that it is gone, and nothing else has changed', async () => {
    const sample = await onDisk(data);
    const { service } = sample;
    const [own] = (await service.decisions('farm', { limit: 1000 })).decisions.filter(
      ({ correctionCount }) => correctionCount === 1,
    );
    expect(own).toMatchObject({ reward: 9, state: 'executed' });
    expect(own).not.toHaveProperty('subject');
    const gone = 'HR_DECISION_FORGOTTEN';
    expect(await refusalOf(service.decision(own!.id))).toBe(gone);
    const repeated = { context: { rain: 1 } };
    expect(await refusalOf(service.decide('farm', repeated, { ...NO_KEY, text: 'a key' }))).toBe(
      gone,
    );
    const plan = { group: 'g', situations: [repeated] };
    expect(await refusalOf(service.issueGroup('farm', plan, { ...NO_KEY, text: 'plan' }))).not.toBe(
      undefined,
    );
    const correction = { value: 7, reason: 'late' };
    expect(await refusalOf(service.correct(own!.id, correction))).toBe('HR_TOO_LATE');
    expect((await service.subjects('farm')).subjects).toEqual([]);
    const lines: unknown[] = [];
    for await (const page of service.decisionLog('farm')) lines.push(...page);
    const line = lines.find((one) => (one as { id: string }).id === own!.id);
    expect(line).toMatchObject({ receipt: { bounds: [], context: { value: [] } } });
    expect(await service.audit('farm')).toMatchObject({ isKept: true, journal: { isWhole: true } });
    await close(sample);
  });

  it('takes files away from whoever looks at the past, who then has to look again', async () => {
    const sample = await onDisk(data);
    const reader = await openSqliteReader(data, { isFrozen: true });
    await reader.head('farm');
    const segments = path.join(data, 'segments');
    const [before] = readdirSync(segments);
    const forgetting = sample.service.forget('farm', { decisions: ['farm.1.9'] });
    await vi.waitUntil(() => !readdirSync(segments).includes(before!));
    const { policies } = await verifyJournal(reader);
    expect(policies[0]!.problem?.what).toContain('must be in their segment');
    reader.lookAgain!();
    await verified(reader);
    // The log cannot be emptied while somebody reads.
    await reader.close();
    expect(await forgetting).toMatchObject({ forgotten: 1 });
    await close(sample);
  });

  it('is verified: what could not be made again is said, and a tombstone that nobody tells of is found', async () => {
    const earlier = new DatabaseSync(path.join(data, 'hedgerow.db'));
    // As versions before this one told of a decision that was forgotten and moved afterwards.
    earlier.exec(`insert into told select policy, generation, sequence, position from decision
      where policy = 'farm' and sequence = 6`);
    earlier.close();
    const reader = await openSqliteReader(data, { isFrozen: true });
    const [policy] = await verified(reader);
    expect(policy!.unproven).toMatchObject({ first: 12 });
    const entries = await reader.read('farm', 0, 10_000);
    const tombstones = entries.filter(({ text }) => hashInTombstone(text) !== null);
    expect(policy!.unproven!.tombstones).toBe(tombstones.length);
    await reader.close();
    const forger = new DatabaseSync(path.join(data, 'hedgerow.db'));
    const last = entries.findLast(({ text }) => readEntryText(text).kind === 'rewarded')!;
    const forged = `${last.text.slice(0, -1)},"forgotten":"${last.hash}"}`;
    forger.prepare('update entry set body = ? where position = ?').run(forged, last.position);
    forger.close();
    const again = await openSqliteReader(data, { isFrozen: true });
    const { policies } = await verifyJournal(again);
    expect(policies[0]!.problem).toMatchObject({ position: last.position });
    await again.close();
  });
});

/** Of which generations something is on the shelf. */
function shelfGenerations(folder: string): unknown[] {
  const database = new DatabaseSync(path.join(folder, 'hedgerow.db'));
  const lines = database.prepare('select distinct generation from shelf').all();
  database.close();
  return lines.map(({ generation }) => generation);
}

describe('of a generation that is over', () => {
  const NEXT = { ...FARM, allowedShortfall: 0.3 };

  it('leaves nothing on the shelf either', async () => {
    const data = temporaryFolder();
    const sample = await onDisk(data);
    const { id } = await sample.decide({ context: { rain: MARKS[0]! } });
    await sample.service.reward(id, { value: 9 });
    await crowd(sample, 20);
    await sample.service.define('farm', { definition: NEXT, reason: 'next' });
    expect(shelfGenerations(data)).toEqual([1]);
    const { forgotten } = await sample.service.forget('farm', { decisions: [id] });
    expect(forgotten).toBe(1);
    expect(shelfGenerations(data)).toEqual([]);
    await sample.decide({ policy: NEXT });
    expect(found(data)).toEqual([]);
    await close(sample);
    expect(found(data)).toEqual([]);
  });

  it('leaves alone what waits, though no core holds it any more', async () => {
    const { service, decide, journal } = sampleService();
    const { id } = await decide();
    await service.define('farm', { definition: NEXT, reason: 'next' });
    const reply = await service.forget('farm', { decisions: [id] });
    expect(reply).toMatchObject({ forgotten: 0, waiting: [id] });
    expect(await service.reward(id, { value: 9 })).toMatchObject({ outcome: 'recorded' });
    expect(await service.forget('farm', { decisions: [id] })).toMatchObject({ forgotten: 1 });
    await verified(journal);
  });

  it('refuses a correction, whose reason nobody could have forgotten again', async () => {
    const { service, decide, journal } = sampleService();
    const { id } = await decide();
    await service.reward(id, { value: 9 });
    await service.define('farm', { definition: NEXT, reason: 'next' });
    await service.forget('farm', { decisions: [id] });
    const { version } = await service.policy('farm');
    const late = { value: 7, reason: `told by ${MARKED_NAME}` };
    expect(await refusalOf(service.correct(id, late))).toBe('HR_TOO_LATE');
    expect(await service.policy('farm')).toMatchObject({ version });
    await verified(journal);
  });
});

it('takes the weather of its decision alone, also where others had the same', async () => {
  const { service, decide } = sampleService();
  const rain = { kind: 'normal', mean: 120, sd: 10 } as const;
  const ids: string[] = [];
  const play = async (definition = FARM) => {
    const { id } = await decide({ policy: definition, context: { rain } });
    await service.reward(id, { value: 9, context: { rain: 125 } });
    ids.push(id);
  };
  const counted = async () => {
    const { variables } = await service.forecasts('farm');
    return variables[0]!.histogram.reduce((sum, count) => sum + count, 0);
  };
  for (let i = 0; i < 3; i++) await play();
  expect(await counted()).toBe(3);
  await service.forget('farm', { decisions: [ids[1]!] });
  expect(await counted()).toBe(2);
  const next = { ...FARM, allowedShortfall: 0.3 };
  await service.define('farm', { definition: next, reason: 'next' });
  await play(next);
  await play(next);
  // The decision with the same number, of the generation before.
  await service.forget('farm', { decisions: [ids[0]!] });
  expect(await counted()).toBe(2);
});

it('takes the fingerprint of a plan with any of its decisions, and leaves the others', async () => {
  const { service, journal, decide } = sampleService();
  await decide();
  const situations = [{ context: { rain: 3 } }, { context: { rain: 4 }, subject: 'South 7' }];
  await service.putSubjects('farm', { subjects: [{ name: 'South 7', context: { rain: 4 } }] });
  const key = { scope: 'local', text: 'plan' };
  const issue = () => service.issueGroup('farm', { group: 'g', situations }, key);
  await issue();
  const ids = (await idsOf(service, 'farm')).slice(0, 2);
  for (const id of ids) await service.reward(id, { value: 9 });
  await service.closeGroup('farm', 'g');
  // The key stands with the first in the order of the books.
  const [other, first] = ids as [string, string];
  const print = (await journal.findDecision(first))!.fingerprint!;
  expect(print).toMatch(/^[0-9a-f]{64}$/);
  const stands = async () =>
    (await journal.read('farm', 0, 100)).filter(({ text }) => text.includes(print)).length;
  expect(await stands()).toBe(1);
  expect(await service.forget('farm', { decisions: [other] })).toMatchObject({ forgotten: 1 });
  expect(await stands()).toBe(0);
  expect(await journal.findDecision(first)).toMatchObject({ fingerprint: '', keyText: 'plan' });
  expect(await service.decision(first)).toMatchObject({ id: first, reward: 9 });
  expect(await refusalOf(issue())).toBe('HR_DECISION_FORGOTTEN');
  await verified(journal);
  expect(await service.forget('farm', { decisions: ids })).toMatchObject({ forgotten: 1 });
  expect(await refusalOf(service.decision(first))).toBe('HR_DECISION_FORGOTTEN');
  await verified(journal);
});

test.each(['memory', 'sqlite'])(
  'takes a key that is made of the request, so that the same is decided anew (%s)',
  async (kind) => {
    const { service, journal, decide } =
      kind === 'memory' ? sampleService() : await onDisk(temporaryFolder());
    await decide();
    const key = { scope: REQUEST_KEYS, text: 'a'.repeat(64) };
    const ask = async () => {
      const { text, isReplay } = await service.decide('farm', { context: { rain: 3 } }, key);
      return { ...JSON.parse(text), isReplay } as { id: string; isReplay: boolean };
    };
    const { id } = await ask();
    expect(await ask()).toMatchObject({ id, isReplay: true });
    await service.reward(id, { value: 9 });
    await service.forget('farm', { decisions: [id] });
    const entries = await journal.read('farm', 0, 100);
    expect(entries.filter(({ text }) => text.includes(key.text))).toEqual([]);
    const again = await ask();
    expect(again.isReplay).toBe(false);
    expect(again.id).not.toBe(id);
    await verified(journal);
    await close({ service, journal });
  },
);

it('writes nothing where all that is named waits for its group', async () => {
  const { service, journal, decide } = sampleService({ limits: { snapshotEntries: 3 } });
  await decide();
  const situations = [{ context: { rain: 3 } }, { context: { rain: 4 } }];
  const { plan } = await service.issueGroup('farm', { group: 'g', situations }, NO_KEY);
  const ids = plan.receipts.map(({ id }) => id!);
  for (const id of ids) await service.reward(id, { value: 9 });
  const { version } = await service.policy('farm');
  const reply = await service.forget('farm', { decisions: ids });
  expect(reply).toMatchObject({ forgotten: 0, waiting: ids.toSorted() });
  expect(await service.policy('farm')).toMatchObject({ version });
  for (let i = 0; i < 4; i++) await decide();
  await service.close();
  expect(await verified(journal)).toMatchObject([{ policy: 'farm', entries: version + 4 }]);
});

it('looks for a subject in old entries only for a while, and whoever asks again comes to an end', async () => {
  let ms = 0;
  // Every look at the clock is 200 milliseconds later.
  const monotonic = {
    nowMs: () => {
      ms += 200;
      return ms;
    },
  };
  const limits = { waitingMsMax: 1e9, turnMsMax: 1e9 };
  const { service, journal, decide } = sampleService({ monotonic, limits });
  await decide();
  await service.putSubjects('farm', { subjects: [{ name: MARKED_NAME }] });
  for (let i = 0; i < 7; i++) {
    const { id } = await decide({ subject: MARKED_NAME });
    await service.reward(id, { value: 9 });
  }
  // The newest, so that they are found first; their rewards are learnt when the group is closed.
  const situations = Array.from({ length: 5 }, () => ({ ...RAIN, subject: MARKED_NAME }));
  const { plan } = await service.issueGroup('farm', { group: 'g', situations }, NO_KEY);
  for (const { id } of plan.receipts) await service.reward(id!, { value: 9 });

  const counts: number[] = [];
  for (let isMore = true; isMore && counts.length < 20; ) {
    const reply = await service.forget('farm', { subject: MARKED_NAME });
    expect(reply.waiting).toHaveLength(5);
    counts.push(reply.forgotten);
    isMore = reply.isMore;
  }
  expect(counts.length).toBeGreaterThan(1);
  expect(counts.every((count) => count > 0 && count < 7)).toBe(true);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(7);
  await service.close();
  await verified(journal);
});

it('lets others work while all entries are looked through for a subject', async () => {
  let pauseCount = 0;
  const arrivals = () => {
    pauseCount += 1;
    return Promise.resolve();
  };
  const { service, decide } = sampleService({ arrivals });
  await decide();
  await service.putSubjects('farm', { subjects: [{ name: MARKED_NAME }] });
  const caller = { scope: 'local', text: null };
  for (let i = 0; i < 11; i++) {
    await service.decideMany('farm', new Array(100).fill({ request: RAIN, caller }), 'minimal');
  }
  const before = pauseCount;
  await service.forget('farm', { subject: MARKED_NAME });
  // Two after whole pages, and one before the turn.
  expect(pauseCount - before).toBeGreaterThanOrEqual(3);
});

it('takes the next one out of what was left of a plan and of the register', async () => {
  const { service, journal, decide } = sampleService();
  await decide();
  const names = ['South 7', 'North 40'];
  const contexts = [{ rain: MARKS[0]! }, { rain: MARKS[1]! }];
  const subjects = names.map((name, i) => ({ name, context: contexts[i]! }));
  await service.putSubjects('farm', { subjects });
  const situations = subjects.map(({ name: subject, context }) => ({ subject, context }));
  const { plan } = await service.issueGroup('farm', { group: 'g', situations }, NO_KEY);
  for (const { id } of plan.receipts) await service.reward(id!, { value: 9 });
  await service.closeGroup('farm', 'g');
  const spoken = async () => {
    const text = (await journal.read('farm', 0, 100)).map((entry) => entry.text).join();
    return [...names, ...MARKS.map(String)].filter((trace) => text.includes(trace));
  };
  await service.forget('farm', { subject: names[0]! });
  expect(await spoken()).toEqual([names[1], String(MARKS[1])]);
  await service.forget('farm', { subject: names[1]! });
  expect(await spoken()).toEqual([]);
  await verified(journal);
});

describe('under a key whose fingerprint is gone', () => {
  const situations = [{ context: { rain: 3 } }, { context: { rain: 4 } }];
  const one = { context: { rain: 5 } };
  const keyed = (text: string) => ({ scope: 'local', text });

  it('a plan and a decision by itself are never taken for each other', async () => {
    const { service, decide } = sampleService();
    const { id } = await decide(one, 'alone');
    await service.reward(id, { value: 9 });
    await service.issueGroup('farm', { group: 'g', situations }, keyed('plan'));
    const [last, first] = await idsOf(service, 'farm');
    for (const planned of [first!, last!]) await service.reward(planned, { value: 9 });
    await service.closeGroup('farm', 'g');
    await service.forget('farm', { decisions: [id, last!] });
    const asPlan = service.issueGroup('farm', { group: 'h', situations }, keyed('alone'));
    expect(await refusalOf(asPlan)).toBe('HR_KEY_REUSED');
    expect(await refusalOf(service.decide('farm', one, keyed('plan')))).toBe('HR_KEY_REUSED');
    expect(await idsOf(service, 'farm')).toHaveLength(3);
  });

  it('one of many that was forgotten takes nobody else’s answer away', async () => {
    const { service, decide } = sampleService();
    const { id } = await decide(one, 'many/0');
    await service.reward(id, { value: 9 });
    await service.forget('farm', { decisions: [id] });
    const asked = ['many/0', 'many/1'].map((text) => ({ request: one, caller: keyed(text) }));
    const answers = await service.decideMany('farm', asked);
    expect(answers).toMatchObject([
      { kind: 'refused', problem: { code: 'HR_DECISION_FORGOTTEN' } },
      { kind: 'decided', isReplay: false },
    ]);
  });
});

it('refuses decisions that are not there, and policies', async () => {
  const { service, decide } = sampleService();
  await decide();
  const forget = (policy: string, id: string) =>
    refusalOf(service.forget(policy, { decisions: [id] }));
  expect(await forget('farm', 'farm.1.2')).toBe('HR_DECISION_UNKNOWN');
  expect(await forget('farm', 'other.1.1')).toBe('HR_DECISION_UNKNOWN');
  expect(await forget('nobody', 'nobody.1.1')).toBe('HR_POLICY_UNKNOWN');
  expect(await service.forget('farm', { subject: 'nobody' })).toMatchObject({ forgotten: 0 });
});

test('decisions of another policy are unknown to this one, whatever became of them', async () => {
  const sample = await onDisk(temporaryFolder());
  const { service, decide } = sample;
  await decide();
  await service.define('other', { definition: FARM });
  const context = { rain: 120 };
  for (let i = 0; i < 3; i++) await service.decide('other', { context }, NO_KEY);
  await service.void('other.1.1', { reason: 'unrelated' });
  await service.define('other', { definition: { ...FARM, reserve: 3 }, reason: 'a new one' });
  await service.decide('other', { context }, NO_KEY);
  for (const id of ['other.1.1', 'other.1.2', 'other.2.1']) {
    // It is there to be found.
    await service.decision(id);
    const refused = service.forget('farm', { decisions: ['farm.1.1', id] });
    expect(await refusalOf(refused)).toBe('HR_DECISION_UNKNOWN');
  }
  expect(await service.decision('other.1.1')).toMatchObject({ state: 'void' });
  await close(sample);
});
