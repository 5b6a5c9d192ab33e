/**
 * Decisions for a CPU second, without waiting for the disk, against those of an earlier commit that is run from git in the same
 * minutes, where the history is at hand, and against the least that they can cost: framework and core, and nothing stored (bare.ts).
 * All begin with so many decisions that what grows with them has grown.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { earlierVersion } from '../../scripts/lib/earlier-version.ts';
import { type BatchMeasurement, sendBatches } from './batches.ts';
import { type LoadMeasurement, measureLoad } from './measure-load.ts';
import { type BenchService, startBenchService } from './processes.ts';
import type { Ratio } from './service-table.ts';

/** The service before this work: entries whole, snapshots of everything, checkpoints inside commits. */
export const EARLIER_COMMIT = '96d8060';

const CONNECTIONS = 32;
const OPTIONS = { isSynced: false, isGrouped: true, waitingMax: 1000 };
const SINGLE_MIN = 2;
const BATCH_MIN = 6;
const BARE_FACTOR_MAX = 2.5;
const WRITTEN_MAX = 4096;

export interface EarlierDurations {
  readonly seconds: number;
  readonly turns: number;
  /** Decisions of each before anything is measured. */
  readonly warmUpDecisions: number;
}

interface Measured {
  readonly alone: LoadMeasurement;
  readonly rewarded: LoadMeasurement;
}

interface Services {
  readonly present: BenchService;
  readonly bare: BenchService;
  /** Null where the history is not at hand. */
  readonly earlier: BenchService | null;
}

/** Measures all of them in turns and returns the lines of the table. */
export async function againstEarlier(durations: EarlierDurations): Promise<readonly Ratio[]> {
  const version = earlierVersion(EARLIER_COMMIT);
  const services: Services = {
    present: await startBenchService(OPTIONS),
    bare: await startBenchService(OPTIONS, { program: './bare.ts' }),
    earlier: version && (await startBenchService(OPTIONS, { root: version.root })),
  };
  try {
    const { present, bare, earlier } = services;
    await warmUp([present, bare, ...(earlier ? [earlier] : [])], durations);
    const found = await takeTurns(services, durations);
    return [
      ...(found.earlier === null ? [] : earlierRatios(found, found.earlier)),
      ...bareRatios(found),
      bytesRatio(found),
    ];
  } finally {
    await services.present.close();
    await services.bare.close();
    await services.earlier?.close();
    version?.remove();
  }
}

async function warmUp(
  services: readonly BenchService[],
  { seconds, warmUpDecisions }: EarlierDurations,
): Promise<void> {
  for (const service of services) {
    while ((await service.readCounters()).decisionCount < warmUpDecisions) {
      await measureLoad(service, { connections: CONNECTIONS, seconds });
    }
  }
}

interface Turns {
  readonly present: Measured;
  readonly earlier: Measured | null;
  readonly batches: BatchMeasurement;
  /** The same with receipts that say no more than what is to be done. */
  readonly minimal: BatchMeasurement;
  /** The program that stores nothing. */
  readonly bare: Measured & { readonly batches: BatchMeasurement };
  /** Of the present service, for each decision so far. */
  readonly bytesLeft: number;
}

/** The turn in which a decision took least counts: whatever else runs on the machine only adds. */
async function takeTurns(
  { present, bare, earlier }: Services,
  { seconds, turns }: EarlierDurations,
): Promise<Turns> {
  const load = { connections: CONNECTIONS, seconds };
  const found = { present: noTurns(), earlier: noTurns(), bare: noTurns() };
  const batches: BatchMeasurement[] = [];
  const minimal: BatchMeasurement[] = [];
  const bareBatches: BatchMeasurement[] = [];
  for (let turn = 0; turn < turns; turn++) {
    for (const [list, service] of [
      [found.present, present],
      [found.earlier, earlier],
      [found.bare, bare],
    ] as const) {
      if (service === null) continue;
      list.rewarded.push(await measureLoad(service, load));
      list.alone.push(await measureLoad(service, { ...load, isRewarded: false }));
    }
    batches.push(await sendBatches(present, seconds));
    minimal.push(await sendBatches(present, seconds, 'minimal'));
    bareBatches.push(await sendBatches(bare, seconds));
  }
  const { decisionCount } = await present.readCounters();
  return {
    present: bestOf(found.present),
    earlier: earlier && bestOf(found.earlier),
    batches: best(batches),
    minimal: best(minimal),
    bare: { ...bestOf(found.bare), batches: best(bareBatches) },
    bytesLeft: folderBytes(present.folder) / decisionCount,
  };
}

interface TurnList {
  readonly alone: LoadMeasurement[];
  readonly rewarded: LoadMeasurement[];
}

function noTurns(): TurnList {
  return { alone: [], rewarded: [] };
}

function bestOf({ alone, rewarded }: TurnList): Measured {
  return { alone: best(alone), rewarded: best(rewarded) };
}

function best<One extends CpuCost>(list: readonly One[]): One {
  return list.toSorted((a, b) => b.perCpuSecond - a.perCpuSecond)[0]!;
}

interface CpuCost {
  readonly perCpuSecond: number;
}

function micros({ perCpuSecond }: CpuCost): string {
  return (1e6 / perCpuSecond).toFixed(0);
}

function earlierRatios({ present, batches, minimal }: Turns, earlier: Measured): Ratio[] {
  return [
    {
      what: `single decisions for a CPU second / those of ${EARLIER_COMMIT}`,
      value: present.alone.perCpuSecond / earlier.alone.perCpuSecond,
      least: SINGLE_MIN,
      details: [
        `${micros(present.alone)} / ${micros(earlier.alone)} µs a decision`,
        `if each is rewarded ${micros(present.rewarded)} / ${micros(earlier.rewarded)}`,
      ].join(', '),
    },
    {
      what: `decisions in batches of 50 / single ones of ${EARLIER_COMMIT}, for a CPU second`,
      value: batches.perCpuSecond / earlier.alone.perCpuSecond,
      least: BATCH_MIN,
      details: `${micros(batches)} µs a decision`,
    },
    {
      what: 'the same with minimal receipts',
      value: minimal.perCpuSecond / earlier.alone.perCpuSecond,
      least: BATCH_MIN,
      details: `${micros(minimal)} µs a decision`,
    },
  ];
}

function bareRatios({ present, batches, bare }: Turns): Ratio[] {
  return [
    {
      what: 'CPU of a single decision / of one that is answered and not stored',
      value: bare.alone.perCpuSecond / present.alone.perCpuSecond,
      most: BARE_FACTOR_MAX,
      details: [
        `${micros(present.alone)} / ${micros(bare.alone)} µs`,
        `if each is rewarded ${micros(present.rewarded)} / ${micros(bare.rewarded)}`,
      ].join(', '),
    },
    {
      what: 'the same in batches of 50',
      value: bare.batches.perCpuSecond / batches.perCpuSecond,
      most: BARE_FACTOR_MAX,
      details: `${micros(batches)} / ${micros(bare.batches)} µs`,
    },
  ];
}

function bytesRatio({ present: { rewarded }, bytesLeft }: Turns): Ratio {
  return {
    what: 'bytes written for a rewarded decision',
    value: rewarded.bytesPerDecision,
    most: WRITTEN_MAX,
    details: `${bytesLeft.toFixed(0)} left on disk before anything is compacted`,
  };
}

function folderBytes(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
}
