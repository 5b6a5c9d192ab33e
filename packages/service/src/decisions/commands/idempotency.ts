/**
 * Idempotency keys: the same key with the same request is answered once, and then repeated.
 */
import type { IdempotencyKey } from '../../journal/entry.ts';
import type { Journal } from '../../journal/journal.ts';
import { keyReused } from '../../problems/refusals.ts';
import type { Mode } from '../../wire.ts';
import { fingerprint } from '../fold/canonical-json.ts';
import { type KnownKey, keyName, type PolicyState } from '../fold/policy-state.ts';
import { learnKeys } from './learn-keys.ts';

/** Which key the caller used, and how to recognise a repetition. */
export interface CallerKey {
  /** Id of the API key, or `local` where none is needed. */
  readonly scope: string;
  /** The Idempotency-Key header; null if there was none. */
  readonly text: string | null;
  /** The only site that the caller may speak of; any if absent. */
  readonly site?: string;
  /** The mode that the key is about: in another one nothing is decided under it; any if absent. */
  readonly mode?: Mode;
}

/** Returns the key of a request; null if the caller gave none. */
export function keyOf({ scope, text }: CallerKey, request: unknown): IdempotencyKey | null {
  return text === null ? null : { scope, text, fingerprint: fingerprint(request) };
}

/** Finds what was answered under a key before. */
export class KeyLookup {
  readonly #key: IdempotencyKey | null;
  readonly #name: string;
  readonly #journal: Journal;
  #stored: KnownKey | null = null;

  constructor(key: IdempotencyKey | null, journal: Journal) {
    this.#key = key;
    this.#name = key === null ? '' : keyName(key.scope, key.text);
    this.#journal = journal;
  }

  /**
   * Asks the journal's table where the memory neither knows the key nor that it is new; what it knows may have left it when the turn comes to
   * this request.
   */
  prepare(state: PolicyState): Promise<void> | undefined {
    this.#stored = this.#inMemory(state) ?? null;
    const key = this.#key;
    if (key === null || state.version === 0 || this.#stored !== null) return;
    return state.keys.isNew(this.#name) ? undefined : this.#ask(state, key);
  }

  async #ask(state: PolicyState, { scope, text }: IdempotencyKey): Promise<void> {
    const row = await this.#journal.findByKey(state.policy, scope, text);
    this.#stored = row && { id: row.id, fingerprint: row.fingerprint ?? '' };
    // Where one process writes, no question goes over a wire.
    if (row !== null || !this.#journal.isShared) return;
    if (state.keys.noteQuestion(state.version)) void learnKeys(state, this.#journal);
  }

  /** Returns the decision that was made before under the key; null if there is none. */
  find(state: PolicyState): string | null {
    const key = this.#key;
    const known = key === null ? null : (this.#inMemory(state) ?? this.#stored);
    if (known === null) return null;
    // Of a forgotten decision the fingerprint is gone; whoever reads it is told so.
    const isSame = known.fingerprint === '' || known.fingerprint === key!.fingerprint;
    if (!isSame) throw keyReused();
    return known.id;
  }

  #inMemory(state: PolicyState): KnownKey | undefined {
    return this.#key === null ? undefined : state.keys.get(this.#name);
  }
}
