/**
 * Lines of decisions are written after their entries: whenever somebody asks they are what the entries say, also if the process
 * ends in between.
 */
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDice } from '../../../faults/testing/dice.ts';
import { EMPTY_HEAD, headAfter, sealEntries } from '../../entry-hash.ts';
import type { DecisionRow, Head, Journal, NewEntry, StoredEntry } from '../../journal.ts';
import { migrate } from '../../migrations/migrate.ts';
import { projectEntries } from '../../projection.ts';
import { type DecisionLine, rowFromLine } from '../../tables.ts';
import { appendAll, created, decided, entry, rewarded } from '../../testing/sample-entries.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { Ballast } from '../folder/ballast.ts';
import { openDatabase } from '../folder/open-database.ts';
import { queryBuilder } from '../folder/query-builder.ts';
import { ReadingConnection } from '../folder/reading-connection.ts';
import { SegmentFiles } from '../folder/segment-files.ts';
import { openSqliteJournal } from '../sqlite-journal.ts';
import { openSqliteReader } from '../sqlite-reader.ts';
import { joinSqliteJournal, threadJournal } from '../sqlite-share.ts';
import { BatchWriter, type Work } from '../writing/batch-writer.ts';
import { packBatch } from '../writing/packed-batch.ts';

let folder: string;
let database: DatabaseSync;

beforeEach(async () => {
  folder = temporaryFolder();
  database = openDatabase({ folder, isSynced: false });
  await migrate(queryBuilder(database), 'sqlite');
});

const openWriter = () =>
  new BatchWriter({
    requirePlace: () => {},
    open: () => openDatabase({ folder, isSynced: false }),
    ballast: new Ballast(folder, 0),
    files: new SegmentFiles({ folder, isSynced: false }),
  });

const count = (table: string) =>
  Number(database.prepare(`select count(*) as n from ${table}`).get()?.n);

function writtenRows(): DecisionRow[] {
  const lines = database.prepare('select * from decision order by position').all();
  return (lines as unknown as DecisionLine[]).map(rowFromLine);
}

/** Chains that grow by batches, and what they say. */
class Chains {
  readonly entries = new Map<string, StoredEntry[]>();

  batch(entries: readonly NewEntry[], policy = 'maize'): Work {
    const before = this.entries.get(policy) ?? [];
    const head = headAfter(EMPTY_HEAD, before);
    const sealed = sealEntries(policy, head, entries);
    this.entries.set(policy, [...before, ...sealed]);
    return { kind: 'batch', batch: packBatch({ policy, head, entries: sealed }) };
  }

  head(policy = 'maize'): Head {
    return headAfter(EMPTY_HEAD, this.entries.get(policy) ?? []);
  }

  rows(policy = 'maize'): readonly DecisionRow[] {
    return projectEntries(this.entries.get(policy) ?? []).inserts;
  }
}

const SETTLE: Work = { kind: 'settle', policy: null };

test('lines wait until somebody asks, and are then what the entries say', () => {
  const [writer, chains] = [openWriter(), new Chains()];
  writer.write([chains.batch([created(), decided({ sequence: 1, key: 'one' })])]);
  writer.write([chains.batch([rewarded('maize.1.1', 2)])]);
  expect([count('decision'), count('unsettled'), writer.isBehind]).toEqual([0, 1, true]);
  expect(writer.write([{ kind: 'settle', policy: 'maize' }])).toEqual([
    { isDone: true, value: true },
  ]);
  expect(writtenRows()).toEqual(chains.rows());
  expect(writtenRows()).toMatchObject([{ reward: 2, state: 'executed' }]);
  expect([count('told'), count('unsettled'), writer.isBehind]).toEqual([1, 0, false]);
  writer.close();
});

test('so many wait and no more', () => {
  const [writer, chains] = [openWriter(), new Chains()];
  const fresh = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => decided({ sequence: from + index }));
  writer.write([chains.batch([created(), ...fresh(1, 4095)])]);
  expect(count('decision')).toBe(0);
  writer.write([chains.batch(fresh(4095, 4108))]);
  expect([count('decision'), count('unsettled')]).toEqual([4107, 0]);
  writer.close();
});

