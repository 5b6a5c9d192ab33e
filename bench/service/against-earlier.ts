/**
 * Decisions for a CPU second, without waiting for the disk, against those of an earlier commit that is run from git in the same
 * minutes. Both begin with so many decisions that what grows with them has grown.
 *
 * Where the history is not at hand, the bare framework takes the earlier commit's place.
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

/** Measures both in turns and returns the lines of the table. */
export async function againstEarlier(durations: EarlierDurations): Promise<readonly Ratio[]> {
  const earlier = earlierVersion(EARLIER_COMMIT);
  const present = await startBenchService(OPTIONS);
  const other = await startBenchService(
    OPTIONS,
    earlier === null ? { program: './bare.ts' } : { root: earlier.root },
  );
  try {
    await warmUp([present, ...(earlier === null ? [] : [other])], durations);
    const found = await takeTurns(present, other, durations, earlier !== null);
    return earlier === null ? bareRatios(found) : ratiosOf(found);
  } finally {
    await present.close();
    await other.close();
    earlier?.remove();
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
  readonly other: Measured;
  readonly batches: BatchMeasurement;
  /** The same with receipts that say no more than what is to be done. */
  readonly minimal: BatchMeasurement;
  /** Of the present service, for each decision so far. */
  readonly bytesLeft: number;
}

/** The turn in which a decision took least counts: whatever else runs on the machine only adds. */
async function takeTurns(
  present: BenchService,
  other: BenchService,
  { seconds, turns }: EarlierDurations,
  isRewarded: boolean,
): Promise<Turns> {
  const load = { connections: CONNECTIONS, seconds };
  const found = { present: noTurns(), other: noTurns() };
  const batches: BatchMeasurement[] = [];
  const minimal: BatchMeasurement[] = [];
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, service] of [
      ['present', present],
      ['other', other],
    ] as const) {
      if (isRewarded || name === 'present') {
        found[name].rewarded.push(await measureLoad(service, load));
      }
      found[name].alone.push(await measureLoad(service, { ...load, isRewarded: false }));
    }
    batches.push(await sendBatches(present, seconds));
    minimal.push(await sendBatches(present, seconds, 'minimal'));
  }
  const { decisionCount } = await present.readCounters();
  return {
    present: bestOf(found.present),
    other: bestOf(found.other),
    batches: best(batches)!,
    minimal: best(minimal)!,
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
  const bestAlone = best(alone)!;
  return { alone: bestAlone, rewarded: best(rewarded) ?? bestAlone };
}

function best<One extends { readonly perCpuSecond: number }>(
  list: readonly One[],
): One | undefined {
  return list.toSorted((a, b) => b.perCpuSecond - a.perCpuSecond)[0];
}

function ratiosOf({ present, other, batches, minimal, bytesLeft }: Turns): Ratio[] {
  const micros = ({ perCpuSecond }: { perCpuSecond: number }) => (1e6 / perCpuSecond).toFixed(0);
  return [
    {
      what: `single decisions for a CPU second / those of ${EARLIER_COMMIT}`,
      value: present.alone.perCpuSecond / other.alone.perCpuSecond,
      least: SINGLE_MIN,
      details: [
        `${micros(present.alone)} / ${micros(other.alone)} µs a decision`,
        `if each is rewarded ${micros(present.rewarded)} / ${micros(other.rewarded)}`,
      ].join(', '),
    },
    {
      what: `decisions in batches of 50 / single ones of ${EARLIER_COMMIT}, for a CPU second`,
      value: batches.perCpuSecond / other.alone.perCpuSecond,
      least: BATCH_MIN,
      details: `${micros(batches)} µs a decision`,
    },
    {
      what: 'the same with minimal receipts',
      value: minimal.perCpuSecond / other.alone.perCpuSecond,
      least: BATCH_MIN,
      details: `${micros(minimal)} µs a decision`,
    },
    bytesRatio(present, bytesLeft),
  ];
}

function bareRatios({ present, other, batches, bytesLeft }: Turns): Ratio[] {
  return [
    {
      what: 'CPU of a single decision / of a bare answer of the same length',
      value: other.alone.perCpuSecond / present.alone.perCpuSecond,
      most: BARE_FACTOR_MAX,
      details: `git does not know ${EARLIER_COMMIT}, so the framework alone is what is compared with`,
    },
    {
      what: 'CPU of a decision in a batch of 50 / of a bare answer',
      value: other.alone.perCpuSecond / batches.perCpuSecond,
      most: BARE_FACTOR_MAX,
      details: `${(1e6 / batches.perCpuSecond).toFixed(0)} µs a decision`,
    },
    bytesRatio(present, bytesLeft),
  ];
}

function bytesRatio({ rewarded }: Measured, bytesLeft: number): Ratio {
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
