/**
 * Yields in words: to a tenth of a tonne, because the model is not better than that.
 */

/** "2.9 t/ha", with a minus sign where one is needed. */
export function tonnes(value: number): string {
  return `${oneDigit(value)}\u00a0t/ha`;
}

/** "between 10.6 and 18.7 t/ha" */
export function tonnesRange({ min, max }: { readonly min: number; readonly max: number }): string {
  return `between ${oneDigit(min)} and ${tonnes(max)}`;
}

function oneDigit(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}
