/**
 * Services for the grid alone: on free ports of this machine, with journals in a folder that is thrown away
 * afterwards. One for each row of levels that a service can be told (service-levels.ts), and each is
 * started when it is first asked for.
 *
 * The books must be the same in all of them, but for rewards that came too late: those count as the worst they can be.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type CreateSubject, SERVICE_ROWS, type ServiceLevels } from '@hedgerow/lab/thornbush';
import type { RunningService, ServiceParts } from '@hedgerow/service';
import { serviceSubjects } from './service-subject.ts';

/** A second passes whenever somebody looks at the clock; a decision has had many by the time its minute is over. */
const MINUTE = { days: 60 / 86_400 };

export interface GridServices {
  /** Makes policies in the service of one of the rows. */
  subjectsAt(levels: ServiceLevels): Promise<CreateSubject>;
  /** Messages so far that came too late. */
  expiredCount(): number;
  close(): Promise<void>;
}

/** Starts them as they are needed; close them. */
export function openGridServices(folder: string): GridServices {
  const running = new Map<string, Promise<GridService>>();
  let expiredCount = 0;
  const serviceAt = (levels: ServiceLevels): Promise<GridService> => {
    const { waiting: _, ...own } = levels;
    const name = Object.values(own).join('-');
    const service = running.get(name) ?? startGridService(path.join(folder, name), levels);
    running.set(name, service);
    return service;
  };
  const subjects = new Map<ServiceLevels, Promise<CreateSubject>>();
  const open = async (levels: ServiceLevels): Promise<CreateSubject> => {
    const { address, coinKey } = await serviceAt(levels);
    const onExpired = () => {
      expiredCount += 1;
    };
    const waiting = levels.waiting === 'a-minute' ? { rewardWithin: MINUTE } : {};
    return serviceSubjects(address, { ...waiting, prefix: levels.waiting, coinKey, onExpired });
  };
  return {
    subjectsAt: (levels) => {
      const known = subjects.get(levels) ?? open(levels);
      subjects.set(levels, known);
      return known;
    },
    expiredCount: () => expiredCount,
    close: async () => {
      for (const service of running.values()) await (await service).close();
    },
  };
}

/** Makes policies in all kinds of services in turn. */
export function subjectsInTurn(services: GridServices): CreateSubject {
  return async (options) => {
    const levels = SERVICE_ROWS[options.run % SERVICE_ROWS.length]!;
    return (await services.subjectsAt(levels))(options);
  };
}

interface GridService extends Pick<RunningService, 'address' | 'close'> {
  readonly coinKey: Uint8Array;
}

async function startGridService(data: string, levels: ServiceLevels): Promise<GridService> {
  const { deciders, awake, held } = levels;
  const service = await start(data, {
    flags: {
      deciderThreads: deciders === 'answering' ? '0' : '2',
      snapshotEvery: '25',
      ...(awake === 'one' ? { policiesAwake: '1' } : {}),
    },
    ...(held === 'three' ? { limits: { decisionsHeld: 3 } } : {}),
    ...(deciders === 'answering' ? { clock: runningClock() } : {}),
  });
  const key = readFileSync(path.join(data, 'hedgerow.coin-key'), 'utf8').trim();
  return {
    address: service.address,
    close: () => service.close(),
    coinKey: Buffer.from(key, 'hex'),
  };
}

/** Starts one that decides in this thread, where a fault that a test puts in is met; close it. */
export function startOwnService(data: string): Promise<RunningService> {
  return start(data, { flags: { deciderThreads: '0' } });
}

interface StartOptions extends Pick<ServiceParts, 'clock' | 'limits'> {
  readonly flags: Readonly<Record<string, string>>;
}

async function start(
  data: string,
  { flags: own, ...parts }: StartOptions,
): Promise<RunningService> {
  const { readSettings, startService } = await import('@hedgerow/service');
  const flags = {
    data,
    port: '0',
    logLevel: 'silent',
    rateLimit: '0',
    dashboard: false,
    metrics: false,
    ...own,
  };
  return await startService(readSettings({ flags }), parts);
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
