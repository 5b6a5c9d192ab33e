/**
 * Files of segments around a commit that fails: none is removed that the journal may need, and none stays that it has forgotten.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Journal, JournalFailure } from '../journal.ts';
import { migrate } from '../migrations/migrate.ts';
import { appendAll, decided, keepSnapshot } from '../testing/sample-entries.ts';
import { fill, forget } from '../testing/secrets.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase } from './folder/open-database.ts';
import { queryBuilder } from './folder/query-builder.ts';
import { ReadingConnection } from './folder/reading-connection.ts';
import { SegmentFiles } from './folder/segment-files.ts';
import { threadJournal } from './sqlite-share.ts';
import type { Work } from './writing/batch-writer.ts';
import { WriterThread } from './writing/writer-thread.ts';

/** What the disk does to the next work of a kind: it fails before that is stored, or says so although it is. */
interface Trouble {
  readonly kind: Work['kind'];
  readonly failure: JournalFailure;
  readonly isStored: boolean;
}

const broken = new JournalFailure('broken', 'the disk fails');
const full = new JournalFailure('full', 'the disk is full');

let folder: string;
let journal: Journal;
let trouble: Trouble | null;
let failsAt: string | null;
/** Called before a piece of work is handed to the thread that writes, and when it is done; it waits for what they return. */
let beforeWork: (work: Work) => Promise<void> | undefined | void;
let afterWork: (work: Work) => Promise<void> | undefined;

beforeEach(async () => {
  folder = temporaryFolder();
  [trouble, failsAt] = [null, null];
  [beforeWork, afterWork] = [() => undefined, () => undefined];
  const migrated = openDatabase({ folder, isSynced: false });
  await migrate(queryBuilder(migrated), 'sqlite');
  migrated.close();
  const database = new ReadingConnection({ folder, isSynced: false });
  const data = { folder, isSynced: false, maxTurnsPerCommit: 512, ballastBytes: 0 };
  const writer = new WriterThread(data, () => {});
  const onStep = (step: string) => {
    if (step === failsAt) throw new Error('no more room');
  };
  journal = threadJournal({
    folder,
    database,
    files: new SegmentFiles({ folder, isSynced: false, onStep }),
    run: (work) => withTrouble(work, () => writer.run(work)),
    letGo: async () => {
      await writer.close();
      database.close();
    },
  });
});

afterEach(() => journal.close());

async function withTrouble(work: Work, run: () => Promise<boolean>): Promise<boolean> {
  const now = trouble;
  await beforeWork(work);
  if (now?.kind !== work.kind) {
    const value = await run();
    await afterWork(work);
    return value;
  }
  trouble = null;
  if (now.isStored) await run();
  throw now.failure;
}

const fileNames = () => readdirSync(path.join(folder, 'segments'));

function texts(): string[] {
  return fileNames().map((name) =>
    zstdDecompressSync(readFileSync(path.join(folder, 'segments', name))).toString(),
  );
}

const isSecretKept = () => texts().some((text) => text.includes('"secret 3"'));

test('a forgetting that was stored although the disk failed has its files', async () => {
  const stored = await fill(journal);
  expect(isSecretKept()).toBe(true);
  trouble = { kind: 'forget', failure: broken, isStored: true };
  await expect(forget(journal, stored)).rejects.toThrow('the disk fails');
  expect(await journal.read('maize', 0, 1000)).toHaveLength(stored.length + 1);
  await journal.scrub();
  expect(isSecretKept()).toBe(false);
  expect(await journal.read('maize', 0, 1000)).toHaveLength(stored.length + 1);
});

test('one that was not stored leaves nothing, when that is certain', async () => {
  const stored = await fill(journal);
  const before = fileNames();
  trouble = { kind: 'forget', failure: broken, isStored: false };
  await expect(forget(journal, stored)).rejects.toThrow('the disk fails');
  // The next start might find it in the log.
  expect(fileNames()).toHaveLength(2);
  // The same files are asked for again, and go only if they need not stay for the first time.
  trouble = { kind: 'forget', failure: full, isStored: false };
  await expect(forget(journal, stored)).rejects.toThrow('the disk is full');
  expect(fileNames()).toHaveLength(2);
  await journal.scrub();
  expect(fileNames()).toEqual(before);
  trouble = { kind: 'forget', failure: full, isStored: false };
  await expect(forget(journal, stored)).rejects.toThrow('the disk is full');
  expect(fileNames()).toEqual(before);
  await forget(journal, stored);
  expect(fileNames()).toHaveLength(1);
  expect(isSecretKept()).toBe(false);
});

test('whoever cleans up after another takes nothing away that is being written again', async () => {
  const stored = await fill(journal);
  trouble = { kind: 'forget', failure: broken, isStored: false };
  await expect(forget(journal, stored)).rejects.toThrow('the disk fails');
  beforeWork = (work) => (work.kind === 'forget' ? journal.scrub() : undefined);
  await forget(journal, stored);
  expect(fileNames()).toHaveLength(1);
  expect(await journal.read('maize', 0, 1000)).toHaveLength(stored.length + 1);
  expect(isSecretKept()).toBe(false);
});

