/**
 * Which decisions and keys a thread has written of lately: what it has not written of stands in the tables as it is, even where
 * lines of the policy still wait.
 *
 * A thread knows this only of a stretch of a chain that it has written all of. Whoever asks tells what is settled and what is
 * stored; if anything in between was written by somebody else, the answer is that it cannot be known. Names of what is settled go
 * whenever there are twice as many as there were after the last time.
 */
import type { PackedBatch } from '../writing/packed-batch.ts';
import { LINE_COLUMNS } from './waiting-lines.ts';

/** How far the lines of a policy are written, and how far its entries are. */
export interface SettledPlace {
  readonly settled: number;
  readonly version: number;
}

/** Asks for it; nothing where all lines are written. */
export const SETTLED_PLACE: string =
  'select settled, version from unsettled join policy on policy.id = unsettled.policy where unsettled.policy = ?';

/** Asks how far lines are written: as far as entries are where none waits. */
export const SETTLED_VERSION: string =
  'select coalesce(settled, version) as settled from policy left join unsettled on unsettled.policy = policy.id where policy.id = ?';

interface Stretch {
  readonly after: number;
  last: number;
  /** By name, the version up to which it was written of. */
  readonly names: Map<string, number>;
  /** From so many names on, those of what is settled go. */
  pruneFrom: number;
}

/** More are not kept of one policy, nor more policies: then what waits has to be written first. */
const NAMES_MAX = 1 << 14;
const POLICIES_MAX = 1 << 12;
const NAMES_MIN = 1 << 9;

export class TouchedNames {
  readonly #policies = new Map<string, Stretch>();
  readonly #settledVersion: (policy: string) => number;

  /** The version up to which lines of a policy are written is asked for now and then. */
  constructor(settledVersion: (policy: string) => number) {
    this.#settledVersion = settledVersion;
  }

  /** A batch is on its way to the disk. */
  note({ policy, head, next, rows, updates }: PackedBatch): void {
    const stretch = this.#stretchFrom(policy, head.version);
    const { version } = next;
    stretch.last = version;
    for (const row of rows) {
      stretch.names.set(nameOfDecision(row[GENERATION], row[SEQUENCE]), version);
      if (row[KEY_TEXT] !== null)
        stretch.names.set(nameOfKey(row[KEY_SCOPE], row[KEY_TEXT]), version);
    }
    for (const update of updates) stretch.names.set(nameOfDecision(update[7], update[8]), version);
    if (stretch.names.size > stretch.pruneFrom) this.#prune(policy, stretch);
  }

  /** Something was not stored, or all of the policy is gone: nothing is known any more. */
  forget(policy: string): void {
    this.#policies.delete(policy);
  }

  /** Whether what the tables say under a name is all there is. */
  isUntouched(policy: string, name: string, { settled, version }: SettledPlace): boolean {
    const stretch = this.#policies.get(policy);
    if (stretch === undefined || stretch.after > settled || stretch.last < version) return false;
    return (stretch.names.get(name) ?? 0) <= settled;
  }

  #stretchFrom(policy: string, version: number): Stretch {
    const known = this.#policies.get(policy);
    if (known?.last === version) return known;
    if (this.#policies.size >= POLICIES_MAX) this.#policies.clear();
    const stretch = { after: version, last: version, names: new Map(), pruneFrom: NAMES_MIN };
    this.#policies.set(policy, stretch);
    return stretch;
  }

  #prune(policy: string, stretch: Stretch): void {
    const { names } = stretch;
    const settled = this.#settledVersion(policy);
    for (const [name, version] of names) if (version <= settled) names.delete(name);
    stretch.pruneFrom = Math.max(NAMES_MIN, 2 * names.size);
    if (names.size > NAMES_MAX) this.#policies.delete(policy);
  }
}

export function nameOfDecision(generation: unknown, sequence: unknown): string {
  return `${generation}.${sequence}`;
}

export function nameOfKey(scope: unknown, text: unknown): string {
  return `key ${scope} ${text}`;
}

const place = (column: (typeof LINE_COLUMNS)[number]) => LINE_COLUMNS.indexOf(column);
const [GENERATION, SEQUENCE] = [place('generation'), place('sequence')];
const [KEY_SCOPE, KEY_TEXT] = [place('key_scope'), place('key_text')];
