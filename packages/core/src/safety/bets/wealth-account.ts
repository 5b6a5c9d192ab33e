/**
 * What the bettors of a mixture own, kept so that any booking can be taken back.
 *
 * logWealth_k is a sum of terms, one for each round: opening a round adds its worst case, a reward
 * replaces the worst case by the true term, a correction replaces one term by another. Sums do not
 * care about order, so the same rounds and rewards give the same wealth whichever came first.
 */

import { CompensatedSums, type CompensatedSumsState } from '../../base/compensated-sums.ts';
import { assertInvariant } from '../../base/errors.ts';
import { type MixtureGrid, WealthMixture } from './wealth-mixture.ts';

/** Returns log(1 + …) + … of bettor `index`, rounded down: what one round does to its wealth. */
export type LogGrowth = (index: number) => number;

export class WealthAccount {
  readonly #mixture: WealthMixture;
  readonly #logWealths: CompensatedSums;
  readonly #terms: Float64Array;

  constructor(grid: MixtureGrid, failureProbability: number) {
    this.#mixture = new WealthMixture(grid, failureProbability);
    this.#logWealths = new CompensatedSums(this.#mixture.length);
    this.#terms = new Float64Array(2 * this.#mixture.length);
  }

  /** Takes away the terms of `removed` and adds those of `added`; all or nothing. */
  replace(removed: LogGrowth | null, added: LogGrowth | null): void {
    const { length } = this.#logWealths;
    for (let k = 0; k < length; k++) {
      this.#terms[k] = removed === null ? 0 : -finiteGrowth(removed(k));
      this.#terms[length + k] = added === null ? 0 : finiteGrowth(added(k));
    }
    for (let k = 0; k < 2 * length; k++) this.#logWealths.add(k % length, this.#terms[k]!);
  }

  /** Returns s*: the total gain proven so far, at least 0. */
  provenGain(): number {
    return this.#mixture.provenGain((k) => this.#logWealths.value(k));
  }

  exportState(): CompensatedSumsState {
    return this.#logWealths.exportState();
  }

  importState(state: CompensatedSumsState): void {
    this.#logWealths.importState(state);
  }
}

function finiteGrowth(growth: number): number {
  assertInvariant(Number.isFinite(growth), 'the growth of a bet must be finite', growth);
  return growth;
}
