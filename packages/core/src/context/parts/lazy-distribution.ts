/**
 * A distribution whose covariance and points are worked out when they are first asked for.
 *
 * Forecasts are made in every round. A getter written into each of them would give every forecast a
 * shape of its own, which engines are slow with; here all share one.
 */
import type { ContextAtom, ContextDistribution } from '../context-distribution.ts';

export interface LazyDistributionInput extends Omit<ContextDistribution, 'covariance' | 'atoms'> {
  /** Must return the same array every time: see `lazily`. */
  readonly covariance: () => Float64Array;
  readonly atoms: () => readonly ContextAtom[] | null;
}

/** Returns the distribution, frozen. */
export function lazyDistribution(input: LazyDistributionInput): ContextDistribution {
  return new LazyDistribution(input);
}

class LazyDistribution implements ContextDistribution {
  readonly kind: ContextDistribution['kind'];
  readonly dimension: number;
  readonly mean: Float64Array;
  readonly repairs: readonly string[];
  readonly thirdCentralMoment: ContextDistribution['thirdCentralMoment'];
  readonly fourthCentralMoment: ContextDistribution['fourthCentralMoment'];
  readonly characteristic: ContextDistribution['characteristic'];
  readonly sample: ContextDistribution['sample'];
  readonly describe: ContextDistribution['describe'];
  readonly #covariance: () => Float64Array;
  readonly #atoms: () => readonly ContextAtom[] | null;

  constructor(input: LazyDistributionInput) {
    this.kind = input.kind;
    this.dimension = input.dimension;
    this.mean = input.mean;
    this.repairs = input.repairs;
    this.thirdCentralMoment = input.thirdCentralMoment;
    this.fourthCentralMoment = input.fourthCentralMoment;
    this.characteristic = input.characteristic;
    this.sample = input.sample;
    this.describe = input.describe;
    this.#covariance = input.covariance;
    this.#atoms = input.atoms;
    Object.freeze(this);
  }

  get covariance(): Float64Array {
    return this.#covariance();
  }

  get atoms(): readonly ContextAtom[] | null {
    return this.#atoms();
  }
}
