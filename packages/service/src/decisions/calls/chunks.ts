/**
 * A long list in short ones of a given size, in order; the last may be shorter.
 */
export function chunks<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
