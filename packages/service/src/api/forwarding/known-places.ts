/**
 * Which member writes which policy, as far as this one was told a moment ago.
 *
 * Asking the database for every request would cost more than sending it on. An answer is trusted for a
 * second, and only as far as it says where to send to: the member there looks for itself, and takes nothing
 * on that it does not hold. If it is not there, not in time, or says that the policy moved, the answer is
 * forgotten.
 */
import type { Placement } from '../../placement/placement.ts';

const TRUSTED_MS = 1000;
/** More policies than this are not remembered at the same time. */
const SIZE_MAX = 20_000;

export class KnownPlaces {
  readonly #placement: Pick<Placement, 'find'>;
  readonly #addresses = new Map<string, { readonly address: string; readonly untilMs: number }>();

  constructor(placement: Pick<Placement, 'find'>) {
    this.#placement = placement;
  }

  /** Where the policy is; what a member sent on is looked up anew, for it must end here. */
  async find(policy: string, isForwarded: boolean): ReturnType<Placement['find']> {
    const known = isForwarded ? undefined : this.#addresses.get(policy);
    if (known !== undefined && performance.now() < known.untilMs) {
      return { kind: 'elsewhere', address: known.address };
    }
    const place = await this.#placement.find(policy, { isForwarded });
    if (place.kind === 'here' || place.address === null) this.#addresses.delete(policy);
    else this.#remember(policy, place.address);
    return place;
  }

  forget(policy: string): void {
    this.#addresses.delete(policy);
  }

  #remember(policy: string, address: string): void {
    if (this.#addresses.size >= SIZE_MAX) this.#addresses.clear();
    this.#addresses.set(policy, { address, untilMs: performance.now() + TRUSTED_MS });
  }
}