describe('piece by piece', () => {
  const settledUpTo = () =>
    database
      .prepare('select settled from unsettled')
      .all()
      .map(({ settled }) => settled);

  test('the oldest lines are written first, and it is noted how far', () => {
    const [writer, chains] = [openWriter(), new Chains()];
    for (let sequence = 1; sequence <= 14; sequence++) {
      writer.write([chains.batch([decided({ sequence })])]);
    }
    expect(writer.settleSome(10, 3)).toBe(true);
    expect([count('decision'), settledUpTo()]).toEqual([3, [3]]);
    expect(writer.settleSome(10, 3)).toBe(false);
    expect([count('decision'), settledUpTo()]).toEqual([6, [6]]);
    expect(writer.settleSome(10, 3)).toBe(false);
    expect(count('decision')).toBe(6);
    // A quarter of what is due, where that is more.
    expect(writer.settleSome(0, 1)).toBe(true);
    expect([count('decision'), settledUpTo()]).toEqual([8, [8]]);
    expect(writer.settleSome(0, 6)).toBe(false);
    expect([writtenRows(), settledUpTo()]).toEqual([chains.rows(), []]);
    writer.close();
  });

  test('no policy waits for another that goes on and on', () => {
    const [writer, chains] = [openWriter(), new Chains()];
    const both = (sequence: number) => [
      chains.batch([decided({ sequence }), rewarded(`maize.1.${sequence}`, 1)]),
      chains.batch([decided({ policy: 'wheat', sequence })], 'wheat'),
    ];
    for (const sequence of [1, 2, 3]) writer.write(both(sequence));
    writer.settleSome(0, 2);
    writer.settleSome(0, 2);
    const written = database.prepare('select distinct policy from decision order by policy').all();
    expect(written).toEqual([{ policy: 'maize' }, { policy: 'wheat' }]);
    writer.close();
  });

  test('a correction counts once, also if its decision was written before the process ended', () => {
    const [writer, chains] = [openWriter(), new Chains()];
    writer.write([chains.batch([decided({ sequence: 1 })])]);
    for (const kind of [0, 4, 0]) writer.write([chains.batch([tellings('maize.1.1', 7)[kind]!])]);
    writer.settleSome(3, 1);
    expect(settledUpTo()).toEqual([1]);
    writer.close();
    const next = openWriter();
    next.write([SETTLE]);
    expect(writtenRows()).toEqual(chains.rows());
    expect(writtenRows()).toMatchObject([{ correctionCount: 1, reward: 7 }]);
    next.close();
  });

  test('what is said of a decision after its correction stays after it, while all of it waits', () => {
    const [writer, chains] = [openWriter(), new Chains()];
    writer.write([chains.batch([decided({ sequence: 1 })])]);
    for (const kind of [0, 4, 0]) writer.write([chains.batch([tellings('maize.1.1', 7)[kind]!])]);
    writer.write([SETTLE]);
    expect(writtenRows()).toEqual(chains.rows());
    expect(writtenRows()).toMatchObject([{ correctionCount: 1, reward: 7 }]);
    writer.close();
  });

  test('nothing is written after lines that do not fit', () => {
    const [writer, chains] = [openWriter(), new Chains()];
    for (const sequence of [1, 2]) writer.write([chains.batch([decided({ sequence })])]);
    database
      .prepare(
        `insert into decision (policy, generation, sequence, position, action, chosen_by, reason, mode,
           decided_at, state, correction_count) values ('maize', 1, 1, 99, '', '', '', '', '', '', 0)`,
      )
      .run();
    expect(writer.settleSome(1, 1)).toBe(false);
    expect(writer.settleSome(0, 1)).toBe(false);
    expect([count('decision'), settledUpTo()]).toEqual([1, [0]]);
    writer.close();
  });
});

