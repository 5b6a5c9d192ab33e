/**
 * Returns at most `countMax` positions of a list, evenly spread, the first and the last among them.
 */
export function thinnedPositions(length: number, countMax: number): number[] {
  if (length <= countMax) return Array.from({ length }, (_, position) => position);
  const step = (length - 1) / (countMax - 1);
  return Array.from({ length: countMax }, (_, place) => Math.round(place * step));
}
