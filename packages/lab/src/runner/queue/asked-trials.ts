/**
 * Trials that one run has asked for and not been answered yet; answers are read from the jobs themselves.
 *
 *     worker A   event 7 ........................ written
 *     worker B       event 8 ... written
 *     reader                        sees 8, goes on behind it, and never sees 7
 *
 * The queue tells of finished jobs by numbered events too, and they are not used: a number is given before its
 * event can be seen, so that a reader who goes by numbers passes one over when two workers finish together.
 * What a job's own row says cannot be missed. It is looked at often while trials come in, and seldom while none does.
 */
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { QueueOf, TrialAnswer, TrialJob } from './trial-queue.ts';

/** Between two looks, while something was found at the last one. */
const PAUSE_MIN_MS = 20;
/** Doubled after every look in vain, up to this. */
const PAUSE_MAX_MS = 1_000;
/** Looks that the database may leave unanswered, one after the other, before the run is told. */
const LOOKS_LOST_MAX = 30;
/** A worker's own failure is tried again elsewhere; a fault of the trial fails everywhere. */
const ATTEMPTS = 3;
const NAME_DIGITS = 16;

interface AskedTrial {
  readonly trial: TrialJob;
  /** Resolves when the job is in the queue. */
  readonly added: Promise<unknown>;
  readonly resolve: (answer: TrialAnswer) => void;
  readonly reject: (cause: unknown) => void;
}

export interface AskedTrialsOptions {
  readonly trials: QueueOf<TrialJob, TrialAnswer>;
  /** Of the experiment. */
  readonly hash: string;
  /** Puts the experiment where workers look for it, unless it is there. */
  readonly putExperiment: () => Promise<void>;
}

export class AskedTrials {
  readonly #options: AskedTrialsOptions;
  /** All names of this experiment's jobs begin so. */
  readonly #prefix: string;
  readonly #asked = new Map<string, AskedTrial>();
  readonly #end = new AbortController();
  #looking: Promise<void> | null = null;

  constructor(options: AskedTrialsOptions) {
    this.#options = options;
    this.#prefix = `${options.hash.slice(0, NAME_DIGITS)}-`;
  }

  /** Removes failures of an earlier run: what failed then is tried again. */
  async forgetFailures(): Promise<void> {
    const failed = await this.#namesOf('failed');
    await Promise.all(failed.map((name) => this.#options.trials.remove(name)));
  }

  /** Asks for a trial; resolves with its answer, rejects if it failed or nobody waits any more. */
  ask(trial: TrialJob): Promise<TrialAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<TrialAnswer>();
    if (this.#end.signal.aborted) return Promise.reject(ended());
    const name = `${this.#prefix}${trial.cellIndex}-${trial.trial}`;
    const added = this.#add(name, trial);
    added.catch((cause) => this.#take(name)?.reject(cause));
    this.#asked.set(name, { trial, added, resolve, reject });
    this.#looking ??= this.#lookOn();
    return promise;
  }

  /** Waits no longer: takes out of the queue what nobody has begun; resolves with whether any trial is left there. */
  async close(): Promise<boolean> {
    const left = [...this.#asked];
    this.#end.abort();
    for (const [name] of left) this.#take(name)?.reject(ended());
    await this.#looking;
    await Promise.allSettled(left.map(([, { added }]) => added));
    await Promise.all(left.map(([name]) => this.#options.trials.remove(name)));
    return (await this.#namesOf('waiting', 'active')).length > 0;
  }

  #add(name: string, trial: TrialJob): Promise<unknown> {
    return this.#options.trials.add('trial', trial, { jobId: name, attempts: ATTEMPTS });
  }

  #take(name: string): AskedTrial | undefined {
    const asked = this.#asked.get(name);
    this.#asked.delete(name);
    return asked;
  }

  async #namesOf(...states: Parameters<QueueOf<TrialJob, TrialAnswer>['getRanges']>[0]) {
    const names = await this.#options.trials.getRanges(states, 0, -1);
    return names.filter((name) => name.startsWith(this.#prefix));
  }

  async #lookOn(): Promise<void> {
    let pause = PAUSE_MIN_MS;
    let lost = 0;
    while (this.#asked.size > 0) {
      await pauseFor(pause, undefined, { signal: this.#end.signal }).catch(() => {});
      if (this.#end.signal.aborted) return;
      try {
        const isFound = await this.#look(pause === PAUSE_MAX_MS);
        pause = isFound ? PAUSE_MIN_MS : Math.min(2 * pause, PAUSE_MAX_MS);
        lost = 0;
      } catch (cause) {
        pause = PAUSE_MAX_MS;
        lost += 1;
        if (lost >= LOOKS_LOST_MAX) this.#failAll(cause);
      }
    }
    this.#looking = null;
  }

  /** Tells whether anything was found. */
  async #look(isQuiet: boolean): Promise<boolean> {
    const counts = await Promise.all([this.#takeIn('completed'), this.#takeIn('failed')]);
    if (isQuiet) await this.#askAgain();
    return counts.some((count) => count > 0);
  }

  async #takeIn(state: 'completed' | 'failed'): Promise<number> {
    const names = (await this.#namesOf(state)).filter((name) => this.#asked.has(name));
    await Promise.all(names.map((name) => this.#takeAnswer(name, state)));
    return names.length;
  }

  async #takeAnswer(name: string, state: 'completed' | 'failed'): Promise<void> {
    const job = await this.#options.trials.getJob(name);
    if (job === undefined) return;
    const asked = this.#take(name);
    if (state === 'completed') asked?.resolve(job.returnvalue);
    else asked?.reject(new Error(job.failedReason));
    await this.#options.trials.remove(name);
  }

  /** Another run of the same experiment may have taken answers away, or ended and left nothing. */
  async #askAgain(): Promise<void> {
    const there = new Set(await this.#namesOf('waiting', 'active', 'completed', 'failed'));
    const unseen = [...this.#asked].filter(([name]) => !there.has(name));
    // One that went from state to state meanwhile was not seen either, and is asked for in vain.
    if (unseen.length > 0) await this.#options.putExperiment();
    await Promise.all(unseen.map(([name, { trial }]) => this.#add(name, trial)));
  }

  #failAll(cause: unknown): void {
    for (const name of [...this.#asked.keys()]) this.#take(name)?.reject(cause);
  }
}

function ended(): Error {
  return new Error('The run has ended before the trial was answered.');
}
