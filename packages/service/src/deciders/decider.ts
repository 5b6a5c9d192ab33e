/**
 * One decider as the HTTP thread sees it: a thread that may die, and is then started again.
 *
 *     start ──▶ ready ──▶ (dies, or says nothing for too long) ──▶ away ──▶ start …
 *
 * Whoever waits for the thread when it dies is refused at once, and so is whoever calls while it is away. What
 * it had stored is in the journal, and the next thread makes its state from there. A thread that cannot even be
 * ended loses its share in the journal, so that whatever it still does changes nothing. If threads die soon
 * after their start, the next one waits longer each time.
 */
import type { ServiceEvent } from '../decisions/writer/options.ts';
import type { ServiceProblem } from '../problems/problem.ts';
import { closing, deciderAway } from '../problems/refusals.ts';
import type { PolicyNews } from '../wire.ts';
import { CallDesk } from './call-desk.ts';
import {
  type Asked,
  BEAT_MS,
  type DeciderCounts,
  type Input,
  type Told,
  type ToldTogether,
} from './messages.ts';

/** A thread that has just been started, with its share in the journal. */
export interface DeciderThread {
  readonly worker: {
    postMessage(asked: readonly Asked[]): void;
    on(event: 'message', listener: (together: ToldTogether) => void): unknown;
    on(event: 'error', listener: (error: unknown) => void): unknown;
    on(event: 'exit', listener: (code: number) => void): unknown;
    terminate(): Promise<unknown>;
  };
  /** It writes no more, also if it cannot be ended. */
  withdraw(): void;
}

/** What happens to a decider itself. */
export type DeciderEvent =
  | { readonly kind: 'away'; readonly decider: number; readonly detail: string }
  | { readonly kind: 'back'; readonly decider: number };

export interface DeciderOptions {
  readonly place: number;
  readonly begin: () => DeciderThread;
  readonly onEvent: (event: ServiceEvent) => void;
  readonly onDecider: (event: DeciderEvent) => void;
  /** Looks, one every beat, at which a thread may have said nothing before it counts as dead. */
  readonly silentBeatsMax?: number;
  /** Time from one look to the next. */
  readonly beatMs?: number;
}

/** Some work takes long without a pause; none takes a minute. */
const SILENT_BEATS_MAX = 60;
/** Code is loaded and a journal opened at the start, perhaps on a machine that is very busy. */
const START_BEATS_MAX = 300;
/** A thread that lived so long has not died of its start. */
const SOUND_LIFE_MS = 60_000;
const RESTART_MS_MAX = 30_000;
const RESTART_MS_MIN = 500;

const NO_COUNTS: DeciderCounts = { waiting: 0, awake: 0 };

/** One life of the thread. */
interface Life {
  readonly thread: DeciderThread;
  readonly desk: CallDesk;
  readonly ended: Promise<void>;
  readonly beganMs: number;
  isReady: boolean;
  silentBeats: number;
}

interface Watch {
  readonly policy: string;
  readonly listener: (news: PolicyNews) => void;
  readonly site: string | undefined;
  leave: () => void;
}

export class Decider {
  readonly #options: DeciderOptions;
  readonly #watches = new Set<Watch>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #started = Promise.withResolvers<void>();
  #life: Life | null = null;
  #restart: NodeJS.Timeout | null = null;
  #earlyDeaths = 0;
  #counts = NO_COUNTS;
  #isClosing = false;

  constructor(options: DeciderOptions) {
    this.#options = options;
    this.#begin();
    this.#heartbeat = setInterval(() => this.#look(), options.beatMs ?? BEAT_MS);
    this.#heartbeat.unref();
  }

  /** Resolves when it decides for the first time; rejects if it could not even start. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  get isAway(): boolean {
    return this.#life?.isReady !== true;
  }

  get counts(): DeciderCounts {
    return this.#counts;
  }

  call(method: string, input: Input): Promise<unknown> {
    return this.#desk().call(method, input);
  }

  pages(method: string, input: Input): AsyncGenerator<unknown> {
    return this.#desk().pages(method, input);
  }

  /** Goes on when the thread was started again. */
  watch(policy: string, listener: (news: PolicyNews) => void, site?: string): () => void {
    const watch: Watch = { policy, listener, site, leave: () => {} };
    this.#watches.add(watch);
    this.#join(watch);
    return () => {
      this.#watches.delete(watch);
      watch.leave();
    };
  }

