/**
 * A normally distributed number: the usual shape of a forecast with "give or take".
 *
 *     density ∝ exp(−(c − mean)² / (2·sd²))
 */
import { requireFinite, requireNotNegative } from '../base/require.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { fromVariables } from './parts/from-variables.ts';
import { normalVariable } from './parts/variable.ts';

/**
 * Returns a normal distribution of one variable.
 *
 * @param mean the centre
 * @param sd standard deviation, at least 0, in the unit of the variable
 */
export function normal(mean: number, sd: number): ContextDistribution {
  requireFinite('mean', mean);
  requireNotNegative('sd', sd);
  return fromVariables({
    kind: 'normal',
    variables: [normalVariable(mean, sd * sd)],
    describe: () => ({ kind: 'normal', mean, sd }),
  });
}
