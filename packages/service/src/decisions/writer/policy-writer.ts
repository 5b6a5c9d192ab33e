/**
 * The one writer of a policy in this process. Requests wait in a queue, and turn by turn:
 *
 *     begin a turn of the journal            nobody else writes to this policy now
 *     take in what other replicas wrote
 *     look up what the requests need         the last wait before the books are touched
 *     run a batch of requests, one after the other, without any wait between check and booking
 *     append what they wrote, all or nothing
 *     answer each when all of it is on disk, and everything before it
 *
 * The next turn may run while the disk is still busy with this one. If the disk fails, nobody is
 * answered who rested on it: the state is thrown away and made again from the journal before the next
 * turn. Whether a lost commit was stored after all is then seen there, and never guessed.
 */
import { finishWithPauses, type Pauses } from '../../instruments/steps.ts';
import {
  type Commit,
  type Journal,
  JournalFailure,
  type NewEntry,
  type Turn,
} from '../../journal/journal.ts';
import type { Closing } from '../../journal/removal.ts';
import type { Ownership } from '../../journal/standing.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { closing, internalFault, journalUnavailable, overloaded } from '../../problems/refusals.ts';
import { Accountant } from '../commands/accountant.ts';
import type { AnyCommand, Command, LongCommand } from '../commands/command.ts';
import { expireDue } from '../commands/expire-due.ts';
import { sealEntry } from '../fold/policy-fold.ts';
import { forgetStored, type PolicyState } from '../fold/policy-state.ts';
import { ShelfGap } from '../fold/shelf-gap.ts';
import { HeldState } from './held-state.ts';
import type { LoadedPolicy } from './load-policy.ts';
import type { MonotonicClock, ServiceEvent, ServiceLimits } from './options.ts';
import { RebuildDelay } from './rebuild-delay.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';
import { pausesOf, TurnTime } from './turn-time.ts';
import { sizeOf, type Waiting, WaitingLine } from './waiting-line.ts';

export interface PolicyWriterOptions {
  readonly policy: string;
  readonly journal: Journal;
  /** Makes the state; from the entries alone where the shelf is in doubt. */
  readonly load: (isFromEntries: boolean) => Promise<LoadedPolicy>;
  readonly now: () => string;
  readonly monotonic: MonotonicClock;
  /** Resolves when what has arrived by now has been read. */
  readonly arrivals: () => Promise<unknown>;
  readonly limits: ServiceLimits;
  readonly report: (event: ServiceEvent) => void;
  /** Called when entries of this process are on disk or others' were taken in. */
  readonly onChange: () => void;
  /** Called when nothing is left to do. */
  readonly onIdle: () => void;
}

/** A request that has run: its answer waits for the disk. */
type Settled = Waiting & { readonly settle: () => void; readonly isRefused: boolean };

/** A batch that has run, with what it wrote. */
interface Finished {
  readonly turn: Turn | null;
  readonly settled: readonly Settled[];
  readonly entries: readonly NewEntry[];
  /** Whose policy it is, if it was created in this turn. */
  readonly ownership: Ownership | null;
}

/** A disk that takes longer for a turn hangs, as far as anybody can tell. */
const HANGING_MS = 100;

/** Requests that are answered without a pause. */
const ANSWERED_AT_ONCE = 64;

export class PolicyWriter {
  readonly #options: PolicyWriterOptions;
  readonly #line: WaitingLine;
  readonly #snapshots: SnapshotKeeper;
  readonly #held: HeldState;
  readonly #pauses: Pauses;
  /** Resolves when everything appended so far is on disk; rejects if something is not. */
  #tail: Promise<unknown> = Promise.resolve();
  readonly #underWay = new Set<Promise<unknown>>();
  /** Requests that have run and wait for the disk, and since when the turns do that they ran in. */
  #underWaySize = 0;
  readonly #turnsSince: number[] = [];
  #loop: Promise<void> | null = null;
  #isClosing = false;
  readonly #rebuildDelay: RebuildDelay;
  readonly #turnTime: TurnTime;
  #reportedHalt = '';

