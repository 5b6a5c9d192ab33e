/**
 * Which names were added, by their hashes alone: eight to sixteen bytes a name, whatever its length.
 *
 *     has(name)   false: it was never added.   true: it was, or (one in 8,000 at the most) another with the same hash.
 *
 * The table has a place for each hash, or the next free one after it; it is made twice as large when it is more than half full.
 * Callers choose their names, so some might choose such as stand one after the other: a place is never looked for over more than some
 * steps, and where that is not enough the table counts as full.
 */

/** More would need more than 4 MB, and longer to be put in order than a request may wait. */
const NAMES_MAX = 1 << 19;
const FIRST_PLACES = 64;
/** Names that nobody has chosen to do harm hardly ever need half as many. */
const STEPS_MAX = 256;
/** What stands in a free place; no hash is that. */
const FREE = 0;

export class NameHashes {
  readonly #most: number;
  #places = new Uint32Array(FIRST_PLACES);
  #count = 0;
  /** Whether a name found no place. */
  #isCrowded = false;

  constructor(most: number = NAMES_MAX) {
    this.#most = most;
  }

  /** Whether there is room for another. */
  get hasRoom(): boolean {
    return this.#count < this.#most && !this.#isCrowded;
  }

  /** Of a table in which a name found no place, any might be missing. */
  has(name: string): boolean {
    const place = this.#isCrowded ? null : this.#placeOf(hashOf(name));
    return place === null || this.#places[place] !== FREE;
  }

  add(name: string): void {
    if (2 * this.#count >= this.#places.length) this.#widen();
    this.#put(hashOf(name));
  }

  #put(hash: number): void {
    const place = this.#placeOf(hash);
    if (place === null) {
      this.#isCrowded = true;
      return;
    }
    if (this.#places[place] === FREE) this.#count += 1;
    this.#places[place] = hash;
  }

  /** Where the hash is, or would be; null if that is too far. */
  #placeOf(hash: number): number | null {
    const last = this.#places.length - 1;
    for (let step = 0; step < STEPS_MAX; step++) {
      const place = (hash + step) & last;
      const there = this.#places[place];
      if (there === FREE || there === hash) return place;
    }
    return null;
  }

  #widen(): void {
    const before = this.#places;
    this.#places = new Uint32Array(2 * before.length);
    this.#count = 0;
    for (const hash of before) {
      if (this.#isCrowded) return;
      if (hash !== FREE) this.#put(hash);
    }
  }
}

/** FNV-1a over the units of the text, and its bits mixed once more: names that are counted up differ in the last unit alone. */
export function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === FREE ? 1 : hash;
}
