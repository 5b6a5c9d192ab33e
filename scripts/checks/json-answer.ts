/**
 * What a page shows of an answer in JSON, against the answer.
 *
 * The page may leave things out, and says so: "…" stands for any value, and an object or list that holds
 * "…" as a key or an element may hold more than is shown. Numbers are rounded as people would: they must
 * agree to nine digits.
 *
 *     { "id": "farm.1.1", "decidedAt": "…", "…": "…" }
 */
const ANYTHING = '…';

/** Returns the first difference as a sentence without its full stop, or undefined. */
export function differenceInAnswer(shownText: string, answerText: string): string | undefined {
  const shown = parse(shownText);
  if (shown === undefined) return 'The page shows something that is not JSON';
  const answer = parse(answerText);
  if (answer === undefined) return `The answer is not JSON: "${answerText.slice(0, 200)}"`;
  return compare(shown.value, answer.value, 'the answer');
}

function compare(shown: unknown, answer: unknown, place: string): string | undefined {
  if (shown === ANYTHING) return undefined;
  if (Array.isArray(shown) && Array.isArray(answer)) return compareLists(shown, answer, place);
  if (isObject(shown) && isObject(answer)) return compareObjects(shown, answer, place);
  return Object.is(shown, answer) || isNear(shown, answer)
    ? undefined
    : `The page says that ${place} is ${JSON.stringify(shown)}, but it is ${JSON.stringify(answer)}`;
}

function isNear(shown: unknown, answer: unknown): boolean {
  if (typeof shown !== 'number' || typeof answer !== 'number') return false;
  return Math.abs(shown - answer) <= 1e-9 * Math.max(1, Math.abs(answer));
}

function compareLists(
  shown: readonly unknown[],
  answer: readonly unknown[],
  place: string,
): string | undefined {
  const isOpen = shown.at(-1) === ANYTHING;
  const wanted = isOpen ? shown.slice(0, -1) : shown;
  if (isOpen ? answer.length < wanted.length : answer.length !== wanted.length) {
    return `The page shows ${wanted.length} elements of ${place}, but it has ${answer.length}`;
  }
  return first(wanted, (value, index) => compare(value, answer[index], `${place}[${index}]`));
}

function compareObjects(
  shown: Record<string, unknown>,
  answer: Record<string, unknown>,
  place: string,
): string | undefined {
  const names = Object.keys(shown).filter((name) => name !== ANYTHING);
  const missing = names.find((name) => !(name in answer));
  if (missing !== undefined) return `The page shows ${missing} in ${place}, which is not there`;
  const extra = Object.keys(answer).find((name) => !names.includes(name));
  if (extra !== undefined && !(ANYTHING in shown))
    return `The page leaves out ${extra} of ${place}`;
  return first(names, (name) => compare(shown[name], answer[name], `${place}.${name}`));
}

function first<Item>(
  items: readonly Item[],
  differenceOf: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const difference = differenceOf(item, index);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
