/**
 * The service of the benchmark, in a process of its own. It reads its options from the command line,
 * prints its address, and then its counters for every line it is sent.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { createHttpServer } from '../../packages/service/src/api/create-http-server.ts';
import { systemClock } from '../../packages/service/src/instruments/clock.ts';
import { createLogger } from '../../packages/service/src/instruments/logger.ts';
import { createMetrics } from '../../packages/service/src/instruments/metrics.ts';
import { openSqliteJournal } from '../../packages/service/src/journal/sqlite/sqlite-journal.ts';
import { readSettings } from '../../packages/service/src/start/settings.ts';
import { startDeciders } from '../../packages/service/src/start/start-deciders.ts';
import { tellEvent } from '../../packages/service/src/start/tell-event.ts';

export interface ServeOptions {
  readonly folder: string;
  /** Whether a commit waits for the disk. */
  readonly isSynced: boolean;
  /** Whether decisions that wait together share a commit. */
  readonly isGrouped: boolean;
  /** Decisions that may wait. */
  readonly waitingMax: number;
  /** Threads that decide; in the one that answers HTTP if absent. */
  readonly deciderThreads?: number;
  /** Whether the loop of the thread that answers is looked at every millisecond. */
  readonly isLoopWatched?: boolean;
}

export interface ServeCounters {
  readonly commitCount: number;
  readonly decisionCount: number;
  readonly entryCount: number;
  /** Time of each commit since the last line, in milliseconds. */
  readonly commitMs: readonly number[];
  /** CPU time of the whole process, and of the thread that answers, in seconds. */
  readonly cpuSeconds: number;
  readonly threadSeconds: number;
  /** CPU time of each thread, in seconds, by a name of the system; empty where it does not tell. */
  readonly threads: Readonly<Record<string, number>>;
  /** Bytes sent to the disk; 0 where the system does not tell. */
  readonly diskBytes: number;
  /** CPU time that the thread that answers took from one look at its loop to the next, at most, in milliseconds. */
  readonly heldMs: number;
}

const options = JSON.parse(process.argv[2]!) as ServeOptions;
const counters = { commitCount: 0, decisionCount: 0, entryCount: 0, commitMs: [] as number[] };
let heldMs = 0;
// Lines about refusals would be measured too.
const logger = createLogger({ level: 'silent', clock: systemClock });
const metrics = createMetrics();
const journal = await openSqliteJournal({
  folder: options.folder,
  isSynced: options.isSynced,
  ballastBytes: 0,
  ...(options.isGrouped ? {} : { maxTurnsPerCommit: 1 }),
  onCommit: (report) => {
    metrics.committed(report);
    counters.commitCount += 1;
    counters.entryCount += report.entryCount;
    counters.commitMs.push(report.durationMs);
  },
});
const { service, large } = await startDeciders({
  settings: readSettings({ flags: { deciderThreads: `${options.deciderThreads ?? 0}` } }),
  journal,
  clock: null,
  onEvent: (event) => {
    tellEvent(event, { logger, metrics });
    if (event.kind === 'decision') counters.decisionCount += 1;
  },
  onDecider: () => {},
  limits: { waitingMax: options.waitingMax, ...(options.isGrouped ? {} : { batchMax: 1 }) },
});
metrics.readFrom({ totals: () => service.totals() });
const server = await createHttpServer({
  service,
  large,
  keys: journal.keys,
  clock: systemClock,
  logger,
  metrics,
  options: { rateLimit: 0 },
});
await server.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.server.address() as AddressInfo;
process.stdout.write(`${port}\n`);
if (options.isLoopWatched === true) watchLoop();

for await (const _line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(readCounters())}\n`);
}
await server.close();
await service.close();
await journal.close();

/** Whoever comes while something holds the loop waits until the next look. */
function watchLoop(): void {
  let last = threadMs();
  setInterval(() => {
    const now = threadMs();
    heldMs = Math.max(heldMs, now - last);
    last = now;
  }, 1).unref();
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function takeHeldMs(): number {
  const most = heldMs;
  heldMs = 0;
  return most;
}

function readCounters(): ServeCounters {
  const { user, system } = process.cpuUsage();
  const thread = process.threadCpuUsage();
  return {
    ...counters,
    heldMs: takeHeldMs(),
    commitMs: counters.commitMs.splice(0),
    cpuSeconds: (user + system) / 1e6,
    threadSeconds: (thread.user + thread.system) / 1e6,
    threads: readThreads(),
    diskBytes: readDiskBytes(),
  };
}

function readDiskBytes(): number {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function readThreads(): Readonly<Record<string, number>> {
  try {
    const times = readdirSync('/proc/self/task').map((name) => {
      const [nanoseconds] = readFileSync(`/proc/self/task/${name}/schedstat`, 'utf8').split(' ');
      return [name, Number(nanoseconds) / 1e9] as const;
    });
    return Object.fromEntries(times);
  } catch {
    return {};
  }
}
