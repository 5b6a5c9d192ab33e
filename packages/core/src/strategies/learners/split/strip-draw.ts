/**
 * Which strips of a decision are tried: a block of neighbours that begins at a random strip and goes
 * round. Every strip is equally likely to be in it, whatever its soil, and that is all the promise needs
 * (docs/concepts/certificate.md, Theorem 7). Left or right end would not do.
 */

/** Returns the strips that are tried, in order, counted from 1; `coin` is uniform in [0, 1). */
export function drawStrips(tried: number, stripCount: number, coin: number): number[] {
  const start = Math.floor(coin * stripCount);
  return Array.from({ length: tried }, (_, i) => ((start + i) % stripCount) + 1).sort(
    (a, b) => a - b,
  );
}
