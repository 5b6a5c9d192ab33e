/**
 * A real service on SQLite that is killed again and again, at any moment, while callers use it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Callers } from './callers.ts';
import { createDice, type Dice } from './dice.ts';
import { Governor } from './governor.ts';
import { definePolicy } from './http-call.ts';
import { LoadedProcesses } from './service-process.ts';
import { SHOP_POLICY } from './shop-policy.ts';
import { isSoakStopped } from './soak.ts';
import { tellProgress } from './tell-progress.ts';
import { Whereabouts } from './whereabouts.ts';

export interface KillLoopOptions {
  readonly data: string;
  readonly kills: number;
  readonly seed: number;
  /** What is counted, for whoever watches: `kills on SQLite`. */
  readonly what: string;
  /** Variables for the processes. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether somebody governs a second policy meanwhile (governor.ts). */
  readonly isGoverned?: boolean;
  /** Called before each life, and after it, when no caller waits for an answer any more. */
  readonly beforeLife?: (callers: Callers) => void;
  readonly afterKill?: (callers: Callers) => Promise<void> | void;
}

const CALLERS = 6;
/** How many requests are answered in one life, at most. */
const ANSWERS_A_LIFE = 60;

export class KillLoop {
  readonly callers: Callers;
  killCount = 0;
  readonly #options: KillLoopOptions;
  readonly #dice: Dice;
  readonly #where: Whereabouts;
  readonly #processes: LoadedProcesses;
  readonly #governor: Governor | null;

  constructor(options: KillLoopOptions) {
    this.#options = options;
    this.#dice = createDice(options.seed);
    this.#where = new Whereabouts(this.#dice);
    this.#processes = new LoadedProcesses(2, options.environment);
    const findUrl = () => this.#where.find();
    this.callers = new Callers(CALLERS, { policy: 'shop', findUrl, seed: options.seed });
    const dice = createDice(options.seed + CALLERS);
    this.#governor =
      options.isGoverned === true ? new Governor({ policy: 'garden', dice, findUrl }) : null;
  }

  /** Kills so often, or until it is told to stop; every request has its answer in the end. */
  async run(): Promise<void> {
    const { kills, what } = this.#options;
    await this.#live((url) => definePolicy(url, 'shop', SHOP_POLICY));
    this.callers.start();
    this.#governor?.start();
    while (this.killCount < kills && !isSoakStopped(this.killCount)) {
      tellProgress(this.killCount, kills, what);
      if (this.#dice.below(8) === 0) await this.#dieEarly();
      else await this.#live(() => this.callers.answer(this.#dice.below(ANSWERS_A_LIFE)));
    }
    await this.#live(() => Promise.all([this.callers.finish(), this.#governor?.finish()]));
    await this.#processes.close();
  }

  /** Lets the next process serve, and kills it when the act is over. */
  async #live(act: (url: string) => Promise<unknown>): Promise<void> {
    const service = await this.#begin();
    const url = await service.serve(this.#flags());
    if (url === null) throw new Error(`The service did not start: ${service.complaints}`);
    this.#where.add(url);
    await act(url);
    // Callers are not told: they find out by themselves.
    await service.kill();
    this.#where.remove(url);
    await this.#end();
  }

  /** Kills the next process while it opens the journal and takes it in. */
  async #dieEarly(): Promise<void> {
    const service = await this.#begin();
    void service.serve(this.#flags());
    await sleep(this.#dice.below(80));
    await service.kill();
    await this.#end();
  }

  async #begin() {
    this.#options.beforeLife?.(this.callers);
    return await this.#processes.next();
  }

  async #end(): Promise<void> {
    this.killCount += 1;
    const { afterKill } = this.#options;
    if (afterKill === undefined) return;
    await this.#where.everybodyWaits(this.callers.workingCount);
    await afterKill(this.callers);
  }

  #flags() {
    return { data: this.#options.data, snapshotEvery: '150' };
  }
}
