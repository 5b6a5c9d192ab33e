/**
 * An experiment over several processes: the same bits as in one, with workers that are killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseExperiment, runExperiment } from '@hedgerow/lab';
import { queuePool, startQueueWorker } from '@hedgerow/lab/queue';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type PostgresServer,
  startPostgres,
} from '../../../service/src/journal/testing/postgres-server.ts';

/** The command itself: behind the starter of bin/ a kill would only meet the starter. */
const COMMAND = fileURLToPath(new URL('../main.ts', import.meta.url));
const EXPERIMENT = `
format: hedgerow-experiment/1
name: shared
rounds: 1500
trials: 12
seed: 3
environments: [{ id: paper, kind: synthetic, reading: berkson }]
strategies: [{ id: algorithm-1, kind: conservativeContextUcb }, { id: hedge, kind: hedge }]
allowedShortfalls: [0.1]
`;

/** Trials in the queue, and experiments. */
const COUNT = `select
  count(*) filter (where queue = 'hedgerow-trials'),
  count(*) filter (where queue = 'hedgerow-experiments') from hedgerow_queue.job`;
const PATIENCE = { timeout: 30_000, interval: 100 };

let postgres: PostgresServer;
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-queue-'));
  writeFileSync(path.join(folder, 'shared.yaml'), EXPERIMENT);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(...words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=@hedgerow/source', COMMAND, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  child.stdout?.resume();
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(errors);
  return code;
}

/** Resolves when the process has written this to its standard error. */
function told(child: ChildProcess, words: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (piece) => {
      text += piece;
      if (words.test(text)) resolve();
    });
    child.on('exit', () => reject(new Error(text)));
  });
}

/** Columns of what the database of the queue answers. */
async function ask(url: string, statement: string): Promise<readonly unknown[]> {
  const client = postgres.server.getPgClient(new URL(url).pathname.slice(1), '127.0.0.1');
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

function summaryIn(output: string): string {
  const [run] = readdirSync(path.join(folder, output));
  return readFileSync(path.join(folder, output, run!, 'summary.json'), 'utf8');
}

test('workers that are killed lose nothing, and the bits are those of one machine', async () => {
  const url = await postgres.freshUrl();
  const alone = exitOf(start('run', 'shared.yaml', '--output', 'alone', '--workers', '1'));
  const worker = ['worker', '--queue', url, '--workers', '1', '--take-over', '1'];
  const first = start(...worker);
  await told(first, /Waiting for trials/);
  const run = start('run', 'shared.yaml', '--output', 'shared', '--queue', url);
  const done = exitOf(run);
  await told(run, /trials \(/);
  first.kill('SIGKILL');
  const second = start(...worker);
  const ended = exitOf(second);
  await Promise.all([done, alone]);
  second.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(summaryIn('shared')).toBe(summaryIn('alone'));
});

/** Starts a run in this process. */
function startRun(url: string, output: string) {
  const end = new AbortController();
  const done = runExperiment({
    experiment: parseExperiment(EXPERIMENT),
    outputFolder: path.join(folder, output),
    openPool: queuePool(url),
    signal: end.signal,
  });
  return { done, end: () => end.abort() };
}

/** Resolves when every trial waits in the queue, and their experiment too. */
async function allAsked(url: string): Promise<void> {
  await vi.waitFor(async () => expect(await ask(url, COUNT)).toEqual(['24', '1']), PATIENCE);
}

/** The database numbers the news that the ninth trial is finished, and shows it when eight others have been told. */
const LATE_NEWS = [
  `create function hedgerow_queue.wait_for_others() returns trigger language plpgsql as $$ begin
    for look in 1..200 loop
      exit when 8 <= (select count(*) from hedgerow_queue.event where event = 'completed' and id > new.id);
      perform pg_sleep(0.05);
    end loop;
    return null;
  end $$`,
  `create trigger late after insert on hedgerow_queue.event for each row
    when (new.event = 'completed' and new.data->>'jobId' like '%-0-8')
    execute function hedgerow_queue.wait_for_others()`,
];

test('of two trials that are finished together neither is passed over', async () => {
  const url = await postgres.freshUrl();
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on('warning', warn);
  const workers = [1, 2].map(() => start('worker', '--queue', url, '--workers', '1'));
  await Promise.all(workers.map((worker) => told(worker, /Waiting for trials/)));
  for (const statement of LATE_NEWS) await ask(url, statement);
  await startRun(url, 'together').done;
  process.off('warning', warn);
  expect(summaryIn('together')).toBe(summaryIn('alone'));
  expect(await ask(url, COUNT)).toEqual(['0', '0']);
  expect(warnings).toEqual([]);
  const ends = workers.map(exitOf);
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(ends);
});

test('a run goes on whatever others have left, or taken away', async () => {
  const url = await postgres.freshUrl();
  const first = startRun(url, 'again');
  await allAsked(url);
  await ask(url, `create table earlier as select * from hedgerow_queue.job where id like '%-0-3'`);
  first.end();
  await expect(first.done).rejects.toThrow(/abort/);
  expect(await ask(url, COUNT)).toEqual(['0', '0']);

  // A run of before that workers found without its experiment.
  await ask(url, `update earlier set state = 'failed', failed_reason = 'its run has ended'`);
  await ask(url, 'insert into hedgerow_queue.job select * from earlier');
  const second = startRun(url, 'again');
  await allAsked(url);
  // Another run of the same experiment that came to its end.
  await ask(
    url,
    `delete from hedgerow_queue.job where id like '%-1-5' or queue like '%experiments'`,
  );
  await allAsked(url);
  const worker = await startQueueWorker({ url, workerCount: 1 });
  await second.done;
  await worker.close();
  expect(summaryIn('again')).toBe(summaryIn('alone'));
});

test('a database that is not there is told in one sentence, without the password', async () => {
  const url = 'postgres://lab:secret@127.0.0.1:1/lab';
  const failure = await startQueueWorker({ url, workerCount: 1 }).catch(String);
  expect(failure).toMatch(/^HedgerowError: the queue must be a PostgreSQL database that answers/);
  expect(failure).not.toContain('secret');
});