  /** Lets the thread finish what is under way, write snapshots and end. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    const life = this.#life;
    if (life !== null) {
      life.desk.sayClose();
      await life.ended;
    }
    clearInterval(this.#heartbeat);
  }

  /** Where the system has no room for one more thread, it is tried again later. */
  #begin(): void {
    try {
      this.#life = this.#live(this.#options.begin());
    } catch (error) {
      this.#beginAgain(`It could not be started: ${error}`, true);
    }
  }

  #live(thread: DeciderThread): Life {
    const { worker } = thread;
    const ended = Promise.withResolvers<void>();
    const life: Life = {
      thread,
      desk: new CallDesk((asked) => worker.postMessage(asked)),
      ended: ended.promise,
      beganMs: performance.now(),
      isReady: false,
      silentBeats: 0,
    };
    worker.on('message', (together: ToldTogether) => this.#take(life, together));
    worker.on('error', (error) => this.#end(life, String(error)));
    worker.on('exit', (code) => {
      this.#end(life, `It ended with code ${code}.`);
      ended.resolve();
    });
    return life;
  }

  #take(life: Life, { told, counts }: ToldTogether): void {
    life.silentBeats = 0;
    if (life !== this.#life) return;
    this.#counts = counts;
    for (const one of told) this.#hear(life, one);
  }

  #hear(life: Life, told: Told): void {
    const { onEvent, onDecider, place } = this.#options;
    switch (told.kind) {
      case 'ready':
        life.isReady = true;
        this.#started.resolve();
        if (this.#earlyDeaths > 0) onDecider({ kind: 'back', decider: place });
        for (const watch of this.#watches) this.#join(watch);
        return;
      case 'event':
        onEvent(told.event);
        return;
      default:
        life.desk.take(told);
    }
  }

  /** Called once every beat: a thread that is well says something between two of them. */
  #look(): void {
    const life = this.#life;
    if (life === null) return;
    life.silentBeats += 1;
    const { silentBeatsMax = SILENT_BEATS_MAX } = this.#options;
    if (life.silentBeats <= (life.isReady ? silentBeatsMax : START_BEATS_MAX)) return;
    this.#end(life, 'It said nothing for too long.');
    void life.thread.worker.terminate();
  }

  /** The life is over, or must be taken for it. */
  #end(life: Life, detail: string): void {
    if (life !== this.#life) return;
    this.#life = null;
    this.#counts = NO_COUNTS;
    life.thread.withdraw();
    // Whether it did what it was asked is not known, unless it ended in good order.
    life.desk.shut(this.#isClosing ? closing : deciderAway);
    if (this.#isClosing) return;
    this.#beginAgain(detail, performance.now() - life.beganMs < SOUND_LIFE_MS);
  }

  #beginAgain(detail: string, isEarly: boolean): void {
    this.#started.reject(new Error(detail));
    this.#started.promise.catch(() => {});
    const { onDecider, place } = this.#options;
    onDecider({ kind: 'away', decider: place, detail });
    this.#earlyDeaths = isEarly ? this.#earlyDeaths + 1 : 1;
    this.#restart = setTimeout(() => this.#begin(), restartMs(this.#earlyDeaths));
  }

  #join(watch: Watch): void {
    const { policy, listener, site } = watch;
    // Whoever comes while the thread starts is joined when it is ready.
    if (!this.isAway) watch.leave = this.#desk().watch(policy, listener, site);
  }

  /** Of a thread that is away, one that refuses everybody. */
  #desk(): CallDesk {
    if (!this.isAway) return this.#life!.desk;
    return this.#isClosing ? CLOSED_DESK : AWAY_DESK;
  }
}

/** At once after the first death, and then longer and longer. */
function restartMs(earlyDeaths: number): number {
  return earlyDeaths <= 1 ? 0 : Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** (earlyDeaths - 2));
}

function shutDesk(refusal: () => ServiceProblem): CallDesk {
  const desk = new CallDesk(() => {});
  desk.shut(refusal);
  return desk;
}

const AWAY_DESK = shutDesk(deciderAway);
const CLOSED_DESK = shutDesk(closing);