  constructor(options: PolicyWriterOptions) {
    this.#options = options;
    this.#line = new WaitingLine(options.limits, options.monotonic);
    const { snapshotEntries, wokenEntries } = options.limits;
    this.#snapshots = new SnapshotKeeper({
      ...options,
      snapshotEntries,
      wokenEntries,
      onShelfLost: () => this.#held.distrust(),
    });
    this.#pauses = pausesOf(options);
    this.#held = new HeldState({
      ...options,
      pauses: this.#pauses,
      onLoaded: (snapshotVersion) => this.#snapshots.noteLoaded(snapshotVersion),
      track: (underWay) => this.#track(underWay),
    });
    this.#rebuildDelay = new RebuildDelay(options.limits.rebuildTurnsMax);
    this.#turnTime = new TurnTime(options.limits, options.monotonic);
  }

  /** Requests that wait for a turn. */
  get waitingCount(): number {
    return this.#line.size;
  }

  get policy(): string {
    return this.#options.policy;
  }

  /** Whether nobody waits, and nothing is on its way to the disk: then it may be dropped. */
  get isIdle(): boolean {
    const isAtRest = this.#loop === null && this.#underWay.size === 0;
    return isAtRest && this.#line.length === 0 && !this.#isClosing;
  }

  /** Whether nothing is known of the policy: there is nothing to keep. */
  get isEmpty(): boolean {
    const state = this.#held.current;
    return state === null || state.version === 0;
  }

  /** Whether there are entries that no snapshot includes, and a state that one can be made of. */
  get isBehind(): boolean {
    const { current: state, isStale } = this.#held;
    return state !== null && !isStale && state.core !== null && this.#snapshots.isBehind(state);
  }

  /** Whether there are so many of them that reading them again would take longer than the blink of an eye. */
  get isWorthASnapshot(): boolean {
    return this.isBehind && this.#snapshots.isFarBehind(this.#held.current!);
  }

  /** Answers when the command has run and all it rests on is on disk. */
  submit<Answer>(command: AnyCommand<Answer>): Promise<Answer> {
    if (this.#isClosing) return Promise.reject(closing());
    if (this.#line.isFullFor(command)) return Promise.reject(overloaded(this.#line.size));
    return new Promise((resolve, reject) => {
      this.#line.join({ command, resolve: resolve as Waiting['resolve'], reject });
      this.#loop ??= this.#work();
    });
  }

  /** Takes no more, and resolves when all that waits is answered. */
  async finish(): Promise<void> {
    this.#isClosing = true;
    await this.#loop;
    await Promise.allSettled([...this.#underWay]);
  }

  /** Takes a picture of the state as it is; resolves when it is stored or has failed, and never rejects. */
  async keepSnapshot(): Promise<void> {
    if (!this.isBehind) return;
    const kept = this.#snapshots.keep(this.#held.current!, this.#tail);
    this.#track(kept);
    await kept;
  }

  /** Forgets the state; only a writer that is idle or finished may be let go. */
  letGo(): void {
    this.#isClosing = true;
    this.#held.forget();
  }

  async #work(): Promise<void> {
    while (this.#line.length > 0) {
      // Requests that come in the same moment share a turn: what has arrived is read first.
      await this.#options.arrivals();
      try {
        await this.#takeTurn();
      } catch (error) {
        this.#refuseAll(error);
      }
    }
    this.#loop = null;
    if (this.isIdle) this.#options.onIdle();
  }

  #refuseAll(error: unknown): void {
    this.#held.distrust(error);
    const { policy, report } = this.#options;
    // That a policy has moved to another replica is no failure.
    const isElsewhere = error instanceof JournalFailure && error.kind === 'elsewhere';
    if (!isElsewhere) report({ kind: 'failure', policy, detail: String(error) });
    for (const { reject } of this.#line.take()) reject(journalUnavailable(error));
  }

  async #takeTurn(): Promise<void> {
    while (this.#isFarAhead()) await Promise.race(this.#underWay);
    const state = await this.#soundState();
    // Whoever comes while the turn is waited for has its answer from the next: this one may know less.
    const count = this.#line.length;
    if (!this.#needsTurn()) {
      await this.#runBatch(state, null, count);
      return;
    }
    const turn = await this.#held.beginTurn(state);
    if (turn === null) return;
    let isOver = false;
    try {
      isOver =
        (await this.#held.catchUp(state, turn)) && (await this.#runBatch(state, turn, count));
    } finally {
      if (!isOver) await turn.release();
    }
  }

  /**
   * Whether enough waits for the disk. Turns of a few requests are begun nevertheless: whoever has to wait until one of them is stored
   * comes too late for the next commit as well. Not if the disk hangs: then whoever comes must wait in line, and is refused when it is full.
   */
  #isFarAhead(): boolean {
    const { limits, monotonic } = this.#options;
    if (this.#underWay.size < limits.underWayMax) return false;
    const [oldest = monotonic.nowMs()] = this.#turnsSince;
    return this.#underWaySize >= limits.batchMax || monotonic.nowMs() - oldest > HANGING_MS;
  }

  /** Returns the state, made again if it may hold what was never stored. */
  async #soundState(): Promise<PolicyState> {
    if (this.#held.isStale) {
      await Promise.allSettled([...this.#underWay]);
      this.#held.forget();
      this.#tail = Promise.resolve();
    }
    return await this.#held.load();
  }

  /** Looking needs no turn where only this process writes. */
  #needsTurn(): boolean {
    if (this.#options.journal.isShared) return true;
    return this.#line.batch().some(({ command }) => command.isWriting);
  }

  /** Runs some of the first so many requests of the queue. Returns whether the turn is over. */
  async #runBatch(state: PolicyState, turn: Turn | null, count: number): Promise<boolean> {
    const batch = this.#line.batch(count, this.#turnTime.sizeMax);
    // It looks at what is stored, and a snapshot that is under way must not come after it.
    if (batch[0]?.command.isAlone === true) await Promise.allSettled([...this.#underWay]);
    await Promise.all(batch.map(({ command }) => command.prepare?.(state)));
    if (this.#held.isStale) return false;
    const accountant = new Accountant(state, this.#options.now);
    const long = longOf(batch);
    const settled =
      long === null
        ? this.#runAll(batch, accountant)
        : await this.#runLong(batch[0]!, long, accountant);
    // Only who pauses can find it so: it is run again, with a state that is made anew.
    if (settled !== null && this.#held.isStale) return false;
    this.#line.take(settled?.length ?? batch.length);
    if (settled === null) return false;
    expireDue(accountant);
    if (accountant.isErased && turn !== null) {
      return this.#erase(turn, settled, accountant.closing);
    }
    if (accountant.forgetting !== null && turn !== null) {
      return this.#forget(turn, settled, accountant);
    }
    return this.#append(state, {
      turn,
      settled,
      entries: accountant.entries,
      ownership: accountant.ownership,
    });
  }

  /** Runs as many requests as there is time for; null if one failed in a way that leaves the state in doubt. */
  #runAll(batch: readonly Waiting[], accountant: Accountant): Settled[] | null {
    const settled: Settled[] = [];
    this.#turnTime.begin();
    for (const waiting of batch) {
      if (this.#turnTime.isOver()) break;
      const { command } = waiting;
      try {
        settled.push(answered(waiting, (command as Command<unknown>).run(accountant)));
      } catch (error) {
        if (!this.#isRefusal(error, batch)) return null;
        settled.push(refused(waiting, error));
      }
      this.#turnTime.note(command);
    }
    return settled;
  }

  /** The same of one that takes long. Others have their turn between its steps, but nobody else of this policy. */
  async #runLong(
    waiting: Waiting,
    command: LongCommand<unknown>,
    accountant: Accountant,
  ): Promise<Settled[] | null> {
    try {
      const steps = command.runInSteps(accountant);
      return [answered(waiting, await finishWithPauses(steps, this.#pauses))];
    } catch (error) {
      return this.#isRefusal(error, [waiting]) ? [refused(waiting, error)] : null;
    }
  }

  /** What is none leaves the state in doubt. */
  #isRefusal(error: unknown, batch: readonly Waiting[]): boolean {
    const isRefusal = error instanceof ServiceProblem;
    if (!isRefusal) this.#giveUp(batch, error);
    return isRefusal;
  }

  #giveUp(batch: readonly Waiting[], error: unknown): void {
    this.#held.distrust(error);
    const { policy, report } = this.#options;
    report({ kind: 'failure', policy, detail: String(error) });
    const isGap = error instanceof ShelfGap;
    for (const { reject } of batch)
      reject(isGap ? journalUnavailable(error) : internalFault(error));
  }

  /** Erases the policy and answers when it is gone; the next request finds none. */
  async #erase(
    turn: Turn,
    settled: readonly Settled[],
    closing: Closing | undefined,
  ): Promise<boolean> {
    await this.#settleAfter(settled, () => turn.erase(closing));
    return true;
  }

  /** Forgets and answers when that is done; the next request finds a state that begins with the checkpoint. */
  async #forget(
    turn: Turn,
    settled: readonly Settled[],
    { state, entries, forgetting }: Accountant,
  ): Promise<boolean> {
    const standing = this.#held.standings.whole(state);
    await this.#settleAfter(settled, () => turn.forget(entries, standing, forgetting!));
    return true;
  }

  /** The state is made again from what is stored afterwards, whether it was done or not. */
  async #settleAfter(settled: readonly Settled[], act: () => Promise<unknown>): Promise<void> {
    this.#held.distrust();
    try {
      await act();
    } catch (error) {
      const { policy, report } = this.#options;
      report({ kind: 'failure', policy, detail: String(error) });
      for (const { reject } of settled) reject(journalUnavailable(error));
      return;
    }
    for (const { settle } of settled) settle();
    this.#options.onChange();
  }

  /** Hands in what was written and answers when it is on disk. Returns whether the turn is over. */
  async #append(state: PolicyState, finished: Finished): Promise<boolean> {
    const { entries } = finished;
    const commit = entries.length === 0 ? null : this.#handIn(state, finished);
    if (commit === undefined) return false;
    for (const entry of commit?.stored ?? []) sealEntry(state, entry);
    const { version } = state;
    this.#answerWhenDurable(finished, commit, () => forgetStored(state, version));
    await this.#considerShelf(state);
    await this.#considerSnapshot(state);
    this.#considerRebuild(state);
    // A failure is noticed through `durable` as well; here it only ends the wait.
    await commit?.accepted.catch(() => {});
    return commit !== null;
  }

  /** Returns undefined if the journal would not even take it. */
  #handIn(state: PolicyState, finished: Finished): Commit | undefined {
    const { turn, settled, entries, ownership } = finished;
    try {
      if (turn === null)
        throw new Error('Writing needs a turn, but a request that only looks wrote.');
      const standing = this.#held.standings.after(state, entries);
      return turn.append(entries, { ...standing, ...ownership });
    } catch (error) {
      this.#giveUp(settled, error);
      return undefined;
    }
  }

  #answerWhenDurable(finished: Finished, commit: Commit | null, onStored: () => void): void {
    const { settled } = finished;
    const durable = after(this.#tail, commit === null ? confirmed(finished) : commit.durable);
    this.#tail = durable;
    const answered = durable.then(
      async () => {
        onStored();
        await this.#settle(settled);
        if (commit !== null) this.#options.onChange();
      },
      (error) => {
        this.#held.distrust();
        const { policy, report } = this.#options;
        report({ kind: 'failure', policy, detail: String(error) });
        for (const { reject } of settled) reject(journalUnavailable(error));
      },
    );
    this.#track(answered);
    this.#countUntil(answered, settled);
  }

  /** Turns are stored one after the other, so the first that began is the first that ends. */
  #countUntil(answered: Promise<unknown>, settled: readonly Settled[]): void {
    const size = settled.reduce((sum, { command }) => sum + sizeOf(command), 0);
    this.#underWaySize += size;
    this.#turnsSince.push(this.#options.monotonic.nowMs());
    answered.finally(() => {
      this.#underWaySize -= size;
      this.#turnsSince.shift();
    });
  }

  /** Answers are written out by whoever asked: not more of them in one go than takes a moment. */
  async #settle(settled: readonly Settled[]): Promise<void> {
    for (const [i, { settle }] of settled.entries()) {
      if (i > 0 && i % ANSWERED_AT_ONCE === 0) await this.#options.arrivals();
      settle();
    }
  }

  /** A turn may have taken all its time: what else is long has a time of its own, and requests are read in between. */
  async #considerShelf(state: PolicyState): Promise<void> {
    const { shelf } = state;
    if (!shelf.isDue(state)) return;
    await this.#options.arrivals();
    if (this.#held.isStale || !shelf.handOut(state, 'turn')) return;
    const stored = shelf.store(this.#tail).catch((error) => {
      if (this.#held.isStale) return;
      // What was handed out is nowhere but in this state; it is made again from what is stored.
      this.#held.distrust();
      const { policy, report } = this.#options;
      report({ kind: 'failure', policy, detail: `Shelf: ${String(error)}` });
    });
    this.#track(stored);
  }

  async #considerSnapshot(state: PolicyState): Promise<void> {
    if (!this.#snapshots.isDue(state)) return;
    await this.#options.arrivals();
    if (!this.#held.isStale) this.#track(this.#snapshots.keep(state, this.#tail));
  }

  /** A core that failed may be well again when it is made anew. */
  #considerRebuild(state: PolicyState): void {
    this.#reportHalt(state);
    if (state.halt === null) this.#rebuildDelay.noteGoodTurn();
    else if (state.halt.cause === 'core' && this.#rebuildDelay.isOver()) this.#held.distrust();
  }

  #reportHalt({ halt }: PolicyState): void {
    const detail = halt?.detail ?? '';
    if (detail === this.#reportedHalt) return;
    this.#reportedHalt = detail;
    const { policy, report } = this.#options;
    if (detail !== '') report({ kind: 'halted', policy, detail });
  }

  #track(promise: Promise<unknown>): void {
    this.#underWay.add(promise);
    promise.finally(() => {
      this.#underWay.delete(promise);
      if (this.isIdle) this.#options.onIdle();
    });
  }
}

function longOf([first]: readonly Waiting[]): LongCommand<unknown> | null {
  return first !== undefined && 'runInSteps' in first.command ? first.command : null;
}

function answered(waiting: Waiting, answer: unknown): Settled {
  return { ...waiting, settle: () => waiting.resolve(answer), isRefused: false };
}

function refused(waiting: Waiting, error: unknown): Settled {
  return { ...waiting, settle: () => waiting.reject(error), isRefused: true };
}

/**
 * Resolves when it is certain that nobody else wrote, where nothing of a turn is stored that would find it out, and somebody is told that nothing
 * had to be, or could be: whoever hears that a decision is unknown does not ask again.
 */
function confirmed({ turn, settled }: Finished): Promise<void> | undefined {
  const isFinal = settled.some(({ command, isRefused }) => command.isWriting || isRefused);
  return isFinal ? turn?.confirm() : undefined;
}

async function after(first: Promise<unknown>, second: Promise<unknown> | undefined): Promise<void> {
  const both = [first, second];
  // Both are waited for, so that neither fails unheard.
  await Promise.allSettled(both);
  await Promise.all(both);
}
