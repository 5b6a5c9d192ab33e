/**
 * The shelf of one policy: decisions that its core need not hold are rows of the journal, open or settled.
 *
 *     handOut   from the core, when it holds more than it should, and before each snapshot
 *     store     as rows, when the entries that they rest on are on disk
 *     bring     back into the core, before something is said of them or an entry tells of them
 *
 * A row is what a decision was at a version of the chain. So the newest one up to the version of a state is what
 * that state needs, whoever wrote it and in whichever life of the process: what was said of the decision since
 * would have brought it back. Until a row is stored the text is kept here.
 */
import { HedgerowError, type ShelvedDecisions } from '@hedgerow/core';
import { nextRound } from '../../instruments/next-round.ts';
import type { DecisionName } from '../../journal/decision-id.ts';
import type { Head, Journal, ShelfBatch } from '../../journal/journal.ts';
import {
  coreIdOf,
  definitionOf,
  generationOf,
  type PolicyState,
  type TicketShelf,
} from '../fold/policy-state.ts';
import { SequenceSet } from '../fold/sequence-set.ts';
import { ShelfGap } from '../fold/shelf-gap.ts';

export interface ShelfOptions {
  readonly journal: Pick<Journal, 'readShelf' | 'writeShelf'>;
  /** Newest decisions that the core holds. */
  readonly decisionsHeld: number;
}

/** Rows that are read and taken back without a pause. */
const BROUGHT_AT_ONCE = 256;
/**
 * Decisions that may be held beyond those that should be, as a share of them. So many are written out without a pause, by this
 * thread and by the one that writes: few, so that nobody waits for it, and enough to be worth a pack.
 */
const EXCESS_SHARE = 1 / 16;
/** More decisions than are ever blocks of one place. */
const PLACE_SPAN = 1000;

export class Shelf implements TicketShelf {
  readonly #options: ShelfOptions;
  /** By the number inside the core: what is handed out and not stored yet. */
  readonly #inTransit = new Map<number, ShelvedDecisions>();
  #batches: ShelfBatch[] = [];
  #stored: Promise<void> = Promise.resolve();
  #heldAfter: number;
  #forgotten: number[] = [];
  /** All that a divided policy does not know any more, as far as that was since it was woken. */
  readonly #gone = new SequenceSet();
  /** An entry of the chain that is known to be stored, while the state is made again from entries. */
  anchor: Head | null = null;

  constructor(options: ShelfOptions) {
    this.#options = options;
    this.#heldAfter = options.decisionsHeld;
  }

  bring(state: PolicyState, names: readonly DecisionName[]): Promise<void> | undefined {
    const { core } = state;
    if (core === null) return undefined;
    const missing = new Set<number>();
    for (const name of names) {
      const sequence = awayIn(state, name);
      if (sequence === null) continue;
      const inTransit = this.#inTransit.get(sequence);
      if (inTransit === undefined) missing.add(sequence);
      else this.#takeBack(state, inTransit);
    }
    return missing.size === 0 ? undefined : this.#fetch(state, [...missing]);
  }

  isDue({ core }: PolicyState): boolean {
    if (core === null) return false;
    const excess = Math.ceil(EXCESS_SHARE * this.#options.decisionsHeld);
    return core.heldCount > this.#heldAfter + excess || this.#forgotten.length > excess;
  }

  handOut(state: PolicyState, occasion: 'turn' | 'snapshot' | 'comparison'): boolean {
    const { core, policy, version, hash } = state;
    if (core === null || (occasion === 'turn' && !this.isDue(state))) return false;
    const { decisionsHeld } = this.#options;
    const { shelved: rows, forgotten: left } = core.shelve(
      occasion === 'comparison' ? 0 : decisionsHeld,
    );
    const gone = [...left, ...this.#forgotten];
    const forgotten = definitionOf(state).split === undefined ? gone : this.#withNeighbours(gone);
    this.#forgotten = [];
    // What waits to be learnt is held beyond them: it must not be looked through at every turn.
    this.#heldAfter = Math.max(decisionsHeld, core.heldCount);
    if (rows.length === 0 && forgotten.length === 0) return false;
    for (const row of rows) {
      for (let i = row.first; i <= row.last; i++) this.#inTransit.set(i, row);
    }
    const generation = generationOf(state);
    const anchor = this.anchor ?? { version, hash };
    this.#batches.push({ policy, generation, version, anchor, rows, forgotten });
    return true;
  }

  /** Blocks of a place may go one by one, and their row with the last of them: those beside them that are gone are named again. */
  #withNeighbours(numbers: readonly number[]): number[] {
    for (const number of numbers) this.#gone.add(number);
    const named = new Set(numbers);
    for (const number of numbers) {
      for (const step of [-1, 1]) {
        for (let near = number + step; Math.abs(near - number) < PLACE_SPAN; near += step) {
          if (named.has(near) || !this.#gone.has(near)) break;
          named.add(near);
        }
      }
    }
    return [...named];
  }

  forget(sequences: readonly number[]): void {
    for (const sequence of sequences) {
      this.#forgotten.push(sequence);
      this.#inTransit.delete(sequence);
    }
  }

  store(durable: Promise<unknown>): Promise<void> {
    const batches = this.#batches;
    this.#batches = [];
    if (batches.length === 0) return this.#stored;
    this.#stored = this.#writeAfter(Promise.all([this.#stored, durable]), batches);
    // Whoever waits for it hears of a failure; it must not go unheard where nobody does.
    this.#stored.catch(() => {});
    return this.#stored;
  }

  takeBatches(): readonly ShelfBatch[] {
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }

  async #writeAfter(ready: Promise<unknown>, batches: readonly ShelfBatch[]): Promise<void> {
    await ready;
    for (const batch of batches) {
      await this.#options.journal.writeShelf(batch);
      for (const row of batch.rows) this.#leaveTransit(row);
    }
  }

  #leaveTransit(row: ShelvedDecisions): void {
    for (let i = row.first; i <= row.last; i++) {
      // It may have come back and gone again meanwhile.
      if (this.#inTransit.get(i) === row) this.#inTransit.delete(i);
    }
  }

  async #fetch(state: PolicyState, sequences: readonly number[]): Promise<void> {
    const { policy, version } = state;
    const generation = generationOf(state);
    const span = definitionOf(state).split === undefined ? 1 : PLACE_SPAN;
    for (let start = 0; start < sequences.length; start += BROUGHT_AT_ONCE) {
      if (start > 0) await nextRound();
      const wanted = sequences.slice(start, start + BROUGHT_AT_ONCE);
      const query = { policy, generation, sequences: wanted, version, span };
      for (const row of await this.#options.journal.readShelf(query)) this.#takeBack(state, row);
    }
  }

  #takeBack({ core }: PolicyState, row: ShelvedDecisions): void {
    this.#leaveTransit(row);
    try {
      core!.unshelve(row.text);
    } catch (error) {
      if (!(error instanceof HedgerowError)) throw error;
      throw new ShelfGap(`Decision d${row.first} on the shelf: ${error.message}`, { cause: error });
    }
  }
}

/** Returns the number of a decision inside the core if that may know it and does not hold it; else null. */
function awayIn(state: PolicyState, { generation, sequence }: DecisionName): number | null {
  if (generation !== generationOf(state) || sequence > state.sequence) return null;
  const id = coreIdOf(state, sequence);
  return id === null || state.core!.holds(id) ? null : Number(id.slice(1));
}
