/**
 * How many policies one API key may create: whoever has a key must not be able to fill the disk with names. They
 * are counted in the journal, archived ones included, right before one more is made; requests that come in the
 * same moment may each find room for one.
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

export class PolicyQuota {
  readonly #options: PolicyQuotaOptions;
  #count = 0;

  constructor(options: PolicyQuotaOptions) {
    this.#options = options;
  }

  /** Counts, if the policy does not exist. */
  prepare({ version }: PolicyState): Promise<void> | undefined {
    const { journal, owner, most } = this.#options;
    if (version > 0 || most === 0 || owner === undefined) return undefined;
    return journal.countOwned(owner).then((count) => {
      this.#count = count;
    });
  }

  /** Refuses one more, or notes whose it is. */
  take(accountant: Accountant): void {
    const { owner, most } = this.#options;
    if (owner === undefined) return;
    if (most > 0 && this.#count >= most) throw tooManyPolicies(most);
    accountant.owner = owner;
  }
}
