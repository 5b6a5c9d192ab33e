/**
 * Reads of a thread of the process that writes: lines of decisions that wait are written before they are read.
 *
 * Where only some decisions or keys are asked for, and the thread knows that it has not written of them lately, nobody waits; that
 * is so for nearly all that a service under load asks for.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { DecisionFilter } from '../../../wire.ts';
import { parseDecisionId } from '../../decision-id.ts';
import type { DecisionRow, StoredEntry } from '../../journal.ts';
import type { Told } from '../../segments/segment.ts';
import { nameOfDecision, type TouchedNames } from '../lines/touched-names.ts';
import { KeyLookups } from './key-lookups.ts';
import { SqliteReading } from './sqlite-reading.ts';
import type { SqliteSegments } from './sqlite-segments.ts';

export interface SettledReadingOptions {
  readonly touched: TouchedNames;
  /** Resolves when all lines of a policy are written whose entries were stored before. */
  readonly settle: (policy: string) => Promise<unknown>;
}

export class SettledReading extends SqliteReading {
  readonly #options: SettledReadingOptions;
  readonly #keys: KeyLookups;

  constructor(database: DatabaseSync, segments: SqliteSegments, options: SettledReadingOptions) {
    super(database, segments);
    this.#options = options;
    const { touched, settle } = options;
    this.#keys = new KeyLookups(database, {
      isUntouched: (...given) => touched.isUntouched(...given),
      settle,
    });
  }

  override async findDecision(id: string): Promise<DecisionRow | null> {
    const policy = parseDecisionId(id)?.policy;
    if (policy !== undefined) await this.#settle(policy, [id]);
    return super.findDecision(id);
  }

  override async findDecisions(policy: string, ids: readonly string[]): Promise<DecisionRow[]> {
    await this.#settle(policy, ids);
    return super.findDecisions(policy, ids);
  }

  override findByKey(policy: string, scope: string, key: string): Promise<DecisionRow | null> {
    return this.#keys.find(policy, scope, key);
  }

  override async listDecisions(policy: string, filter: DecisionFilter): Promise<DecisionRow[]> {
    await this.#settle(policy);
    return super.listDecisions(policy, filter);
  }

  override async *scanDecisions(
    policy: string,
    generation: number,
    site?: string,
  ): AsyncGenerator<DecisionRow[], void> {
    await this.#settle(policy);
    yield* super.scanDecisions(policy, generation, site);
  }

  override async readHistory(row: DecisionRow): Promise<readonly StoredEntry[]> {
    await this.#settle(row.policy, [row.id]);
    return super.readHistory(row);
  }

  override async *scanTold(policy: string): AsyncGenerator<readonly Told[], void> {
    await this.#settle(policy);
    yield* super.scanTold(policy);
  }

  /** Has lines written that wait, unless none of them tells of one of these decisions. */
  async #settle(policy: string, ids: readonly string[] | null = null): Promise<void> {
    const place = this.settledPlace(policy);
    if (place === null) return;
    const { touched, settle } = this.#options;
    const isUntouched = (id: string) => {
      const name = parseDecisionId(id);
      if (name === null) return true;
      return touched.isUntouched(policy, nameOfDecision(name.generation, name.sequence), place);
    };
    if (ids === null || !ids.every(isUntouched)) await settle(policy);
  }
}
