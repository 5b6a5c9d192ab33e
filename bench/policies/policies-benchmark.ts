/**
 * A hundred thousand policies in one process: what they cost asleep, what one costs that is busy, how long it takes to wake one, and
 * how long everything takes that is about all of them.
 *
 * The service runs in this process, without HTTP, on a journal that does not wait for the disk. Policies are asked
 * at random, so that nearly every request wakes one and puts another to sleep.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDecisionService } from '../../packages/service/src/decisions/create-decision-service.ts';
import type { DecisionService } from '../../packages/service/src/decisions/decision-service.ts';
import { systemClock } from '../../packages/service/src/instruments/clock.ts';
import { createMetrics } from '../../packages/service/src/instruments/metrics.ts';
import type { Journal } from '../../packages/service/src/journal/journal.ts';
import { openSqliteJournal } from '../../packages/service/src/journal/sqlite/sqlite-journal.ts';
import type { PolicyDefinition } from '../../packages/service/src/wire.ts';
import type { Benchmark, BenchmarkOptions } from '../benchmark.ts';
import { type BusySize, busyPolicyBytes } from './busy-policies.ts';

interface Size extends BusySize {
  readonly policyCount: number;
  readonly policiesAwake: number;
  readonly wakeCount: number;
  /** Requests at the same time while policies are made. */
  readonly together: number;
}

interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
}

const FULL: Size = {
  policyCount: 100_000,
  policiesAwake: 1_000,
  wakeCount: 5_000,
  together: 64,
  busyCount: 8,
  busyDecisions: 25_000,
};
const QUICK: Size = {
  policyCount: 150,
  policiesAwake: 20,
  wakeCount: 60,
  together: 8,
  busyCount: 2,
  busyDecisions: 400,
};
const KEY = { scope: 'local', text: null };
const CONTEXT = { visitors: 40, temperature: 18 };
const POLICY: PolicyDefinition = {
  actions: ['usual', 'new', 'newer'],
  baseline: { action: 'usual', reward: 10 },
  context: { visitors: { min: 0, max: 100 }, temperature: { min: -10, max: 40 } },
  reward: { min: 3, max: 20 },
  allowedShortfall: 0.2,
  execution: 'assume',
  seed: 3,
};

interface Running {
  readonly journal: Journal;
  readonly service: DecisionService;
  close(): Promise<void>;
}

export const policiesBenchmark: Benchmark = async ({ isQuick, reportProgress }) => {
  const size = isQuick ? QUICK : FULL;
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-policies-'));
  try {
    reportProgress('policies: busy ones ...');
    const busyBytes = await busyPolicyBytes(path.join(folder, 'busy'), size, memoryBytes);
    const busy = `memory of a busy policy, ${size.busyDecisions.toLocaleString('en')} decisions`;
    const rows = [
      ...(await measure(path.join(folder, 'many'), size, reportProgress)),
      { what: busy, value: busyBytes / 1e6, unit: 'MB' },
    ];
    const width = Math.max(...rows.map(({ what }) => what.length));
    const lines = rows.map(
      ({ what, value, unit }) => `${what.padEnd(width)}  ${value.toPrecision(3)} ${unit}`,
    );
    return { text: `${lines.join('\n')}\n`, rows, faults: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function measure(
  folder: string,
  size: Size,
  reportProgress: BenchmarkOptions['reportProgress'],
): Promise<Row[]> {
  const { policyCount, policiesAwake } = size;
  const first = await start(folder, policiesAwake);
  // Once as many are awake as may be, the rest is what policies cost that sleep.
  const settledCount = 2 * policiesAwake;
  await create(first, { from: 0, to: settledCount, ...size });
  const before = memoryBytes();
  reportProgress(`${settledCount} of ${policyCount} policies made`);
  const createdMs = await timed(() =>
    create(first, { from: settledCount, to: policyCount, ...size }),
  );
  const asleepBytes = (memoryBytes() - before) / (policyCount - settledCount);
  reportProgress('all made; starting again');
  await first.close();
  let again!: Running;
  const startMs = await timed(async () => {
    again = await start(folder, policiesAwake);
    await again.service.decide(nameOf(7), { context: CONTEXT }, KEY);
  });
  const wakes = await wakeAtRandom(again.service, size);
  const metrics = createMetrics();
  metrics.readFrom({ totals: () => again.service.totals() });
  const metricsMs = await timed(() => metrics.text());
  const pageMs = await timed(() => again.service.policies({ limit: 500 }));
  const auditMs = await timed(() => again.service.audit(nameOf(3)));
  const closeMs = await timed(() => again.close());
  const awake = `${policyCount.toLocaleString('en')} policies, ${policiesAwake.toLocaleString('en')} awake`;
  return [
    { what: `memory asleep, ${awake}`, value: asleepBytes, unit: 'B a policy' },
    { what: 'made', value: (1000 * (policyCount - settledCount)) / createdMs, unit: 'a second' },
    { what: 'start and first decision', value: startMs, unit: 'ms' },
    { what: 'a decision that wakes its policy, median', value: quantile(wakes, 0.5), unit: 'ms' },
    { what: 'a decision that wakes its policy, p99', value: quantile(wakes, 0.99), unit: 'ms' },
    { what: '/metrics', value: metricsMs, unit: 'ms' },
    { what: 'a page of 500 of /v1/policies', value: pageMs, unit: 'ms' },
    { what: 'an audit, with the sum over all', value: auditMs, unit: 'ms' },
    { what: 'close', value: closeMs, unit: 'ms' },
  ];
}

async function start(folder: string, policiesAwake: number): Promise<Running> {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const limits = { policiesAwake, policiesPerKey: 0 };
  const service = createDecisionService({ journal, clock: systemClock, limits });
  const close = async () => {
    await service.close();
    await journal.close();
  };
  return { journal, service, close };
}

interface Range extends Size {
  readonly from: number;
  readonly to: number;
}

async function create({ service }: Running, { from, to, together }: Range): Promise<void> {
  let next = from;
  const work = async () => {
    while (next < to) {
      const name = nameOf(next++);
      await service.decide(name, { policy: POLICY, context: CONTEXT }, KEY);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
}

/** Decides in policies all over the place, one after the other; returns the milliseconds of each. */
async function wakeAtRandom(
  service: DecisionService,
  { policyCount, wakeCount }: Size,
): Promise<number[]> {
  const times: number[] = [];
  for (let k = 0; k < wakeCount; k++) {
    // A step that shares no factor with the count goes through all of them in no order.
    const name = nameOf((k * 7_919) % policyCount);
    times.push(await timed(() => service.decide(name, { context: CONTEXT }, KEY)));
  }
  return times.sort((a, b) => a - b);
}

function nameOf(index: number): string {
  return `policy-${String(index).padStart(6, '0')}`;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await act();
  return performance.now() - startMs;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** What is held after all garbage is gone. */
function memoryBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let k = 0; k < 4; k++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
