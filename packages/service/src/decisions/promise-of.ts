/**
 * The promise of a definition, as receipts say it: asked of a policy that has no past.
 */
import {
  createPolicy,
  type KernelEngine,
  type PolicyDefinition,
  type Receipt,
} from '@hedgerow/core';
import { noCoin } from './policy-state.ts';

export function promiseOf(definition: PolicyDefinition, engine: KernelEngine): Receipt['promise'] {
  const { min, max } = definition.reward;
  const isPerCall = definition.baseline.reward === 'per-call';
  const options = {
    ...(isPerCall ? { baseline: { reward: Math.min(max, Math.max(min, 0)) } } : {}),
    ...(definition.period === 'named' ? { period: 'first' } : {}),
  };
  const policy = createPolicy(definition, { engine, coin: noCoin });
  return policy.preview(someContext(definition), options).promise;
}

/** Some context that the definition allows. */
function someContext({ context }: PolicyDefinition): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(context).map(([name, variable]) => [
      name,
      'categories' in variable ? variable.categories[0]! : (variable.min + variable.max) / 2,
    ]),
  );
}
