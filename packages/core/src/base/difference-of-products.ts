/**
 * a·b − c·d, to the last bits of the result even where the two products are almost the same.
 *
 * The plain expression rounds each product first; of what is left when they cancel, not even the sign is
 * right then. Here each product is kept as its rounded value and what rounding cut off (Dekker 1971), so
 * the sign is that of the exact result.
 */
export function differenceOfProducts(a: number, b: number, c: number, d: number): number {
  const [credit, debit] = [a * b, c * d];
  const cutOff = roundingOf(a, b, credit) - roundingOf(c, d, debit);
  const difference = credit - debit;
  // What the subtraction itself cuts off (Knuth's exact sum).
  const back = difference - credit;
  const lost = credit - (difference - back) - (debit + back);
  return difference + (lost + cutOff);
}

/** Exactly what `product` lacks of x·y. */
function roundingOf(x: number, y: number, product: number): number {
  const [xHigh, yHigh] = [upperHalf(x), upperHalf(y)];
  const [xLow, yLow] = [x - xHigh, y - yHigh];
  return xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow);
}

/** The upper half of the bits. */
function upperHalf(x: number): number {
  const shifted = 134217729 * x;
  return shifted - (shifted - x);
}
