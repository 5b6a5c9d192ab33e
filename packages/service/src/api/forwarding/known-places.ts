/**
 * Which member writes which policy, as far as this one was told.
 *
 * Asking the database for every request would cost more than sending it on. An answer is trusted until it
 * turns out to be wrong, and only as far as it says where to send to: the member there looks for itself, and
 * takes nothing on that it does not hold. If it is not there, not in time, or says that the policy moved, the
 * answer is forgotten.
 */
import type { Place, Placement } from '../../placement/placement.ts';

/** Who knows where a policy is. */
export type PolicyFinder = Pick<
  Placement,
  'find' | 'holds' | 'isSelf' | 'watch' | 'members' | 'doubt' | 'trust' | 'doubted'
>;

/** More policies than this are not remembered at the same time. */
const SIZE_MAX = 100_000;

export class KnownPlaces {
  readonly #placement: Pick<Placement, 'find' | 'holds'>;
  readonly #places = new Map<string, Place>();

  constructor(placement: Pick<Placement, 'find' | 'holds'>) {
    this.#placement = placement;
  }

  /** Where the policy is; what a member sent on is looked up anew, for it must end here. */
  async find(policy: string, isForwarded: boolean): ReturnType<Placement['find']> {
    const known = isForwarded ? undefined : this.#places.get(policy);
    // It may have come here since.
    if (known !== undefined && !this.#placement.holds(policy)) return known;
    const place = await this.#placement.find(policy, { isForwarded });
    if (place.kind === 'here' || place.address === null) this.#places.delete(policy);
    else this.#remember(policy, place);
    return place;
  }

  forget(policy: string): void {
    this.#places.delete(policy);
  }

  #remember(policy: string, place: Place): void {
    if (this.#places.size >= SIZE_MAX) this.#places.clear();
    this.#places.set(policy, place);
  }
}