/** What may come next of a decision, whatever came before. */
function tellings(id: string, step: number): NewEntry[] {
  const told = { decision: id, isLearnt: true } as const;
  return [
    rewarded(id, step),
    entry({ kind: 'confirmed', ...told }),
    entry({ kind: 'fell-back', ...told, reason: 'unrelated' }),
    entry({ kind: 'voided', ...told, reason: 'unrelated', note: 'rain' }),
    entry({ kind: 'corrected', ...told, value: step / 3, previous: null, reason: 'typing' }),
    entry({ kind: 'rewarded', ...told, value: -0, parts: { share: 0.5, try: step, check: null } }),
  ];
}

test.for([1, 2])(
  'whenever lines are written, and whenever a process ends, they are what the entries say (seed %i)',
  async (seed) => {
    const [dice, chains] = [createDice(seed), new Chains()];
    let writer = openWriter();
    let sequence = 0;
    for (let step = 0; step < 50; step++) {
      const fresh = Array.from({ length: dice.below(4) }, () => {
        sequence += 1;
        return decided({ sequence, key: `key ${sequence}` });
      });
      const said = Array.from({ length: sequence === 0 ? 0 : dice.below(4) }, () => {
        const kinds = tellings(`maize.1.${1 + dice.below(sequence)}`, step);
        return kinds[dice.below(kinds.length)]!;
      });
      const works = [chains.batch([created(), ...fresh]), chains.batch([created(), ...said])];
      const outcomes = writer.write(dice.below(5) === 0 ? [...works, SETTLE] : works);
      expect(outcomes.every(({ isDone }) => isDone)).toBe(true);
      const what = dice.below(8);
      if (what === 0) {
        // As after a kill: what waited is in no memory any more.
        writer.close();
        writer = openWriter();
      }
      if (what === 1) writer.write([SETTLE]);
      if (what >= 4) writer.settleSome(dice.below(20), 1 + dice.below(6));
      if (what === 2) await expectSeenBeside(chains);
    }
    await expectSeenBeside(chains);
    writer.write([SETTLE]);
    expect(writtenRows()).toEqual(chains.rows());
    expect(count('unsettled')).toBe(0);
    writer.close();
  },
);

/** Whoever looks from outside sees all lines, written or not. */
async function expectSeenBeside(chains: Chains): Promise<void> {
  const reader = await openSqliteReader(folder, { isFrozen: true });
  const rows: DecisionRow[] = [];
  for await (const page of reader.scanDecisions('maize', 1)) rows.push(...page);
  expect(rows).toEqual(chains.rows());
  const last = rows.at(-1);
  if (last !== undefined) {
    expect(await reader.findDecision(last.id)).toEqual(last);
    expect(await reader.findDecisions('maize', [last.id])).toEqual([last]);
    expect(await reader.findByKey('maize', 'local', last.keyText!)).toEqual(last);
    const own = chains.entries.get('maize')!.filter(({ text }) => text.includes(`"${last.id}"`));
    expect(await reader.readHistory(last)).toEqual(own);
  }
  await reader.close();
}

