/**
 * Puts the blocks of a forecast in the order in which a policy declares its variables.
 *
 * Where every block has one variable, the policy takes them by name. A joint block must become part of
 * one distribution over all coordinates: numbers and categories that are known and stand between its
 * variables go into every point; a distribution that stands between them cannot.
 */
import { ForecastError } from '../forecast-error.ts';
import type { ForecastDescription } from './description.ts';
import type { ContextBlock } from './window-blocks.ts';

/** A variable as a policy declares it: a number in a range, or one of some categories. */
export type DeclaredVariable =
  | { readonly categories: readonly string[] }
  | { readonly min: number; readonly max: number };

/** What is known of a variable that no forecast tells: a number, a category, or any description that the core reads. */
export type OtherValue = number | string | object;

export interface ArrangeInput {
  readonly declared: Readonly<Record<string, DeclaredVariable>>;
  readonly blocks: readonly ContextBlock[];
  readonly others?: Readonly<Record<string, OtherValue>>;
}

export type ArrangedContext =
  | { readonly kind: 'by-name'; readonly variables: Readonly<Record<string, OtherValue>> }
  | { readonly kind: 'joint'; readonly description: JointDescription };

/** Over all coordinates, in the declared order. */
export type JointDescription =
  | ForecastDescription
  | { readonly kind: 'independent'; readonly blocks: readonly object[] };

/** Returns the context of a call: by name, or joint where variables hang together. */
export function arrangeContext({ declared, blocks, others = {} }: ArrangeInput): ArrangedContext {
  const names = Object.keys(declared);
  requireKnown(names, [...blocks.flatMap(({ variables }) => variables), ...Object.keys(others)]);
  if (blocks.every(({ variables }) => variables.length === 1)) {
    const told = blocks.map(({ variables, description }) => [variables[0]!, description] as const);
    return { kind: 'by-name', variables: Object.fromEntries([...Object.entries(others), ...told]) };
  }
  const parts: object[] = [];
  for (let at = 0; at < names.length; ) {
    const block = blocks.find(({ variables }) => variables.includes(names[at]!));
    const end = block === undefined ? at + 1 : lastPlace(names, block) + 1;
    const members = names.slice(at, end);
    parts.push(
      block === undefined
        ? known(names[at]!, declared, others)
        : joint(block, members, declared, others),
    );
    at = end;
  }
  const [only] = parts;
  const description = parts.length === 1 ? only! : { kind: 'independent', blocks: parts };
  return { kind: 'joint', description: description as JointDescription };
}

function lastPlace(names: readonly string[], { variables }: ContextBlock): number {
  return Math.max(...variables.map((name) => names.indexOf(name)));
}

/** One block with what is known of the variables between its own in every point. */
function joint(
  { variables, description }: ContextBlock,
  members: readonly string[],
  declared: ArrangeInput['declared'],
  others: NonNullable<ArrangeInput['others']>,
): object {
  if (variables.length === 1 || description.kind !== 'ensemble') return description;
  const columns = members.map((name) => {
    const place = variables.indexOf(name);
    return place === -1 ? coordinates(name, declared, others) : place;
  });
  const points = (description.points as readonly (readonly number[])[]).map((point) =>
    columns.flatMap((column) => (typeof column === 'number' ? [point[column]!] : column)),
  );
  return { ...description, points };
}

/** The coordinates of a variable that is known. */
function coordinates(
  name: string,
  declared: ArrangeInput['declared'],
  others: NonNullable<ArrangeInput['others']>,
): readonly number[] {
  const value = Object.hasOwn(others, name) ? others[name] : undefined;
  const variable = declared[name]!;
  if ('categories' in variable && typeof value === 'string')
    return oneHot(name, variable.categories, value);
  if (!('categories' in variable) && typeof value === 'number') return [value];
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: `${name} stands between variables that are forecast together, so it must be a known number or category`,
    received: value === undefined ? 'none' : 'a distribution',
    remedy: 'Declare variables that are forecast together one after the other.',
  });
}

function known(
  name: string,
  declared: ArrangeInput['declared'],
  others: NonNullable<ArrangeInput['others']>,
): object {
  const value = Object.hasOwn(others, name) ? others[name] : undefined;
  const variable = declared[name]!;
  if (value === undefined) {
    throw new ForecastError({
      code: 'HF_MISSING',
      rule: `the context must tell ${name}`,
      received: 'none',
      remedy: 'Ask for it in the forecast, or give it with the context.',
    });
  }
  if (typeof value === 'object') return inDeclaredOrder(variable, value);
  return { kind: 'exact', value: coordinates(name, declared, others) };
}

/** Probabilities by name become a list in the declared order. */
function inDeclaredOrder(variable: DeclaredVariable, value: object): object {
  if (!('categories' in variable && 'probabilities' in value)) return value;
  const { probabilities } = value;
  if (Array.isArray(probabilities)) return value;
  const byName = new Map(Object.entries(probabilities as Record<string, number>));
  const list = variable.categories.map((category) => byName.get(category) ?? 0);
  return { ...value, probabilities: list };
}

function oneHot(name: string, categories: readonly string[], value: string): number[] {
  if (categories.includes(value)) return categories.map((category) => Number(category === value));
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: `${name} must be one of ${categories.join(', ')}`,
    received: JSON.stringify(value),
  });
}

function requireKnown(declared: readonly string[], given: readonly string[]): void {
  const unknown = given.find((name) => !declared.includes(name));
  const twice = given.find((name, k) => given.indexOf(name) !== k);
  if (unknown === undefined && twice === undefined) return;
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: `a context must tell each of the declared variables once (${declared.join(', ') || 'none'})`,
    received: unknown === undefined ? `${twice} twice` : JSON.stringify(unknown),
  });
}
