/**
 * Limits by name: each name has a bucket that fills at a steady rate and holds at most `burst`.
 *
 * Buckets that are full again are forgotten, so the table holds only names that were busy lately; if
 * there are still too many, the oldest go first.
 */
export interface TokenBucketsOptions {
  /** Tokens a second. */
  readonly rate: number;
  readonly burst: number;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  /** Names that are remembered at most. */
  readonly nameCountMax?: number;
}

export interface TokenBuckets {
  /** Takes one token. Returns 0, or after how many seconds there will be one. */
  take(name: string): number;
  readonly size: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Returns buckets that are all full. */
export function createTokenBuckets(options: TokenBucketsOptions): TokenBuckets {
  const { rate, burst, now, nameCountMax = 10_000 } = options;
  const buckets = new Map<string, Bucket>();

  function refilled(name: string): Bucket {
    const at = now();
    const known = buckets.get(name) ?? { tokens: burst, at };
    // A clock that went back adds nothing.
    const elapsedSeconds = Math.max(0, at - known.at) / 1000;
    return { tokens: Math.min(burst, known.tokens + elapsedSeconds * rate), at };
  }

  function makeRoom(): void {
    if (buckets.size < nameCountMax) return;
    for (const name of buckets.keys()) if (refilled(name).tokens >= burst) buckets.delete(name);
    const oldest = buckets.keys().next().value;
    if (buckets.size >= nameCountMax && oldest !== undefined) buckets.delete(oldest);
  }

  return {
    take: (name) => {
      const bucket = refilled(name);
      const isEmpty = bucket.tokens < 1;
      if (!buckets.has(name)) makeRoom();
      buckets.set(name, isEmpty ? bucket : { ...bucket, tokens: bucket.tokens - 1 });
      return isEmpty ? (1 - bucket.tokens) / rate : 0;
    },
    get size() {
      return buckets.size;
    },
  };
}
