/**
 * The memory that tables of names have together (name-hashes.ts), of all policies of a thread: however many policies are busy, it is no more.
 *
 * A table that grows takes more of it. If that is too much, the table that has not grown for longest is closed: mostly one of a policy that is
 * asleep by now, or that has no new names.
 */

/** What shares the room. */
interface Tenant {
  close(): void;
}

const MEGABYTES = 32;

export class NameRoom {
  readonly #most: number;
  /** Bytes of each, the one that grew last at the end. */
  readonly #tenants = new Map<Tenant, number>();
  #bytes = 0;

  constructor(most: number = MEGABYTES << 20) {
    this.#most = most;
  }

  /** From now on the tenant has so many bytes; others are closed where there is no room for it. */
  take(tenant: Tenant, bytes: number): void {
    this.giveBack(tenant);
    this.#tenants.set(tenant, bytes);
    this.#bytes += bytes;
    for (const oldest of this.#tenants.keys()) {
      if (this.#bytes <= this.#most) return;
      oldest.close();
    }
  }

  giveBack(tenant: Tenant): void {
    this.#bytes -= this.#tenants.get(tenant) ?? 0;
    this.#tenants.delete(tenant);
  }
}
