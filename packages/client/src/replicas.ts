/**
 * Which of several addresses is asked: they lead to replicas of one service, and each of them can answer everything.
 *
 *     holder    the one that holds the policy, if that is known: no other has to send the request on
 *     in turn   else each that has not failed lately, so that each is heard of
 *     any       else the holder again, or the one that failed the longest ago
 *
 * Answers name replicas and no addresses. Each address tells its own name whenever it is asked, so the holder is found among the addresses
 * that were given, under whatever host names, and nothing is ever sent to another. What is known may be old: a policy that has moved is
 * sent on once, and the answer says where it is now. An address that failed is left alone for a while, then tried with one request.
 */
export interface Replica {
  readonly url: string;
  /** The name that its last answer gave; null if it gave none. */
  name: string | null;
  hasFailed: boolean;
  /** Until when it is left alone, on the clock that only goes forward. */
  restsUntilMs: number;
}

/** What an answer tells. */
export interface ToldPlaces {
  /** Who was asked. */
  readonly member: string | null;
  /** Who holds the policy. */
  readonly holder: string | null;
}

const REST_MS = 5000;
/** The longest unused is forgotten: it costs that policy one more way. */
const POLICIES_MAX = 10_000;
const NAME_LENGTH_MAX = 64;

export class Replicas {
  readonly #replicas: readonly Replica[];
  /** Names of holders, by policy. */
  readonly #holders = new Map<string, string>();
  readonly #nowMs: () => number;
  #turn: number;

  constructor(
    urls: readonly string[],
    random: () => number,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#replicas = urls.map((url) => ({ url, name: null, hasFailed: false, restsUntilMs: 0 }));
    this.#nowMs = nowMs;
    // Many clients that start together must not all begin with the same one.
    this.#turn = Math.floor(random() * urls.length);
  }

  get first(): Replica {
    return this.#replicas[0]!;
  }

  get areSeveral(): boolean {
    return this.#replicas.length > 1;
  }

  /** Whose turn it is to be asked about a policy, or about none. */
  choose(policy: string | null): Replica {
    if (!this.areSeveral) return this.first;
    const holder = this.#holderOf(policy);
    const chosen =
      holder !== null && !this.#rests(holder)
        ? holder
        : (this.#nextInTurn() ?? holder ?? this.#longestAgo());
    // Whoever is tried again is tried by one request, not by all at once.
    if (chosen.hasFailed) chosen.restsUntilMs = this.#nowMs() + REST_MS;
    return chosen;
  }

  /** Whether there are others, one of which has not failed lately. */
  get hasRested(): boolean {
    return this.areSeveral && this.#replicas.some((replica) => !this.#rests(replica));
  }

  /** Whether one of the others could be asked instead. */
  hasOtherThan(replica: Replica): boolean {
    return this.#replicas.some((other) => other !== replica && !this.#rests(other));
  }

  /** It has answered, whatever it said. */
  hear(replica: Replica, policy: string | null, { member, holder }: ToldPlaces): void {
    replica.hasFailed = false;
    replica.restsUntilMs = 0;
    if (!this.areSeveral) return;
    replica.name = nameOrNull(member);
    if (policy === null) return;
    const name = nameOrNull(holder);
    this.#holders.delete(policy);
    if (name === null) return;
    this.#holders.set(policy, name);
    if (this.#holders.size > POLICIES_MAX) this.#holders.delete(this.#holders.keys().next().value!);
  }

  /** It is not there, or says nothing. */
  fail(replica: Replica): void {
    replica.hasFailed = true;
    replica.restsUntilMs = this.#nowMs() + REST_MS;
  }

  #holderOf(policy: string | null): Replica | null {
    const name = policy === null ? undefined : this.#holders.get(policy);
    if (name === undefined) return null;
    return this.#replicas.find((replica) => replica.name === name) ?? null;
  }

  #nextInTurn(): Replica | null {
    const { length } = this.#replicas;
    for (let step = 0; step < length; step += 1) {
      const replica = this.#replicas[(this.#turn + step) % length]!;
      if (this.#rests(replica)) continue;
      this.#turn = (this.#turn + step + 1) % length;
      return replica;
    }
    return null;
  }

  #longestAgo(): Replica {
    return this.#replicas.reduce((a, b) => (a.restsUntilMs <= b.restsUntilMs ? a : b));
  }

  #rests({ restsUntilMs }: Replica): boolean {
    return restsUntilMs > this.#nowMs();
  }
}

/** What is too long for a name is none: it would only fill memory. */
function nameOrNull(text: string | null): string | null {
  return text !== null && text.length <= NAME_LENGTH_MAX ? text : null;
}

/** The policy that a path is about; null if it is about none, or several. */
export function policyOf(path: string): string | null {
  return /^\/v1\/(?:policies|decisions)\/([^/?.]+)/.exec(path)?.[1] ?? null;
}
