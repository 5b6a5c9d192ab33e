/**
 * The replicas benchmark: one, two and three replicas on one PostgreSQL, in one run. What counts is how much
 * processor time a decision takes as replicas are added, and how soon another replica takes over.
 */
import type { BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { describeMachine } from '../kernel/machine.ts';
import { formatRatios, type Ratio } from '../service/service-table.ts';
import { type BenchDatabase, startBenchDatabase } from './database.ts';
import {
  type LoadSize,
  measureScenario,
  type ReplicaMeasurement,
  type Scenario,
} from './measure-load.ts';
import { formatMeasurements } from './replicas-table.ts';
import { scalingTables } from './scaling-tables.ts';
import { measureTakeOver, type TakeOver } from './take-over.ts';

const COST_MAX = 1.3;
const RATE_MIN = 0.9;
const TAKE_OVER_LEASES_MAX = 2;
const LEASE_SECONDS = 3;

interface Plan {
  readonly size: LoadSize;
  readonly replicaCounts: readonly number[];
  readonly policyCounts: readonly number[];
  /** Decisions in one request of the loads with batches. */
  readonly batchSizes: readonly number[];
  /** Callers that each wait for their answer; a quarter of them where each asks for many decisions. */
  readonly callers: number;
  /** Whether the most replicas are also asked by as many callers each. */
  readonly hasMoreCallers: boolean;
  readonly takeOvers: readonly TakeOver['how'][];
}

const FULL: Plan = {
  size: { warmUpDecisions: 6000, decisions: 6000 },
  replicaCounts: [1, 2, 3],
  policyCounts: [1, 50, 1000],
  batchSizes: [50],
  callers: 36,
  hasMoreCallers: true,
  takeOvers: ['killed', 'stopped'],
};
const QUICK: Plan = {
  size: { warmUpDecisions: 10, decisions: 50 },
  replicaCounts: [1, 2],
  policyCounts: [2],
  batchSizes: [],
  callers: 4,
  hasMoreCallers: false,
  takeOvers: [],
};

/** Measures everything; a quick run only shows that it works. */
export async function replicasBenchmark(options: BenchmarkOptions): Promise<BenchmarkResult> {
  const plan = options.isQuick ? QUICK : FULL;
  const database = await startBenchDatabase();
  try {
    const measured = await measureAll(plan, database, options.reportProgress);
    const takeOvers: TakeOver[] = [];
    for (const how of plan.takeOvers) {
      options.reportProgress(`replicas: one is ${how} ...`);
      takeOvers.push(await measureTakeOver(how, { database, flags: flagsOf() }));
    }
    return resultOf(measured, takeOvers, options.isQuick);
  } finally {
    await database.stop();
  }
}

function flagsOf(): Record<string, string> {
  return { leaseSeconds: `${LEASE_SECONDS}` };
}

/**
 * Every load on every number of replicas. On the most also from callers that know the holder; and of many policies, one by one, from as many
 * callers for each replica as one replica has: what decides together is stored together, so fewer callers at each make each decision dearer.
 */
function scenariosOf(plan: Plan): Scenario[] {
  const { policyCounts, replicaCounts, batchSizes, callers: all, hasMoreCallers } = plan;
  const many = policyCounts[1] ?? policyCounts[0]!;
  const loads = [
    ...policyCounts.map((policyCount) => ({ policyCount, batchSize: 1, callers: all })),
    ...batchSizes.map((batchSize) => ({
      policyCount: many,
      batchSize,
      callers: Math.ceil(all / 4),
    })),
  ];
  const most = Math.max(...replicaCounts);
  return loads.flatMap((load) => {
    const holders = { ...load, replicaCount: most, isHolderAsked: true };
    const isAlsoMore = hasMoreCallers && load.policyCount > 1 && load.batchSize === 1;
    return [
      ...replicaCounts.map((replicaCount) => ({ ...holders, replicaCount, isHolderAsked: false })),
      holders,
      ...(isAlsoMore ? [false, true] : []).map((isHolderAsked) => ({
        ...holders,
        isHolderAsked,
        callers: most * load.callers,
      })),
    ];
  });
}

async function measureAll(
  plan: Plan,
  database: BenchDatabase,
  reportProgress: (message: string) => void,
): Promise<ReplicaMeasurement[]> {
  const measured: ReplicaMeasurement[] = [];
  for (const scenario of scenariosOf(plan)) {
    const { policyCount, replicaCount, batchSize, isHolderAsked, callers } = scenario;
    const asked = batchSize === 1 ? 'one by one' : `in batches of ${batchSize}`;
    const who = isHolderAsked ? ', of holders' : '';
    const load = `policies: ${policyCount}, callers: ${callers}, ${asked}${who}`;
    reportProgress(`replicas: ${replicaCount}, ${load} ...`);
    const setting = { database, size: plan.size, flags: flagsOf() };
    measured.push(await measureScenario(scenario, setting));
  }
  return measured;
}

function resultOf(
  measured: readonly ReplicaMeasurement[],
  takeOvers: readonly TakeOver[],
  isQuick: boolean,
): BenchmarkResult {
  const ratios = [...costRatios(measured), ...takeOvers.map(takeOverRatio)];
  const machine = describeMachine();
  const title =
    'Replicas on one PostgreSQL, 20 actions, 20 features, callers at all of them in turn or at the holder.';
  return {
    text: [
      `${title}${isQuick ? ' A quick run: the numbers mean nothing.' : ''}\n\n`,
      `${formatMeasurements(measured)}\n`,
      formatRatios(ratios),
      `${machine}\n`,
    ].join(''),
    rows: [
      ...measured.map((one) => ({ benchmark: 'replicas', ...one, machine })),
      ...ratios.map((ratio) => ({ benchmark: 'replicas', ...ratio, machine })),
    ],
    faults: faultsOf(measured),
    docs: scalingTables(measured, ratios),
  };
}

/** The most replicas against one, for every kind of load. */
function costRatios(measured: readonly ReplicaMeasurement[]): Ratio[] {
  const most = Math.max(...measured.map(({ replicaCount }) => replicaCount));
  return measured
    .filter(({ replicaCount }) => replicaCount === most)
    .flatMap((many) => {
      const one = measured.find((other) => other.replicaCount === 1 && isSameLoad(other, many))!;
      const isRateCompared = many.policyCount > 1 && many.callers === one.callers;
      return [costRatio(many, one), ...(isRateCompared ? [rateRatio(many, one)] : [])];
    });
}

function isSameLoad(a: Scenario, b: Scenario): boolean {
  return a.policyCount === b.policyCount && a.batchSize === b.batchSize;
}

function costRatio(many: ReplicaMeasurement, one: ReplicaMeasurement): Ratio {
  const cost = (of: ReplicaMeasurement) => of.replicaMicros + of.databaseMicros;
  return {
    what: `${loadOf(many, one)}: CPU a decision, ${many.replicaCount} replicas / 1`,
    value: cost(many) / cost(one),
    most: COST_MAX,
    details: `${cost(many).toFixed(0)} / ${cost(one).toFixed(0)} µs`,
  };
}

function rateRatio(many: ReplicaMeasurement, one: ReplicaMeasurement): Ratio {
  return {
    what: `${loadOf(many, one)}: decisions a second, ${many.replicaCount} replicas / 1`,
    value: many.decisionsPerSecond / one.decisionsPerSecond,
    least: RATE_MIN,
    details: `${many.decisionsPerSecond.toFixed(0)} / ${one.decisionsPerSecond.toFixed(0)}`,
  };
}

function loadOf(
  { policyCount, batchSize, isHolderAsked, callers }: Scenario,
  one: Scenario,
): string {
  const policies = policyCount === 1 ? 'one policy' : `${policyCount} policies`;
  const load = batchSize === 1 ? policies : `${policies}, batches of ${batchSize}`;
  const asked = isHolderAsked ? `${load}, holders asked` : load;
  return callers === one.callers ? asked : `${asked}, as many callers a replica`;
}

function takeOverRatio({ how, seconds }: TakeOver): Ratio {
  return {
    what: `take-over from a replica that was ${how} / lease`,
    value: seconds / LEASE_SECONDS,
    most: TAKE_OVER_LEASES_MAX,
    details: `${seconds.toFixed(2)} s / ${LEASE_SECONDS} s`,
  };
}

function faultsOf(measured: readonly ReplicaMeasurement[]): string[] {
  const count = measured.reduce((sum, { failedCount }) => sum + failedCount, 0);
  return count === 0 ? [] : [`${count} requests were not answered with a decision.`];
}
