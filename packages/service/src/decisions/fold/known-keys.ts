/**
 * Idempotency keys of a policy: what was decided under the newest of them, and whether a key was ever used at all.
 *
 * Nearly every key is new, and to hear that from the journal is a statement that the decision waits for. A state that
 * was made from the first entry on has seen every key of its policy, and knows by itself that one is new. One that was
 * made from a snapshot has not: it asks, and where it has asked often for nothing, all keys are read once (learn-keys.ts).
 *
 *     told of all    every key of every entry was set, or added by whoever reads them; more may be in it
 *     else           nothing can be said of a key that is not among the newest
 *
 * A key whose hash another has, too, counts as used: then the journal is asked, and knows better.
 */
import { NameHashes } from './name-hashes.ts';
import type { NameRoom } from './name-room.ts';
import type { KnownKey } from './policy-state.ts';
import { RecentMap } from './recent-map.ts';

/** Keys that are being read from the journal; void once the policy had an entry that told nothing. */
export interface Learning {
  readonly names: NameHashes;
}

/** So many questions come before keys are read, and one for so many entries. */
const QUESTIONS_MIN = 64;
const ENTRIES_A_QUESTION = 16;

export class KnownKeys {
  readonly #recent: RecentMap<KnownKey>;
  readonly #room: NameRoom;
  readonly #most: number | undefined;
  /** All names; null where some may be missing. */
  #all: NameHashes | null;
  #learning: Learning | null = null;
  #questionCount = 0;
  /** Whether there are more than can be kept. */
  #areTooMany = false;

  /** Keeps what was decided under so many keys, those that were set last; and which there are, if not more than the most and while there is room. */
  constructor(recentCount: number, room: NameRoom, most?: number) {
    this.#recent = new RecentMap(recentCount);
    this.#room = room;
    this.#most = most;
    this.#all = new NameHashes(room, most);
  }

  /** What was decided under a key that is among the newest. */
  get(name: string): KnownKey | undefined {
    return this.#recent.get(name);
  }

  set(name: string, known: KnownKey): void {
    this.#recent.set(name, known);
    this.#learning?.names.add(name);
    if (this.#all === null) return;
    if (this.#all.hasRoom) this.#all.add(name);
    else this.#giveUp();
  }

  /** Forgets what was decided under all but so many of the newest; that they were used is still known. */
  keep(count: number): void {
    this.#recent.keep(count);
  }

  /** Whether a key was surely never used. */
  isNew(name: string): boolean {
    return this.#all !== null && !this.#all.has(name);
  }

  /** Says that there are keys that were not set: those of a snapshot, or of an entry that cannot be read. */
  missSome(): void {
    this.#all?.close();
    this.#learning?.names.close();
    this.#all = null;
    this.#learning = null;
  }

  /** Counts a question to the journal that found nothing; returns whether it is worth to read all keys of so many entries now. */
  noteQuestion(entryCount: number): boolean {
    this.#questionCount += 1;
    if (this.#all !== null || this.#learning !== null || this.#areTooMany) return false;
    return this.#questionCount >= Math.max(QUESTIONS_MIN, entryCount / ENTRIES_A_QUESTION);
  }

  /** From now on keys that are set are added, as those are that are on their way to the journal. */
  beginLearning(): Learning {
    const learning = { names: new NameHashes(this.#room, this.#most) };
    for (const name of this.#recent.keys()) learning.names.add(name);
    this.#learning = learning;
    return learning;
  }

  /** Takes in a page of keys that are stored. Returns whether to go on. */
  learn(learning: Learning, names: readonly string[]): boolean {
    if (this.#learning !== learning) return false;
    for (const name of names) learning.names.add(name);
    if (!learning.names.hasRoom) this.#giveUp();
    return learning.names.hasRoom;
  }

  /** Every key that is stored was taken in. */
  endLearning(learning: Learning): void {
    if (this.#learning !== learning) return;
    this.#all = learning.names;
    this.#learning = null;
  }

  /** They could not be read: after as many questions again it is tried once more. */
  breakOff(learning: Learning): void {
    if (this.#learning !== learning) return;
    learning.names.close();
    this.#learning = null;
    this.#questionCount = 0;
  }

  #giveUp(): void {
    this.missSome();
    this.#areTooMany = true;
  }
}
