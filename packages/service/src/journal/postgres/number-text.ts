/**
 * Numbers as PostgreSQL is given them: as text, because the driver would write minus zero as plain zero.
 */
export function numberText(value: string | number | null): string | null {
  if (value === null) return null;
  return Object.is(value, -0) ? '-0' : String(value);
}
