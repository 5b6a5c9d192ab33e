/**
 * Reads receipts as they were answered. Entries hold less than that: the rest follows from the entries that define the
 * generation, which are read when they are first needed.
 */
import type { ReceiptTeller } from '@hedgerow/core/receipts';
import { wholeReceipt } from '../../journal/compact-receipt.ts';
import type { Decided, DefinedAt, EntryBody, FreshlyDecided } from '../../journal/entry.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { JournalReads } from '../../journal/journal.ts';
import { grantOf } from '../fold/perform.ts';
import { tellerOf } from '../fold/teller-of.ts';

export class ReceiptReader {
  readonly #journal: Pick<JournalReads, 'read'>;
  readonly #policy: string;
  readonly #tellers = new Map<string, Promise<ReceiptTeller>>();

  constructor(journal: Pick<JournalReads, 'read'>, policy: string) {
    this.#journal = journal;
    this.#policy = policy;
  }

  /** Returns what was decided, with the receipt as it was answered. */
  async whole(decided: Decided): Promise<FreshlyDecided> {
    const { shown } = decided.receipt;
    if (shown === undefined) return decided as FreshlyDecided;
    const teller = await this.#teller(shown.definedAt);
    return { ...decided, receipt: wholeReceipt(decided, teller) };
  }

  #teller(definedAt: DefinedAt): Promise<ReceiptTeller> {
    const name = definedAt.join();
    const known = this.#tellers.get(name) ?? this.#readTeller(definedAt);
    this.#tellers.set(name, known);
    return known;
  }

  async #readTeller([beginning, growth]: DefinedAt): Promise<ReceiptTeller> {
    const begun = await this.#bodyAt(beginning);
    if (begun.kind !== 'policy-created' && begun.kind !== 'generation-started') {
      throw this.#noDefinition(beginning);
    }
    const reserve = grantOf(begun);
    if (growth === undefined) return tellerOf({ definition: begun.definition, reserve });
    const grown = await this.#bodyAt(growth);
    if (grown.kind !== 'grown') throw this.#noDefinition(growth);
    return tellerOf({ definition: grown.definition, reserve });
  }

  async #bodyAt(position: number): Promise<EntryBody> {
    const [entry] = await this.#journal.read(this.#policy, position - 1, 1);
    if (entry?.position !== position) throw this.#noDefinition(position);
    return readEntryText(entry.text);
  }

  #noDefinition(position: number): Error {
    return new Error(`Entry ${position} of ${this.#policy} must define a generation.`);
  }
}
