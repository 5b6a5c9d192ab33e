/**
 * Compares a computed line with an expected one, field by field.
 *
 * Names must be equal, numbers must agree to the tolerance times max(1, |value|).
 */

/** Returns a sentence about the first field that differs, or null if all agree. */
export function firstDifference(
  computed: object,
  expected: object,
  tolerance: number,
): string | null {
  for (const [field, wanted] of Object.entries(expected)) {
    const got = (computed as Record<string, unknown>)[field];
    if (!agree(got, wanted, tolerance)) {
      return `${field} is ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`;
    }
  }
  return null;
}

function agree(got: unknown, wanted: unknown, tolerance: number): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(got) &&
      got.length === wanted.length &&
      wanted.every((w, i) => agree(got[i], w, tolerance))
    );
  }
  if (typeof wanted === 'number' && typeof got === 'number') {
    return Math.abs(got - wanted) <= tolerance * Math.max(1, Math.abs(wanted));
  }
  return got === wanted;
}
