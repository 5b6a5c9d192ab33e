/**
 * Whatever way the process ends and whatever the end of the log looks like then, what is there is a
 * whole chain, and what was said to be stored is stored.
 */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { checkChain, EMPTY_HEAD, headAfter } from '../entry-hash.ts';
import { projectEntries } from '../projection.ts';
import { decided } from '../testing/sample-entries.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

const SCRIPT = fileURLToPath(new URL('../testing/killed-writer.ts', import.meta.url));
const LOG = 'hedgerow.db-wal';

/** Lets a process write until it has confirmed so many, kills it, and returns what it confirmed. */
async function writeAndKill(folder: string, count: number): Promise<number> {
  const child = spawn(process.execPath, ['--conditions=@hedgerow/source', SCRIPT, folder]);
  let confirmed = 0;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    confirmed = Math.max(confirmed, Number(line));
    if (confirmed >= count) child.kill('SIGKILL');
  }
  await exit;
  expect(confirmed).toBeGreaterThanOrEqual(count);
  return confirmed;
}

/** Opens what is left, checks that it is whole and goes on, and returns how many entries it had. */
async function countAfterReopening(folder: string): Promise<number> {
  const journal = await openSqliteJournal({ folder, ballastBytes: 0 });
  const entries = await journal.read('maize', 0, 100_000);
  const head = (await journal.head('maize')) ?? EMPTY_HEAD;
  expect(checkChain(EMPTY_HEAD, entries)).toBeNull();
  expect(headAfter(EMPTY_HEAD, entries)).toEqual(head);
  const rows = await journal.listDecisions('maize', { limit: 100_000 });
  expect(rows.toReversed()).toEqual(projectEntries(entries).inserts);
  const turn = await journal.beginTurn('maize', entries.length);
  await turn.append([decided({ sequence: entries.length + 1 })]).durable;
  await journal.close();
  return entries.length;
}

let killed: string;
let confirmed: number;

beforeAll(async () => {
  killed = temporaryFolder();
  confirmed = await writeAndKill(killed, 60);
});

function copyOfKilled(): string {
  const folder = temporaryFolder();
  cpSync(killed, folder, { recursive: true });
  return folder;
}

test('a killed process loses nothing that it confirmed, however often', async () => {
  const folder = copyOfKilled();
  const more = await writeAndKill(folder, confirmed + 40);
  expect(await countAfterReopening(folder)).toBeGreaterThanOrEqual(more);
});

test('a disk that fails is told, and what was confirmed before is there', async () => {
  const folder = temporaryFolder();
  // No file of the process may grow beyond this many blocks: writing fails in the middle of a log.
  const limited = ['-c', 'ulimit -f 1000; exec "$0" "$@"', process.execPath];
  const child = spawn('sh', [...limited, '--conditions=@hedgerow/source', SCRIPT, folder]);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  expect(lines.pop()).toBe('broken');
  expect(lines.length).toBeGreaterThan(0);
  expect(await countAfterReopening(folder)).toBe(lines.length);
});

test('rubbish after the last commit changes nothing', async () => {
  const folder = copyOfKilled();
  appendFileSync(path.join(folder, LOG), Buffer.alloc(5000, 7));
  expect(await countAfterReopening(folder)).toBeGreaterThanOrEqual(confirmed);
});

test.each([0.9, 0.5, 0.1])(
  'a log cut off at %d of its length leaves a whole chain',
  async (share) => {
    const folder = copyOfKilled();
    const log = path.join(folder, LOG);
    truncateSync(log, Math.floor(statSync(log).size * share));
    expect(await countAfterReopening(folder)).toBeLessThan(confirmed);
  },
);

test('a log with a wrong byte leaves the whole chain before it', async () => {
  const folder = copyOfKilled();
  const log = path.join(folder, LOG);
  const bytes = readFileSync(log);
  // Near its end: the tables were made at its beginning.
  const place = Math.floor(0.9 * bytes.length);
  bytes[place] = bytes[place]! ^ 1;
  writeFileSync(log, bytes);
  const count = await countAfterReopening(folder);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(confirmed);
});
