/**
 * A map that keeps only its newest entries: what was touched last stays.
 *
 * The order is a ring of links beside the map, with one link that holds nothing between the newest and the oldest. A
 * JavaScript map keeps an order of its own, but finding its first key walks over all that was deleted before it, which
 * is most of the map when the first is what is deleted every time.
 */
interface Link<Value> {
  readonly key: string;
  readonly value: Value;
  older: Link<Value>;
  newer: Link<Value>;
}

export class RecentMap<Value> {
  readonly #limit: number;
  readonly #links = new Map<string, Link<Value>>();
  /** Its newer one is the oldest entry, and its older one the newest. */
  readonly #ends = emptyRing<Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    return this.#links.get(key)?.value;
  }

  /** From the oldest on. */
  *keys(): IterableIterator<string> {
    for (let link = this.#ends.newer; link !== this.#ends; link = link.newer) yield link.key;
  }

  set(key: string, value: Value): void {
    const before = this.#links.get(key);
    if (before !== undefined) takeOut(before);
    const newest = this.#ends.older;
    const link = { key, value, older: newest, newer: this.#ends };
    newest.newer = link;
    this.#ends.older = link;
    this.#links.set(key, link);
    if (this.#links.size > this.#limit) this.#forget(this.#ends.newer);
  }

  /** Forgets all but so many of the newest. */
  keep(count: number): void {
    while (this.#links.size > count) this.#forget(this.#ends.newer);
  }

  #forget(link: Link<Value>): void {
    takeOut(link);
    this.#links.delete(link.key);
  }
}

function emptyRing<Value>(): Link<Value> {
  const ends = { key: '' } as Link<Value>;
  ends.older = ends;
  ends.newer = ends;
  return ends;
}

function takeOut<Value>({ older, newer }: Link<Value>): void {
  older.newer = newer;
  newer.older = older;
}
