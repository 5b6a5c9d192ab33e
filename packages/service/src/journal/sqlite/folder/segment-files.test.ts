/**
 * Whatever step of a segment's way a process is killed at, no entry is lost or doubled, and nothing is
 * left behind; what happens to the files is found.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { checkChain, EMPTY_HEAD } from '../../entry-hash.ts';
import type { StoredEntry } from '../../journal.ts';
import { appendAll, created, decided, keepSnapshot } from '../../testing/sample-entries.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openSqliteJournal } from '../sqlite-journal.ts';
import { openSqliteReader } from '../sqlite-reader.ts';
import type { SegmentStep } from './segment-files.ts';

const SCRIPT = fileURLToPath(new URL('../../testing/killed-compactor.ts', import.meta.url));
const ALL = { rawEntries: 0, rawSince: null };
const MOVED = 800 - 64;

let filled: string;
let stored: StoredEntry[];

const openIn = (folder: string) => openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });

beforeAll(async () => {
  filled = temporaryFolder();
  const journal = await openIn(filled);
  const entries = Array.from({ length: 799 }, (_, index) => decided({ sequence: index + 1 }));
  stored = [];
  for (let start = 0; start < entries.length; start += 50) {
    const some = entries.slice(start, start + 50);
    stored.push(...(await appendAll(journal, 'maize', start === 0 ? [created(), ...some] : some)));
  }
  const { position, hash } = stored.at(-1)!;
  await keepSnapshot(journal, {
    policy: 'maize',
    version: position,
    hash,
    generation: 1,
    body: 'body',
  });
  await journal.close();
});

function copyOfFilled(): string {
  const folder = temporaryFolder();
  cpSync(filled, folder, { recursive: true });
  return folder;
}

function segmentsIn(folder: string): string[] {
  const own = path.join(folder, 'segments');
  return existsSync(own) ? readdirSync(own) : [];
}

async function killAt(folder: string, step: SegmentStep, count: number): Promise<void> {
  const options = ['--conditions=@hedgerow/source', SCRIPT, folder, step, String(count)];
  const child = spawn(process.execPath, options, { stdio: 'inherit' });
  const signal = await new Promise((resolve) => child.once('exit', (_, how) => resolve(how)));
  expect(signal).toBe('SIGKILL');
}

const STEPS: readonly [step: SegmentStep, count: number][] = [
  ['write', 1],
  ['sync', 1],
  ['rename', 1],
  ['sync-folder', 1],
  ['line', 1],
  ['trim', 1],
  ['trim', 3],
];

test.for(STEPS)(
  'a process killed before step %s (time %i) loses nothing',
  async ([step, count]) => {
    const folder = copyOfFilled();
    await killAt(folder, step, count);
    const journal = await openIn(folder);
    // What the killed process left unfinished is gone, or known.
    expect(segmentsIn(folder)).toHaveLength(step === 'trim' ? 1 : 0);
    expect(await journal.read('maize', 0, 1000)).toEqual(stored);
    const { entries } = await journal.retention.compact('maize', ALL);
    expect(entries).toBe(step === 'trim' ? 0 : MOVED);
    expect(segmentsIn(folder)).toHaveLength(1);
    const read = await journal.read('maize', 0, 1000);
    expect(read).toEqual(stored);
    expect(checkChain(EMPTY_HEAD, read)).toBeNull();
    await journal.close();
  },
);

async function compacted(): Promise<{ folder: string; file: string }> {
  const folder = copyOfFilled();
  const journal = await openIn(folder);
  await journal.retention.compact('maize', ALL);
  await journal.close();
  return { folder, file: path.join(folder, 'segments', segmentsIn(folder)[0]!) };
}

test('a segment is a file of frames that zstd turns into lines of JSON', async () => {
  const { file } = await compacted();
  const lines = zstdDecompressSync(readFileSync(file)).toString().trimEnd().split('\n');
  for (const [index, line] of lines.entries()) {
    const { time, text } = stored[index]!;
    expect(JSON.parse(line)).toEqual({ time, body: JSON.parse(text) });
  }
});

test('a reader beside the service reads through, too', async () => {
  const { folder } = await compacted();
  const reader = await openSqliteReader(folder, { isFrozen: true });
  expect(await reader.read('maize', 0, 1000)).toEqual(stored);
  await reader.close();
});

test.for(['changed', 'shortened', 'gone'])('a file that is %s is refused by name', async (how) => {
  const { folder, file } = await compacted();
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  if (how === 'gone') rmSync(file);
  else writeFileSync(file, how === 'changed' ? bytes : bytes.subarray(0, 10));
  const journal = await openIn(folder);
  await expect(journal.read('maize', 0, 1000)).rejects.toThrow(`Entries 1 to ${MOVED} of maize`);
  // What is in the table is read as ever.
  expect(await journal.read('maize', MOVED, 1000)).toEqual(stored.slice(MOVED));
  await journal.close();
});
