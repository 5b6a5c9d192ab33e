/**
 * One learner, a book for each site: every farm, shop or clinic has its own promise, budget and δ, and
 * all learn from all. This is sound because no book ever reads what was learnt.
 *
 * A site's book begins with its first decision; decisions without a site share one book. Evidence and
 * budget never move between books.
 */

/** What books have in common here. */
export interface Restorable<State> {
  exportState(): State;
  importState(state: State): void;
}

export interface SiteBooksState<State> {
  readonly book: State;
  /** Absent where there never was a site. */
  readonly sites?: readonly (readonly [string, State])[];
}

export class SiteBooks<State, Book extends Restorable<State>> {
  readonly #create: () => Book;
  readonly #common: Book;
  readonly #sites = new Map<string, Book>();
  /** Made when it is asked for: there may be thousands, and they seldom change. */
  #names: readonly string[] | null = null;
  /** In a rehearsal: what touched books were before; null for those that did not exist. */
  #before: Map<string | undefined, State | null> | null = null;

  constructor(create: () => Book) {
    this.#create = create;
    this.#common = create();
  }

  /** Names of the sites that have decided something, in the order in which they came. */
  get names(): readonly string[] {
    this.#names ??= [...this.#sites.keys()];
    return this.#names;
  }

  /** The book of a site, to be read; that of a site that has decided nothing is empty. */
  read(site: string | undefined): Book {
    return site === undefined ? this.#common : (this.#sites.get(site) ?? this.#create());
  }

  /** The book of a site, to be written. */
  write(site: string | undefined): Book {
    const known = site === undefined ? this.#common : this.#sites.get(site);
    const before = this.#before;
    if (before !== null && !before.has(site)) before.set(site, known?.exportState() ?? null);
    if (known !== undefined) return known;
    const book = this.#create();
    this.#sites.set(site!, book);
    this.#names = null;
    return book;
  }

  /** All books that exist, to be written. */
  all(): Book[] {
    return [undefined, ...this.#sites.keys()].map((site) => this.write(site));
  }

  /** From now on nothing counts; returns what takes all of it back, bit for bit. Costs only what is touched. */
  beginRehearsal(): () => void {
    const before: Map<string | undefined, State | null> = new Map();
    this.#before = before;
    return () => {
      this.#before = null;
      for (const [site, state] of before) {
        if (state === null) this.#remove(site!);
        else this.read(site).importState(state);
      }
    };
  }

  #remove(site: string): void {
    this.#sites.delete(site);
    this.#names = null;
  }

  exportState(): SiteBooksState<State> {
    const sites = Array.from(this.#sites, ([name, book]) => [name, book.exportState()] as const);
    const book = this.#common.exportState();
    return sites.length === 0 ? { book } : { book, sites };
  }

  importState({ book, sites = [] }: SiteBooksState<State>): void {
    this.#common.importState(book);
    this.#sites.clear();
    this.#names = null;
    for (const [name, state] of sites) this.write(name).importState(state);
  }
}
