/**
 * The state of a policy in this process, and whether it is what the journal says.
 *
 *     sound      made of what is stored, followed by what is on its way there
 *     stale      something that it rests on may never be stored: it is thrown away and made again before the next turn
 *     in doubt   the shelf does not hold what it should: then it is made from the entries alone
 *
 * Whether what was on its way has been stored after all is seen in the journal, and never guessed.
 */
import type { Pauses } from '../../instruments/steps.ts';
import {
  elsewhereFailure,
  type Journal,
  JournalFailure,
  type Turn,
} from '../../journal/journal.ts';
import { isOfForgetting } from '../../journal/tombstone.ts';
import type { PolicyState } from '../fold/policy-state.ts';
import { ShelfGap } from '../fold/shelf-gap.ts';
import type { LoadedPolicy } from './load-policy.ts';
import type { ServiceEvent } from './options.ts';
import { StandingBook } from './standing-book.ts';
import { takeInEntries } from './take-in-entries.ts';

export interface HeldStateOptions {
  readonly policy: string;
  readonly journal: Journal;
  /** Makes the state; from the entries alone where the shelf is in doubt. */
  readonly load: (isFromEntries: boolean) => Promise<LoadedPolicy>;
  readonly report: (event: ServiceEvent) => void;
  /** In which others have their turn while entries are made again. */
  readonly pauses: Pauses;
  /** Called when it was made, with the version of the newest good snapshot. */
  readonly onLoaded: (snapshotVersion: number) => void;
  /** Called when what others wrote was taken in. */
  readonly onChange: () => void;
  /** Keeps whoever ends waiting for something that is under way. */
  readonly track: (underWay: Promise<unknown>) => void;
}

/** So often a state that does not fit is made again before whoever waits is refused. */
const MISFITS_MAX = 2;

export class HeldState {
  readonly #options: HeldStateOptions;
  #state: PolicyState | null = null;
  #standings = new StandingBook();
  #isStale = false;
  #hasGap = false;
  #misfitCount = 0;

  constructor(options: HeldStateOptions) {
    this.#options = options;
  }

  /** The state as it is, sound or not; null if there is none. */
  get current(): PolicyState | null {
    return this.#state;
  }

  /** Whether the state may hold what was never stored, and must be made again. */
  get isStale(): boolean {
    return this.#isStale;
  }

  get standings(): StandingBook {
    return this.#standings;
  }

  /** The state must be made again, and from the entries alone if the error says that the shelf has a gap. */
  distrust(error?: unknown): void {
    this.#isStale = true;
    this.#hasGap ||= error instanceof ShelfGap;
  }

  /** Throws the state away. */
  forget(): void {
    this.#state?.engine.dispose();
    this.#state = null;
    this.#isStale = false;
  }

  /** Returns the state; makes it if there is none. */
  async load(): Promise<PolicyState> {
    if (this.#state !== null) return this.#state;
    await this.#requireHere();
    const { state, snapshotVersion, line } = await this.#options.load(this.#hasGap);
    this.#hasGap = false;
    this.#state = state;
    this.#options.onLoaded(snapshotVersion);
    this.#standings = new StandingBook();
    if (!this.#standings.isTrue(state, line)) this.#options.track(this.#fillStanding(state));
    return state;
  }

  /** What is not stored now will be with the next append. */
  async #fillStanding(state: PolicyState): Promise<void> {
    const { policy, journal, report } = this.#options;
    const { version, hash } = state;
    try {
      await journal.writeStanding(policy, { version, hash }, this.#standings.whole(state));
    } catch (error) {
      report({ kind: 'failure', policy, detail: `Standing: ${String(error)}` });
    }
  }

  /** Who makes a state puts things in order on the way: that is for whoever holds the policy, and nobody else. */
  async #requireHere(): Promise<void> {
    const { policy, journal } = this.#options;
    if (!journal.isShared) return;
    const place = await journal.placement.find(policy, { isForwarded: true });
    if (place.kind === 'elsewhere') throw elsewhereFailure(policy, place.address);
  }

  /** Returns null if the journal has fewer entries than this state: then they were never stored. */
  async beginTurn(state: PolicyState): Promise<Turn | null> {
    const { policy, journal } = this.#options;
    try {
      return await journal.beginTurn(policy, state.version);
    } catch (error) {
      if (!(error instanceof JournalFailure) || error.kind !== 'behind') throw error;
      this.#noteMisfit(error.message);
      return null;
    }
  }

  /** Takes in what others wrote. Returns false if the state does not fit the journal any more. */
  async catchUp(state: PolicyState, turn: Turn): Promise<boolean> {
    // The disk may have failed while the turn was waited for.
    if (this.#isStale) return false;
    const [next] = turn.missed;
    if (next !== undefined && next.previousHash !== state.hash) {
      this.#noteMisfit(`Entry ${next.position} follows another chain than the state is of.`);
      return false;
    }
    if (turn.missed.length > 0 && !(await this.#takeInMissed(state, turn))) return false;
    if (state.version === turn.head.version && state.hash === turn.head.hash) {
      this.#misfitCount = 0;
      return true;
    }
    const found = `entry ${turn.head.version}, ${turn.head.hash}`;
    this.#noteMisfit(
      `The state is of entry ${state.version}, ${state.hash}; the journal: ${found}.`,
    );
    return false;
  }

  /** Returns false where others went on so far that the shelf does not hold any more what this state needs. */
  async #takeInMissed(state: PolicyState, { missed }: Turn): Promise<boolean> {
    const forgetting = missed.find(({ text }) => isOfForgetting(text));
    if (forgetting !== undefined) {
      this.#noteMisfit(`Entry ${forgetting.position} was written when something was forgotten.`);
      return false;
    }
    try {
      await takeInEntries(state, missed, this.#options.pauses);
    } catch (error) {
      if (!(error instanceof ShelfGap)) throw error;
      this.#noteMisfit(error.message);
      return false;
    }
    this.#standings.forget();
    this.#options.onChange();
    return true;
  }

  /** Made again the state must fit, unless the journal contradicts itself. */
  #noteMisfit(detail: string): void {
    this.#isStale = true;
    this.#misfitCount += 1;
    if (this.#misfitCount > MISFITS_MAX) throw new Error(detail);
    const { policy, report } = this.#options;
    report({ kind: 'failure', policy, detail });
  }
}
