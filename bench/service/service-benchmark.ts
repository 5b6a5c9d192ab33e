/**
 * The service benchmark: decisions over HTTP with 20 actions and 20 features, from a second process.
 *
 * Everything is a ratio of two things measured in the same run, because disks and machines differ.
 */
import { tmpdir } from 'node:os';
import type { BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { describeMachine } from '../kernel/machine.ts';
import { againstEarlier, EARLIER_COMMIT } from './against-earlier.ts';
import { type BulkMeasurement, measureBulk } from './bulk-rewards.ts';
import { type BytesLeft, measureBytesLeft } from './bytes-left.ts';
import { type ColdStart, measureColdStart } from './cold-start.ts';
import { type Liveness, measureLiveness } from './liveness.ts';
import { type DiskRate, measureDisk } from './measure-disk.ts';
import { type LoadMeasurement, measureLoad, middle, withService } from './measure-load.ts';
import { type BenchService, startBenchService } from './processes.ts';
import { formatRatios, type Ratio } from './service-table.ts';
import { measureSlowDisk, SLOW_SYNC_MS, type SlowDisk } from './slow-disk.ts';
import { measureTwoDeciders, type TwoDeciders } from './two-deciders.ts';

const CONNECTIONS = 32;
const GROUPING_MIN = 4;
/** With a sync of 3 ms. */
const SLOW_GROUPING_MIN = 8;
const CEILING_SHARE_MIN = 0.75;
const PER_CORE_MIN = 5000;
const HALF_LOAD_SYNCS = 4;
const HALF_LOAD_MS = 2;
/** A queue this short is full at once under the overload of five times the connections. */
const SHORT_QUEUE = 32;
const REFUSAL_MS_MAX = 50;
const RECOVERY_MIN = 0.75;
const PLENTY = 1000;
const COLD_START_SECONDS_MAX = 5;
const BULK_SECONDS_MAX = 10;
const BYTES_LEFT_MAX = 600;
const TWO_DECIDERS_MIN = 1.8;
const LIVEZ_MS_MAX = 20;

interface Durations {
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly turns: number;
  readonly warmUpDecisions: number;
  readonly coldStartDecisions: number;
  readonly bulkLines: number;
  readonly compactedDecisions: number;
  readonly policies: number;
}

const FULL: Durations = {
  warmUpSeconds: 3,
  seconds: 5,
  turns: 3,
  warmUpDecisions: 30_000,
  coldStartDecisions: 1_000_000,
  bulkLines: 100_000,
  compactedDecisions: 100_000,
  policies: 200,
};
const QUICK: Durations = {
  warmUpSeconds: 0.1,
  seconds: 0.2,
  turns: 1,
  warmUpDecisions: 1,
  coldStartDecisions: 500,
  bulkLines: 600,
  compactedDecisions: 400,
  policies: 4,
};

/** Measures everything; a quick run only shows that it works. */
export async function serviceBenchmark(options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { isQuick, reportProgress } = options;
  const durations = isQuick ? QUICK : FULL;
  reportProgress('service: durable, grouped and ungrouped ...');
  const durable = await measureDurable(durations);
  reportProgress('service: without waiting for the disk ...');
  const unsynced = await measureUnsynced(durations);
  reportProgress(`service: against ${EARLIER_COMMIT} ...`);
  const earlier = await againstEarlier(durations);
  reportProgress('service: a slow disk, grouped and ungrouped ...');
  const slowDisk = await measureSlowDisk({ connections: CONNECTIONS, ...durations });
  reportProgress('service: one and two threads that decide ...');
  const twoDeciders = await measureTwoDeciders(durations);
  reportProgress('service: /livez while it does all it can ...');
  const liveness = await measureLiveness({ connections: CONNECTIONS, ...durations });
  reportProgress('service: overload ...');
  const overload = await measureOverload(durations);
  reportProgress('service: a file of rewards ...');
  const bulk = await measureBulk(durations.bulkLines);
  reportProgress('service: what stays on disk ...');
  const left = await measureBytesLeft(durations.compactedDecisions);
  reportProgress('service: cold start, after some minutes of filling ...');
  const coldStart = await measureColdStart(durations.coldStartDecisions);
  const ratios = [
    ...ratiosOf(durable, unsynced, overload),
    ...earlier,
    ...slowDiskRows(slowDisk),
    ...deciderRows(twoDeciders),
    livenessRow(liveness),
    bulkRow(bulk),
    bytesLeftRow(left),
    coldStartRow(coldStart),
  ];
  const title = `Decisions over HTTP, 20 actions, 20 features, ${CONNECTIONS} connections.`;
  return {
    text: [
      `${title}${isQuick ? ' A quick run: the numbers mean nothing.' : ''}\n\n`,
      formatRatios(ratios),
      slowDisk === null ? 'A slow disk was not tried: there is no C compiler.\n' : '',
      `${describeMachine()}\n`,
    ].join(''),
    rows: ratios.map((ratio) => ({ benchmark: 'service', ...ratio, machine: describeMachine() })),
    faults: faultsOf([...durable.all, unsynced.alone, unsynced.rewarded, overload.after]),
  };
}

interface Durable {
  readonly grouped: LoadMeasurement;
  readonly ungrouped: LoadMeasurement;
  readonly halfLoad: HalfLoad;
  readonly disk: DiskRate;
  readonly all: readonly LoadMeasurement[];
}

/** Grouped, ungrouped and the bare disk take turns; the median turn of each counts. */
async function measureDurable({ warmUpSeconds, seconds, turns }: Durations): Promise<Durable> {
  const options = { isSynced: true, waitingMax: PLENTY };
  return withService({ ...options, isGrouped: true }, (together) =>
    withService({ ...options, isGrouped: false }, async (alone) => {
      for (const service of [together, alone]) {
        await measureLoad(service, { connections: CONNECTIONS, seconds: warmUpSeconds });
      }
      const grouped: LoadMeasurement[] = [];
      const ungrouped: LoadMeasurement[] = [];
      const disks: DiskRate[] = [];
      for (let turn = 0; turn < turns; turn++) {
        grouped.push(await measureLoad(together, { connections: CONNECTIONS, seconds }));
        disks.push(measureDisk(tmpdir(), grouped.at(-1)!.bytesPerCommit, seconds / 4));
        ungrouped.push(await measureLoad(alone, { connections: CONNECTIONS, seconds }));
      }
      const best = middle(grouped, ({ decisionsPerSecond }) => decisionsPerSecond);
      const rate = Math.max(1, best.decisionsPerSecond / 2);
      const halfLoad = await measureHalfLoad(together, rate, { seconds, turns });
      return {
        grouped: best,
        ungrouped: middle(ungrouped, ({ decisionsPerSecond }) => decisionsPerSecond),
        halfLoad,
        disk: middle(disks, ({ perSecond }) => perSecond),
        all: [...grouped, ...ungrouped, halfLoad.stored],
      };
    }),
  );
}

interface HalfLoad {
  readonly stored: LoadMeasurement;
  /** As many requests of the program that stores nothing. */
  readonly bare: LoadMeasurement;
}

/** Both take turns; the median turn of each counts. */
async function measureHalfLoad(
  service: BenchService,
  rate: number,
  { seconds, turns }: Pick<Durations, 'seconds' | 'turns'>,
): Promise<HalfLoad> {
  const bare = await startBenchService(
    { isSynced: false, isGrouped: true, waitingMax: PLENTY },
    { program: './bare.ts' },
  );
  const load = { connections: CONNECTIONS, seconds };
  const found = { stored: [] as LoadMeasurement[], bare: [] as LoadMeasurement[] };
  for (let turn = 0; turn < turns; turn++) {
    found.stored.push(await measureLoad(service, { ...load, rate }));
    found.bare.push(await measureLoad(bare, { ...load, rate }));
  }
  await bare.close();
  const p99 = (one: LoadMeasurement) => one.p99Ms;
  return { stored: middle(found.stored, p99), bare: middle(found.bare, p99) };
}

interface Unsynced {
  /** Decisions alone, as the target speaks of them, and each with a reward a little later. */
  readonly alone: LoadMeasurement;
  readonly rewarded: LoadMeasurement;
}

function measureUnsynced({ warmUpSeconds, seconds, turns }: Durations): Promise<Unsynced> {
  return withService({ isSynced: false, isGrouped: true, waitingMax: PLENTY }, async (service) => {
    const load = { connections: CONNECTIONS, seconds };
    await measureLoad(service, { ...load, seconds: warmUpSeconds });
    const alone: LoadMeasurement[] = [];
    const rewarded: LoadMeasurement[] = [];
    for (let turn = 0; turn < turns; turn++) {
      rewarded.push(await measureLoad(service, load));
      alone.push(await measureLoad(service, { ...load, isRewarded: false }));
    }
    const perCpuSecond = (one: LoadMeasurement) => one.perCpuSecond;
    return { alone: middle(alone, perCpuSecond), rewarded: middle(rewarded, perCpuSecond) };
  });
}

interface Overload {
  readonly before: LoadMeasurement;
  readonly during: LoadMeasurement;
  readonly after: LoadMeasurement;
}

function measureOverload({ warmUpSeconds, seconds }: Durations): Promise<Overload> {
  const options = { isSynced: true, isGrouped: true, waitingMax: SHORT_QUEUE };
  return withService(options, async (service) => {
    const usual = { connections: SHORT_QUEUE, seconds, isRewarded: false };
    await measureLoad(service, { ...usual, seconds: warmUpSeconds });
    const before = await measureLoad(service, usual);
    const during = await measureLoad(service, { ...usual, connections: 5 * SHORT_QUEUE });
    return { before, during, after: await measureLoad(service, usual) };
  });
}

function ratiosOf(durable: Durable, unsynced: Unsynced, overload: Overload): Ratio[] {
  const { grouped, ungrouped, disk } = durable;
  const { stored: halfLoad, bare } = durable.halfLoad;
  const ceiling = grouped.batchSize * disk.perSecond;
  const { before, during, after } = overload;
  return [
    {
      what: 'grouped / ungrouped decisions a second',
      value: grouped.decisionsPerSecond / ungrouped.decisionsPerSecond,
      least: GROUPING_MIN,
      details: `${show(grouped.decisionsPerSecond)} / ${show(ungrouped.decisionsPerSecond)}`,
    },
    {
      what: 'durable / (batch size × fdatasync rate)',
      value: grouped.requestsPerSecond / ceiling,
      least: CEILING_SHARE_MIN,
      details: `${grouped.batchSize.toFixed(1)} requests a commit, ${show(disk.perSecond)} fdatasync a second`,
    },
    {
      what: 'or, without fsync: decisions for a CPU second of the whole process',
      value: unsynced.alone.perCpuSecond,
      least: PER_CORE_MIN,
      details: [
        `${show(unsynced.alone.perThreadSecond)} for one of the answering thread`,
        `${show(unsynced.rewarded.perCpuSecond)} if each is rewarded too`,
      ].join(', '),
    },
    {
      what: 'p99 at half load / (4 × median fdatasync + 2 ms)',
      value: halfLoad.p99Ms / (HALF_LOAD_SYNCS * disk.medianMs + HALF_LOAD_MS),
      most: 1,
      details: [
        `${halfLoad.p99Ms.toFixed(1)} ms (p50 ${halfLoad.medianMs.toFixed(1)} ms)`,
        `the answering thread works ${show((100 * halfLoad.decisionsPerSecond) / halfLoad.perThreadSecond)} % of the time`,
        `commits ${halfLoad.commitP99Ms.toFixed(1)} ms (p50 ${halfLoad.commitMedianMs.toFixed(1)} ms)`,
        `fdatasync ${disk.medianMs.toFixed(2)} ms`,
        `with nothing stored ${bare.p99Ms.toFixed(1)} ms (p50 ${bare.medianMs.toFixed(1)} ms)`,
      ].join(', '),
    },
    {
      what: 'overload: p99 of a refusal, milliseconds',
      value: during.refusalP99Ms,
      most: REFUSAL_MS_MAX,
      details: `${during.refusedCount} refused, ${during.errorCount} without an answer`,
    },
    {
      what: 'after / before overload, decisions a second',
      value: after.decisionsPerSecond / before.decisionsPerSecond,
      least: RECOVERY_MIN,
      details: `${show(during.decisionsPerSecond)} during it`,
    },
  ];
}

function slowDiskRows(slowDisk: SlowDisk | null): Ratio[] {
  if (slowDisk === null) return [];
  const { grouped, ungrouped, halfLoad } = slowDisk;
  return [
    {
      what: 'p99 at half load / (4 × fdatasync + 2 ms), each fdatasync 3 ms or more',
      value: halfLoad.p99Ms / (HALF_LOAD_SYNCS * SLOW_SYNC_MS + HALF_LOAD_MS),
      most: 1,
      details: [
        `${halfLoad.p99Ms.toFixed(1)} ms (p50 ${halfLoad.medianMs.toFixed(1)} ms)`,
        `${show(halfLoad.decisionsPerSecond)} decisions a second, and as many rewards`,
        `commits ${halfLoad.commitP99Ms.toFixed(1)} ms (p50 ${halfLoad.commitMedianMs.toFixed(1)} ms)`,
      ].join(', '),
    },
    {
      what: 'grouped / ungrouped, each fdatasync 3 ms or more',
      value: grouped.decisionsPerSecond / ungrouped.decisionsPerSecond,
      least: SLOW_GROUPING_MIN,
      details: `${show(grouped.decisionsPerSecond)} / ${show(ungrouped.decisionsPerSecond)}`,
    },
  ];
}

function deciderRows(found: TwoDeciders | null): Ratio[] {
  if (found === null) return [];
  const { one, two } = found;
  const told = ({ micros, answeringMicros }: TwoDeciders['one']) =>
    `${show(micros)} µs (HTTP ${show(answeringMicros)})`;
  return [
    {
      what: 'two threads that decide / one, many policies: decisions while the busiest thread works',
      value: one.micros / two.micros,
      least: TWO_DECIDERS_MIN,
      details: `${told(two)} / ${told(one)} of a decision, batches of 50`,
    },
  ];
}

function livenessRow({ heldMs, service, idle, probeCount }: Liveness): Ratio {
  const told = ({ p99Ms, mostMs }: Liveness['idle']) =>
    `p99 ${p99Ms.toFixed(1)}, most ${mostMs.toFixed(1)} ms`;
  return {
    what: '/livez under full load, audits and exports: CPU time of whatever came before it, ms',
    value: heldMs,
    most: LIVEZ_MS_MAX,
    details: `by the clock ${told(service)}; a server that does nothing: ${told(idle)}; ${probeCount} times`,
  };
}

function bulkRow({ seconds, lineCount, refusedCount }: BulkMeasurement): Ratio {
  return {
    what: 'a file of rewards, durable, seconds',
    value: seconds,
    most: BULK_SECONDS_MAX,
    details: `${lineCount} lines, ${refusedCount} refused`,
  };
}

function bytesLeftRow({ bytesBefore, bytesAfter, decisionCount }: BytesLeft): Ratio {
  return {
    what: 'bytes left of a rewarded decision after compaction',
    value: bytesAfter,
    most: BYTES_LEFT_MAX,
    details: `${show(bytesBefore)} before, ${decisionCount} decisions, everything in the folder`,
  };
}

function coldStartRow({ seconds, decisionCount }: ColdStart): Ratio {
  return {
    what: 'cold start from the snapshot, seconds',
    value: seconds,
    most: COLD_START_SECONDS_MAX,
    details: `${decisionCount} decisions`,
  };
}

function show(value: number): string {
  return value.toFixed(0);
}

/** Without overload, every request is answered with a decision. */
function faultsOf(measurements: readonly LoadMeasurement[]): string[] {
  const count = measurements.reduce((sum, one) => sum + one.errorCount + one.refusedCount, 0);
  return count === 0 ? [] : [`${count} requests were not answered with a decision.`];
}
