/**
 * Options by names that do not exist are refused: a time limit that is misspelt would be none, and nobody would know.
 */

/** Throws a TypeError at the first option that is none of these. */
export function requireOptions(given: object, names: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `An option of a client must be one of ${names.join(', ')}, but one is ${JSON.stringify(unknown)}. Correct its name, or leave it out.`,
  );
}
