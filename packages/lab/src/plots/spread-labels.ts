/**
 * Moves labels apart that would lie on each other, each as little as possible.
 *
 * Labels want to stand at `wanted` and must be `gap` apart. After subtracting gap · rank this is
 * isotonic regression, which pooling neighbours solves exactly: the sum of squared moves is least.
 * Cutting the solution off at the ends keeps it so.
 */
export interface SpreadOptions {
  /** Least distance between two labels, in the units of the positions. */
  readonly gap: number;
  /** No label below and above these. */
  readonly min: number;
  readonly max: number;
}

interface Pool {
  readonly mean: number;
  readonly size: number;
}

/** Returns a position for each label, in the order given. */
export function spreadLabels(wanted: readonly number[], options: SpreadOptions): number[] {
  const { gap, min } = options;
  const max = Math.max(min, options.max - gap * (wanted.length - 1));
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const pools: Pool[] = [];
  order.forEach((index, rank) => {
    let pool: Pool = { mean: wanted[index]! - gap * rank, size: 1 };
    while (pools.length > 0 && pools.at(-1)!.mean > pool.mean) pool = join(pools.pop()!, pool);
    pools.push(pool);
  });
  const levels = pools.flatMap(({ mean, size }) => Array<number>(size).fill(mean));
  const positions = Array<number>(wanted.length).fill(0);
  order.forEach((index, rank) => {
    positions[index] = Math.min(max, Math.max(min, levels[rank]!)) + gap * rank;
  });
  return positions;
}

function join(first: Pool, second: Pool): Pool {
  const size = first.size + second.size;
  return { mean: (first.mean * first.size + second.mean * second.size) / size, size };
}
