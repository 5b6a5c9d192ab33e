/**
 * Which strips of a decision are tried. Every strip is equally likely to be in the try, whatever its soil, and
 * that is all the promise needs (docs/concepts/certificate.md, Theorem 7). Left or right end would not do.
 *
 *     smaller part divides the field     the field is cut into blocks of its length, one is drawn: one straight
 *                                        block, that a driver sows without turning back; the rest is the other part
 *     it does not                        a block that begins at a random strip and goes round
 *
 * There is no third way. If one straight block of k strips is always drawn, strip 1 is in it only if it begins
 * there, so that has probability k/n; then strips 2 to k are in it as often as they may be, no block begins at
 * one of them, and the next begins at k + 1. So on to the end, where it fits only if k divides n.
 */

/** Returns the strips that are tried, in order, counted from 1; `coin` is uniform in [0, 1). */
export function drawStrips(tried: number, stripCount: number, coin: number): number[] {
  const smaller = Math.min(tried, stripCount - tried);
  const isStraight = smaller > 0 && stripCount % smaller === 0;
  const start = isStraight
    ? Math.floor((coin * stripCount) / smaller) * smaller
    : Math.floor(coin * stripCount);
  // Of a straight check, what is tried begins after it, and goes round it.
  const first = isStraight && smaller < tried ? start + smaller : start;
  return Array.from({ length: tried }, (_, i) => ((first + i) % stripCount) + 1).sort(
    (a, b) => a - b,
  );
}