const inSegments = (name: string) => path.join(folder, 'segments', name);

/** Puts a folder in the place of a file until it is put back: a folder is not removed as a file is. */
function hideFile(name: string): () => void {
  const file = inSegments(name);
  renameSync(file, path.join(folder, 'hidden'));
  mkdirSync(file);
  return () => {
    rmdirSync(file);
    renameSync(path.join(folder, 'hidden'), file);
  };
}

test.for(['forget', 'erase'])(
  'a file that cannot be removed (%s) is removed when somebody asks again',
  async (kind) => {
    const stored = await fill(journal);
    const [old] = fileNames();
    let putBack = () => {};
    beforeWork = (work) => {
      if (work.kind === kind) putBack = hideFile(old!);
    };
    const asked =
      kind === 'forget'
        ? forget(journal, stored)
        : (await journal.beginTurn('maize', stored.length)).erase();
    await expect(asked).rejects.toThrow('EISDIR');
    putBack();
    expect(isSecretKept()).toBe(true);
    await journal.scrub();
    expect(isSecretKept()).toBe(false);
  },
);

test.for(['forget', 'erase'])(
  'nothing stays in files (%s) where the thread that asked for it dies before it hears of it',
  async (kind) => {
    const stored = await fill(journal);
    const dead = Promise.withResolvers<void>();
    afterWork = (work) => {
      if (work.kind !== kind) return undefined;
      dead.resolve();
      return new Promise(() => {});
    };
    void (kind === 'forget'
      ? forget(journal, stored)
      : (await journal.beginTurn('maize', stored.length)).erase());
    await dead.promise;
    expect(isSecretKept()).toBe(false);
    expect(fileNames()).toHaveLength(kind === 'forget' ? 1 : 0);
  },
);

test('what a thread left behind that died goes with the next forgetting, and nothing else', async () => {
  const stored = await fill(journal);
  const [own] = fileNames();
  const left = [
    own!.replace(/[0-9a-f]{16}/, '0123456789abcdef'),
    `${own!.replace(/[0-9a-f]{16}/, '0123456789abcdee')}.unfinished`,
  ];
  // Of another policy, and of entries that may be moved at this moment.
  const others = [
    `rye.${left[0]!.slice('maize.'.length)}`,
    'maize.599-1200.0123456789abcdef.jsonl.zst',
  ];
  for (const name of [...left, ...others])
    writeFileSync(inSegments(name), readFileSync(inSegments(own!)));
  await forget(journal, stored);
  const [kept] = fileNames().filter((name) => !others.includes(name));
  expect(fileNames().toSorted()).toEqual([...others, kept].toSorted());
  expect(await journal.read('maize', 0, 1000)).toHaveLength(stored.length + 1);
});

test.for(['sync', 'rename'])('a file without room for it (%s) leaves nothing', async (step) => {
  const stored = await fill(journal);
  const before = fileNames();
  failsAt = step;
  await expect(forget(journal, stored)).rejects.toThrow('no more room');
  expect(fileNames()).toEqual(before);
});

/** Entries enough for a second segment, with a snapshot after them. */
async function grow(): Promise<void> {
  const more = Array.from({ length: 700 }, (_, i) => decided({ sequence: 601 + i }));
  const { position, hash } = (await appendAll(journal, 'maize', more)).at(-1)!;
  for (const one of await journal.read('maize', position - 2, 2)) {
    const { position: version, hash: at } = one;
    await keepSnapshot(journal, { policy: 'maize', version, hash: at, generation: 1, body: hash });
  }
}

test('entries that were to be moved leave no file where the disk is full, and keep it where it failed', async () => {
  const rule = { rawEntries: 0, rawSince: null };
  await fill(journal);
  await grow();
  const before = fileNames();
  trouble = { kind: 'segment', failure: full, isStored: false };
  await expect(journal.retention.compact('maize', rule)).rejects.toThrow('the disk is full');
  expect(fileNames()).toEqual(before);
  trouble = { kind: 'segment', failure: broken, isStored: true };
  await expect(journal.retention.compact('maize', rule)).rejects.toThrow('the disk fails');
  expect(fileNames()).toHaveLength(2);
  const all = await journal.read('maize', 0, 2000);
  await journal.retention.compact('maize', rule);
  expect(await journal.read('maize', 0, 2000)).toEqual(all);
});

test('a doubtful file of moved entries goes with the next that is stored', async () => {
  const rule = { rawEntries: 0, rawSince: null };
  await fill(journal);
  await grow();
  trouble = { kind: 'segment', failure: broken, isStored: false };
  await expect(journal.retention.compact('maize', { ...rule, rawEntries: 200 })).rejects.toThrow(
    'the disk fails',
  );
  const [doubted] = fileNames().filter((name) => !name.startsWith('maize.1-'));
  expect(doubted).toBeDefined();
  await journal.retention.compact('maize', rule);
  expect(fileNames()).not.toContain(doubted);
  expect(fileNames()).toHaveLength(2);
});
