/**
 * How much faster two worker threads are than one, by the clock.
 *
 * One and two take turns, in runs so short that some meet both cores free; the shortest counts. Two
 * workers can only be faster if the machine lets both run, so the CPU time of their shortest run is
 * told as well: where it is hardly longer than the run, other work has taken a core.
 */
import type { TrialRange } from './trial-set.ts';
import { WorkerTeam } from './worker-team.ts';

/** Trials of one turn, of those in the set. */
const TRIALS_PER_TURN = 20;
/** Least speed of two workers over that of one. */
export const SPEED_UP_MIN = 1.7;

export interface WorkerMeasurement {
  readonly trialCount: number;
  /** Shortest time of these trials by the clock with one worker and with two. */
  readonly oneWorkerSeconds: number;
  readonly twoWorkerSeconds: number;
  /** CPU time over time by the clock in the shortest run of two. */
  readonly coresUsed: number;
  /** Whether two workers found what one found; tasks are summed in order, so in every bit. */
  readonly isSameResult: boolean;
}

export async function measureWorkers(
  set: TrialRange,
  repetitionCount: number,
): Promise<WorkerMeasurement> {
  const range = { ...set, trialCount: Math.min(TRIALS_PER_TURN, set.trialCount) };
  const team = new WorkerTeam(2);
  try {
    const totals = [await team.play(range, 1), await team.play(range, 2)] as const;
    const play = (workerCount: number) => timed(() => team.play(range, workerCount));
    let one = await play(1);
    let two = await play(2);
    for (let repetition = 1; repetition < repetitionCount; repetition++) {
      one = shorter(one, await play(1));
      two = shorter(two, await play(2));
    }
    return {
      trialCount: range.trialCount,
      oneWorkerSeconds: one.seconds,
      twoWorkerSeconds: two.seconds,
      coresUsed: two.cpuSeconds / two.seconds,
      isSameResult: JSON.stringify(totals[0]) === JSON.stringify(totals[1]),
    };
  } finally {
    await team.end();
  }
}

interface Timing {
  /** By the clock. */
  readonly seconds: number;
  readonly cpuSeconds: number;
}

async function timed(run: () => Promise<unknown>): Promise<Timing> {
  const cpuBefore = process.cpuUsage();
  const start = process.hrtime.bigint();
  await run();
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}

function shorter(one: Timing, other: Timing): Timing {
  return other.seconds < one.seconds ? other : one;
}
