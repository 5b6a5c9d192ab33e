/**
 * Which names were added, by their hashes alone: eight to sixteen bytes a name, whatever its length.
 *
 *     has(name)   false: it was never added.   true: it was, or (one in 8,000 at the most) another with the same hash.
 *
 * The tables of all policies of a thread share a room (name-room.ts). A table has a place for each hash, or the next free one after it; it is made twice as large when it is more than half full.
 * Callers choose their names, so some might choose such as stand one after the other: a place is never looked for over more than some
 * steps, and where that is not enough the table is closed.
 */
import type { NameRoom } from './name-room.ts';

/** More would need more than 4 MB, and longer to be put in order than a request may wait. */
const NAMES_MAX = 1 << 19;
const FIRST_PLACES = 64;
/** Names that nobody has chosen to do harm hardly ever need half as many. */
const STEPS_MAX = 256;
/** What stands in a free place; no hash is that. */
const FREE = 0;

export class NameHashes {
  readonly #room: NameRoom;
  readonly #most: number;
  #places = new Uint32Array(FIRST_PLACES);
  #count = 0;
  /** Whether names may be missing: one found no place, or others needed the room. */
  #isClosed = false;

  constructor(room: NameRoom, most: number = NAMES_MAX) {
    this.#room = room;
    this.#most = most;
    this.#takeRoom();
  }

  /** Whether there is room for another. */
  get hasRoom(): boolean {
    return this.#count < this.#most && !this.#isClosed;
  }

  /** Of a table that is closed, any name may be missing. */
  has(name: string): boolean {
    const place = this.#isClosed ? null : this.#placeOf(hashOf(name));
    return place === null || this.#places[place] !== FREE;
  }

  add(name: string): void {
    if (2 * this.#count >= this.#places.length) this.#widen();
    this.#put(hashOf(name));
  }

  /** Gives its memory back; nothing is known of any name from then on. */
  close(): void {
    this.#isClosed = true;
    this.#places = new Uint32Array(0);
    this.#room.giveBack(this);
  }

  #put(hash: number): void {
    const place = this.#isClosed ? null : this.#placeOf(hash);
    if (place === null) {
      this.close();
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
    this.#takeRoom();
    this.#count = 0;
    for (const hash of before) {
      if (this.#isClosed) return;
      if (hash !== FREE) this.#put(hash);
    }
  }

  #takeRoom(): void {
    this.#room.take(this, this.#places.byteLength);
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
