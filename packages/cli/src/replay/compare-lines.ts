/**
 * Compares a computed line with an expected one, field by field.
 *
 * Names and whole numbers must be equal, other numbers must agree to 1e-9 of max(1, |value|).
 */

const TOLERANCE = 1e-9;

/** Returns a sentence about the first field that differs, or null if all agree. */
export function firstDifference(computed: object, expected: object): string | null {
  for (const [field, wanted] of Object.entries(expected)) {
    const got = (computed as Record<string, unknown>)[field];
    if (!agree(got, wanted)) {
      return `${field} is ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`;
    }
  }
  return null;
}

function agree(got: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(got) && got.length === wanted.length && wanted.every((w, i) => agree(got[i], w))
    );
  }
  if (typeof wanted === 'number' && typeof got === 'number') {
    return Math.abs(got - wanted) <= TOLERANCE * Math.max(1, Math.abs(wanted));
  }
  return got === wanted;
}
