/**
 * Services for the grid alone: on free ports of this machine, with journals in a folder that is thrown away
 * afterwards.
 *
 *     threads   policies are shared out over two threads
 *     sleepy    decided in the thread that answers; of all policies one stays awake, and of all decisions three stay in memory
 *     hasty     the same, and rewards are waited for only so long, by a clock that runs
 *
 * The books must be the same in all of them, but for rewards that came too late: those count as the worst they can be.
 */
import path from 'node:path';
import type { CreateSubject } from '@hedgerow/lab/thornbush';
import type { RunningService } from '@hedgerow/service';
import { serviceSubjects } from './service-subject.ts';

interface Kind {
  readonly flags: Readonly<Record<string, string>>;
  readonly isForgetful: boolean;
  readonly isHasty: boolean;
}

const SLEEPY = { deciderThreads: '0', policiesAwake: '1', snapshotEvery: '25' };
const KINDS: Readonly<Record<string, Kind>> = {
  threads: { flags: { deciderThreads: '2' }, isForgetful: false, isHasty: false },
  sleepy: { flags: SLEEPY, isForgetful: true, isHasty: false },
  hasty: { flags: SLEEPY, isForgetful: true, isHasty: true },
};
/** A second passes whenever somebody looks at the clock; a decision has had many by the time its minute is over. */
const MINUTE = { days: 60 / 86_400 };

/** In which order policies are dealt out: waking one for nearly every call takes its time, so few of them sleep. */
const TURNS: readonly string[] = ['threads', 'threads', 'threads', 'sleepy', 'threads', 'hasty'];

export interface GridServices {
  /** In turn of every kind. */
  readonly subjects: readonly CreateSubject[];
  /** Messages so far that came too late. */
  expiredCount(): number;
  close(): Promise<void>;
}

/** Starts them; close them. */
export async function startGridServices(folder: string): Promise<GridServices> {
  const running: RunningService[] = [];
  const subjects = new Map<string, CreateSubject>();
  let expiredCount = 0;
  for (const [name, kind] of Object.entries(KINDS)) {
    const service = await startKind(path.join(folder, name), kind);
    running.push(service);
    const onExpired = () => {
      expiredCount += 1;
    };
    const waiting = kind.isHasty ? { rewardWithin: MINUTE } : {};
    subjects.set(name, serviceSubjects(service.address, { ...waiting, onExpired }));
  }
  return {
    subjects: TURNS.map((name) => subjects.get(name)!),
    expiredCount: () => expiredCount,
    close: async () => {
      for (const service of running) await service.close();
    },
  };
}

/** Starts one as everybody does; close it. */
export function startOwnService(data: string): Promise<RunningService> {
  return startKind(data, { flags: {}, isForgetful: false, isHasty: false });
}

async function startKind(data: string, kind: Kind): Promise<RunningService> {
  const { readSettings, startService } = await import('@hedgerow/service');
  const flags = {
    data,
    port: '0',
    logLevel: 'silent',
    rateLimit: '0',
    dashboard: false,
    metrics: false,
    ...kind.flags,
  };
  return await startService(readSettings({ flags }), {
    ...(kind.isForgetful ? { limits: { decisionsHeld: 3 } } : {}),
    ...(kind.isHasty ? { clock: runningClock() } : {}),
  });
}

function runningClock(): { now(): string } {
  let time = Date.UTC(2026, 0, 1);
  return {
    now: () => {
      time += 1000;
      return new Date(time).toISOString();
    },
  };
}
