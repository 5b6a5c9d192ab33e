/**
 * A number of which only the limits are known: every value between them is equally likely.
 */
import { requireFinite } from '../base/require.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { fromVariables } from './parts/from-variables.ts';
import { requireOrdered } from './parts/require-ordered.ts';
import { uniformVariable } from './parts/variable.ts';

/** Returns a uniform distribution of one variable between `min` and `max`. */
export function uniform(min: number, max: number): ContextDistribution {
  requireFinite('min', min);
  requireFinite('max', max);
  requireOrdered({ lowerName: 'min', lower: min, upperName: 'max', upper: max });
  return fromVariables({
    kind: 'uniform',
    variables: [uniformVariable(min, max)],
    describe: () => ({ kind: 'uniform', min, max }),
  });
}
