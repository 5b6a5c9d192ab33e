/**
 * How many policies one API key may create: whoever has a key must not be able to fill the disk with names. They
 * are counted in the journal, archived ones included, right before one more is made, together with those that this process is just making: these
 * are not in the journal yet. Other threads and replicas may each find room for one more in the same moment: then the journal stores no more than
 * there may be, and whoever asks again is refused.
 */
import type { Journal } from '../../journal/journal.ts';
import { tooManyPolicies } from '../../problems/refusals.ts';
import type { PolicyState } from '../fold/policy-state.ts';
import type { Accountant } from './accountant.ts';

export interface PolicyQuotaOptions {
  readonly journal: Journal;
  /** Id of the API key that asks; absent if nobody's. */
  readonly owner?: string | undefined;
  /** The most that it may create; 0 for no limit. */
  readonly most: number;
}

/** What one API key creates in this process. */
interface Creations {
  /** Since the start. */
  begun: number;
  /** Of these, on disk or refused. */
  ended: number;
}

const CREATIONS = new WeakMap<Journal, Map<string, Creations>>();

export class PolicyQuota {
  readonly #options: PolicyQuotaOptions;
  /** Of the journal, and of those that were not in it for certain when it was asked. */
  #count = 0;
  #begunBefore = 0;
  #isTaken = false;

  constructor(options: PolicyQuotaOptions) {
    this.#options = options;
  }

  /** Counts, if the policy does not exist. */
  prepare({ version }: PolicyState): Promise<void> | undefined {
    const { journal, owner, most } = this.#options;
    if (version > 0 || most === 0 || owner === undefined) return undefined;
    const { begun, ended } = creationsOf(journal, owner);
    return journal.countOwned(owner).then((count) => {
      this.#count = count + begun - ended;
      this.#begunBefore = begun;
    });
  }

  /** Refuses one more, or notes whose it is. */
  take(accountant: Accountant): void {
    const { journal, owner, most } = this.#options;
    if (owner === undefined) return;
    const creations = creationsOf(journal, owner);
    // A turn that was lost is run again, and then this one is among them.
    const others = this.#isTaken ? -1 : 0;
    const count = this.#count + creations.begun - this.#begunBefore + others;
    if (most > 0 && count >= most) throw tooManyPolicies(most);
    accountant.ownership = { owner, ...(most > 0 && { ownedMost: most }) };
    if (!this.#isTaken) creations.begun += 1;
    this.#isTaken = true;
  }

  /** What it made is in the journal by now, or never will be. */
  settled(): void {
    const { journal, owner } = this.#options;
    if (this.#isTaken && owner !== undefined) creationsOf(journal, owner).ended += 1;
  }
}

function creationsOf(journal: Journal, owner: string): Creations {
  const known = CREATIONS.get(journal) ?? new Map<string, Creations>();
  CREATIONS.set(journal, known);
  const own = known.get(owner) ?? { begun: 0, ended: 0 };
  known.set(owner, own);
  return own;
}
