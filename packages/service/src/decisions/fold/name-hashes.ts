/**
 * Which names were added, by their hashes alone: eight to sixteen bytes a name, whatever its length.
 *
 *     has(name)   false: it was never added.   true: it was, or (one in 8,000 at the most) another with the same hash.
 *
 * The table has a place for each hash, or the next free one after it; it is made twice as large when it is more than half full.
 */

/** More would need more than 4 MB, and longer to be put in order than a request may wait. */
const NAMES_MAX = 1 << 19;
const FIRST_PLACES = 64;
/** What stands in a free place; no hash is that. */
const FREE = 0;

export class NameHashes {
  readonly #most: number;
  #places = new Uint32Array(FIRST_PLACES);
  #count = 0;

  constructor(most: number = NAMES_MAX) {
    this.#most = most;
  }

  /** Whether there is room for another. */
  get hasRoom(): boolean {
    return this.#count < this.#most;
  }

  has(name: string): boolean {
    return this.#places[this.#placeOf(hashOf(name))] !== FREE;
  }

  add(name: string): void {
    if (2 * this.#count >= this.#places.length) this.#widen();
    this.#put(hashOf(name));
  }

  #put(hash: number): void {
    const place = this.#placeOf(hash);
    if (this.#places[place] === FREE) this.#count += 1;
    this.#places[place] = hash;
  }

  /** Where the hash is, or would be. */
  #placeOf(hash: number): number {
    const last = this.#places.length - 1;
    let place = hash & last;
    while (this.#places[place] !== FREE && this.#places[place] !== hash) place = (place + 1) & last;
    return place;
  }

  #widen(): void {
    const before = this.#places;
    this.#places = new Uint32Array(2 * before.length);
    this.#count = 0;
    for (const hash of before) if (hash !== FREE) this.#put(hash);
  }
}

/** FNV-1a over the units of the text, and its bits mixed once more: names that are counted up differ in the last unit alone. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === FREE ? 1 : hash;
}
