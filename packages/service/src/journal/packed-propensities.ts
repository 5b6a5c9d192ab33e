/**
 * With which probability each action was to be chosen, packed: eight bytes for each that was allowed, to the bit.
 */
import type { ActionPropensity, Receipt } from '@hedgerow/core';

/** Returns the text; actions that are not named could not be chosen. */
export function packPropensities(
  propensities: readonly ActionPropensity[],
  actions: readonly string[],
): string {
  const numbers = new Float64Array(actions.length);
  const places = new Map(actions.map((action, place) => [action, place]));
  for (const { action, probability } of propensities) numbers[places.get(action)!] = probability;
  return Buffer.from(numbers.buffer).toString('base64');
}

/** Returns what was packed, and that of the chosen action. */
export function unpackPropensities(
  text: string,
  actions: readonly string[],
  chosen: string,
): Pick<Receipt, 'propensity' | 'propensities'> {
  const bytes = Buffer.from(text, 'base64');
  const propensities = actions
    .map((action, place) => ({ action, probability: bytes.readDoubleLE(8 * place) }))
    .filter(({ probability }) => probability > 0);
  const own = propensities.find(({ action }) => action === chosen);
  return { propensity: own?.probability ?? 0, propensities };
}