describe('work that is refused', () => {
  test.for(['forget', 'erase'] as const)('%s: what waits is still written', (kind) => {
    const [writer, chains] = [openWriter(), new Chains()];
    writer.write([chains.batch([created(), decided({ sequence: 1 })])]);
    const head = chains.head();
    const other = { version: 7, hash: 'f'.repeat(64) };
    const sealed = sealEntries('maize', head, [decided({ sequence: 2 })]);
    const nothing = { tombstones: [], decisions: [], keys: [], shelf: [], shelved: [] };
    const checkpoint = { policy: 'maize', ...head, generation: 1, body: '' };
    const refused: Work =
      kind === 'erase'
        ? { kind, policy: 'maize', head: other }
        : {
            kind,
            batch: packBatch({ policy: 'maize', head, entries: sealed }),
            forgetting: { ...nothing, checkpoint, segmentEnd: 3, segments: [] },
          };
    expect(writer.write([refused])).toMatchObject([{ isDone: false, kind: 'behind' }]);
    writer.write([chains.batch([decided({ sequence: 2 })])]);
    // As after a kill.
    writer.close();
    const next = openWriter();
    next.write([SETTLE]);
    expect(writtenRows()).toEqual(chains.rows());
    next.close();
  });

  test('a decision or key that is known is refused, also while its line waits', () => {
    const [writer, chains] = [openWriter(), new Chains()];
    writer.write([chains.batch([created(), decided({ sequence: 1, key: 'one' })])]);
    const head = chains.head();
    const refused = (fresh: NewEntry) => {
      const entries = sealEntries('maize', head, [fresh]);
      const batch = packBatch({ policy: 'maize', head, entries });
      return writer.write([{ kind: 'batch', batch }])[0];
    };
    for (const _time of ['waiting', 'written']) {
      expect(refused(decided({ sequence: 1 }))).toMatchObject({ kind: 'behind' });
      expect(refused(decided({ sequence: 2, key: 'one' }))).toMatchObject({ kind: 'behind' });
      writer.write([SETTLE]);
    }
    writer.close();
  });
});

test('a decision that was made before is refused, whatever was asked about while lines waited', () => {
  const [writer, chains] = [openWriter(), new Chains()];
  const again = (fresh: NewEntry) => {
    const head = chains.head();
    const entries = sealEntries('maize', head, [fresh]);
    const batch = packBatch({ policy: 'maize', head, entries });
    return writer.write([{ kind: 'batch', batch }])[0];
  };
  writer.write([chains.batch([created(), decided({ sequence: 1 })]), SETTLE]);
  writer.write([chains.batch([decided({ sequence: 2 })])]);
  writer.write([chains.batch([decided({ generation: 2, sequence: 1 })])]);
  expect(again(decided({ sequence: 1 }))).toMatchObject({ kind: 'behind' });
  writer.write([SETTLE]);
  expect(again(decided({ sequence: 2 }))).toMatchObject({ kind: 'behind' });
  expect(again(decided({ generation: 2, sequence: 1 }))).toMatchObject({ kind: 'behind' });
  expect(again(decided({ sequence: 3 }))).toMatchObject({ isDone: true });
  writer.close();
});

test('lines that do not fit the table stop their own policy, loudly, and no other', () => {
  const [writer, chains] = [openWriter(), new Chains()];
  const first = chains.batch([created(), decided({ sequence: 1, key: 'one' })]);
  const other = chains.batch([created(), decided({ policy: 'wheat', sequence: 1 })], 'wheat');
  writer.write([first, other]);
  const twin = database.prepare(
    `insert into decision (policy, generation, sequence, position, action, chosen_by, reason, mode,
       decided_at, state, correction_count) values ('maize', 1, 1, 99, '', '', '', '', '', '', 0)`,
  );
  twin.run();
  expect(writer.write([{ kind: 'settle', policy: 'maize' }])).toMatchObject([
    { isDone: false, kind: 'broken', message: expect.stringContaining('hedgerow verify') },
  ]);
  const next = [
    chains.batch([decided({ sequence: 2 })]),
    chains.batch([decided({ policy: 'wheat', sequence: 2 })], 'wheat'),
    SETTLE,
  ];
  expect(writer.write(next)).toMatchObject([{ kind: 'broken' }, { isDone: true }, {}]);
  expect(database.prepare('select policy, settled from unsettled').all()).toEqual([
    { policy: 'maize', settled: 0 },
  ]);
  writer.close();
  database.exec('delete from decision where position = 99');
  const repaired = openWriter();
  expect(repaired.write([{ kind: 'settle', policy: 'maize' }])).toMatchObject([{ isDone: true }]);
  expect(count('decision')).toBe(3);
  repaired.close();
});

async function lastScanned(journal: Journal): Promise<DecisionRow | undefined> {
  let last: DecisionRow | undefined;
  for await (const page of journal.scanDecisions('maize', 1)) last = page.at(-1);
  return last;
}

