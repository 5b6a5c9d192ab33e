/**
 * A batch in parts that are decided without a pause: ten decisions, and fewer where their forecasts are long. Of an ensemble with
 * thousands of members every one is looked at for every feature, so ten of them could hold up everybody else for seconds.
 */
interface Asked {
  readonly request: { readonly context: unknown };
}

/** Decisions of a part. */
const COUNT_MAX = 10;
/** Numbers in all contexts of a part; one decision may have more. */
const NUMBERS_MAX = 5000;

/** Returns the parts, in order. */
export function batchParts<Input extends Asked>(inputs: readonly Input[]): (readonly Input[])[] {
  const parts: Input[][] = [];
  let numbers = 0;
  for (const input of inputs) {
    const own = numbersIn(input.request.context);
    const last = parts.at(-1);
    if (last === undefined || last.length === COUNT_MAX || numbers + own > NUMBERS_MAX) {
      parts.push([input]);
      numbers = own;
    } else {
      last.push(input);
      numbers += own;
    }
  }
  return parts;
}

function numbersIn(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const name in value) count += numbersIn(value[name as keyof typeof value]);
  return count;
}
