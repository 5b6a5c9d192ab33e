/**
 * A forecast as downloaded in the context of a field: what it tells takes the place of what is usual, and
 * members of an ensemble stay joined across variables.
 */
import {
  type ContextDescription,
  type ContextValue,
  contextFromDescription,
  HedgerowError,
  type Policy,
} from '@hedgerow/core';
import type { FieldContext } from '@hedgerow/farm';
import { arrangeContext, type ContextBlock } from '@hedgerow/forecasts';

export interface ForeseenField {
  /** What the policy is asked with. */
  readonly asked: ContextValue;
  /** Variable by variable, to be kept: of what is joined, mean and deviation. */
  readonly context: FieldContext['context'];
}

/** Returns the context of a field with a forecast; as it is if there is none. */
export function foreseen(
  { variables: declared }: Pick<Policy, 'variables'>,
  context: FieldContext['context'],
  blocks: readonly ContextBlock[],
): ForeseenField {
  if (blocks.length === 0) return { asked: context, context };
  const told = new Set(blocks.flatMap(({ variables }) => variables));
  const others = Object.fromEntries(Object.entries(context).filter(([name]) => !told.has(name)));
  const arranged = arrangeContext({ declared, blocks, others });
  const asked =
    arranged.kind === 'joint'
      ? contextFromDescription(arranged.description as ContextDescription)
      : (arranged.variables as ContextValue);
  return { asked, context: { ...others, ...Object.fromEntries(blocks.flatMap(marginals)) } };
}

function marginals({ variables, description }: ContextBlock): [string, ContextDescription][] {
  if (variables.length === 1) return [[variables[0]!, description as ContextDescription]];
  const { mean, covariance } = contextFromDescription(description as ContextDescription);
  return variables.map((name, i) => {
    const sd = Math.sqrt(covariance[i * variables.length + i]!);
    return [name, { kind: 'normal', mean: mean[i]!, sd }];
  });
}

/** Refuses a variable that is told by two forecasts, because one of them would not count. */
export function requireToldOnce(
  weather: Readonly<Record<string, unknown>>,
  blocks: readonly ContextBlock[],
): void {
  const told = [...Object.keys(weather), ...blocks.flatMap(({ variables }) => variables)];
  const twice = told.find((name, i) => told.indexOf(name) !== i);
  if (twice === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'the forecast must be given once',
    received: `given twice of ${twice}`,
    remedy: 'An ensemble or a file tells all of its variables.',
  });
}