describe('threads', () => {
  test('each sees what another has written, and what it has written itself', async () => {
    const whole = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
    const [writing, reading] = [1, 2].map(() => joinSqliteJournal(whole.share!().share));
    const questions: ((journal: Journal, sequence: number) => Promise<unknown>)[] = [
      (journal, sequence) => journal.findByKey('maize', 'local', `key ${sequence}`),
      (journal, sequence) => journal.findDecision(`maize.1.${sequence}`),
      async (journal, sequence) =>
        (await journal.findDecisions('maize', [`maize.1.${sequence}`]))[0],
      async (journal) => (await journal.listDecisions('maize', { limit: 1 }))[0],
      lastScanned,
    ];
    let sequence = 0;
    await appendAll(writing!, 'maize', [created()]);
    for (const journal of [whole, reading!, writing!]) {
      for (const ask of questions) {
        sequence += 1;
        await appendAll(writing!, 'maize', [decided({ sequence, key: `key ${sequence}` })]);
        expect(await ask(journal, sequence)).toMatchObject({ sequence, reward: null });
        await appendAll(writing!, 'maize', [rewarded(`maize.1.${sequence}`, 1)]);
        expect(await ask(journal, sequence)).toMatchObject({ sequence, reward: 1 });
        const row = (await journal.findDecision(`maize.1.${sequence}`))!;
        await appendAll(writing!, 'maize', [rewarded(`maize.1.${sequence}`, 1)]);
        expect(await journal.readHistory(row)).toHaveLength(3);
      }
    }
    for (const journal of [writing!, reading!, whole]) await journal.close();
  });

  test('a thread that takes a policy over finds keys whose lines the one before left waiting', async () => {
    const writer = openWriter();
    const run = async (work: Work) => writer.write([work])[0]!.isDone;
    const files = new SegmentFiles({ folder, isSynced: false });
    const letGo = async () => {};
    const reader = new ReadingConnection({ folder, isSynced: false });
    const [before, after] = [1, 2].map(() =>
      threadJournal({ folder, database: reader, files, run, letGo }),
    );
    await appendAll(before!, 'maize', [created(), decided({ sequence: 1, key: 'one' })]);
    await appendAll(after!, 'maize', [decided({ sequence: 2, key: 'two' })]);
    expect(await after!.findByKey('maize', 'local', 'one')).toMatchObject({ sequence: 1 });
    reader.close();
    writer.close();
  });

  test('new keys and other decisions do not make lines be written', async () => {
    const writer = openWriter();
    const settled: string[] = [];
    const reader = new ReadingConnection({ folder, isSynced: false });
    const journal = threadJournal({
      folder,
      database: reader,
      files: new SegmentFiles({ folder, isSynced: false }),
      run: async (work) => {
        if (work.kind === 'settle') settled.push(`${work.policy}`);
        return writer.write([work])[0]!.isDone;
      },
      letGo: async () => {
        reader.close();
        writer.close();
      },
    });
    await appendAll(journal, 'maize', [created(), decided({ sequence: 1, key: 'one' })]);
    expect(await journal.findByKey('maize', 'local', 'one')).toMatchObject({ sequence: 1 });
    expect(settled).toEqual(['maize']);
    await appendAll(journal, 'maize', [decided({ sequence: 2, key: 'two' })]);
    expect(await journal.findByKey('maize', 'local', 'three')).toBeNull();
    expect(await journal.findByKey('maize', 'local', 'one')).toMatchObject({ sequence: 1 });
    expect(await journal.findDecision('maize.1.1')).toMatchObject({ keyText: 'one' });
    expect(await journal.findDecision('maize.1.7')).toBeNull();
    expect(settled).toEqual(['maize']);
    expect(await journal.findByKey('maize', 'local', 'two')).toMatchObject({ sequence: 2 });
    expect(settled).toEqual(['maize', 'maize']);
    await journal.close();
  });
});
