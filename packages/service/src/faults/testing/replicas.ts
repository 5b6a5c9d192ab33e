/**
 * Replicas of one service on one database, each in a process of its own that is started again whenever it
 * ends, as a service manager would.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flags, LoadedProcesses, ServiceProcess } from './service-process.ts';
import type { Whereabouts } from './whereabouts.ts';

const START_ATTEMPTS = 40;
const RESTART_PAUSE_MS = 50;

export interface ReplicaOptions {
  readonly flags: Flags;
  readonly processes: LoadedProcesses;
  /** Where callers look for a replica. */
  readonly where: Whereabouts;
}

export class Replica {
  readonly #options: ReplicaOptions;
  #process: ServiceProcess | null = null;
  #url = '';

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /** Resolves when it serves; while the database is away, it is started again and again. */
  async start(): Promise<string> {
    const { flags, processes, where } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const service = await processes.next();
      const url = await service.serve(flags);
      if (url !== null) {
        [this.#process, this.#url] = [service, url];
        where.add(url);
        return url;
      }
      await service.kill();
      if (attempt === START_ATTEMPTS) throw new Error(`No start: ${service.complaints}`);
      await sleep(RESTART_PAUSE_MS);
    }
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
    this.#options.where.remove(this.#url);
  }

  /**
   * Holds it for a while, in the middle of whatever it does. Nobody new asks it meanwhile; when it goes on,
   * it does not know that time has passed.
   */
  async freeze(milliseconds: number): Promise<void> {
    const { where } = this.#options;
    where.remove(this.#url);
    this.#process?.freeze();
    await sleep(milliseconds);
    this.#process?.thaw();
    where.add(this.#url);
  }
}
