/**
 * Noise over a mixture of forecasts: which component came is one more hidden thing.
 *
 *     variance = largest variance of a component + (componentMeans.max − componentMeans.min)² / 4
 *     tail     = largest tail of a component
 *
 * where componentMeans is the range of the components' expected rewards ψᵀθ*. Hoeffding's lemma
 * on the component, then the component's own bound. The components' variances already hold the
 * reward noise, which must not be counted twice.
 */
import { HedgerowError } from '../../base/errors.ts';
import { type NoiseBound, noiseBound } from './noise-bound.ts';
import { type RewardRange, rewardRangeWidth } from './reward-range.ts';

export interface MixtureNoiseInput {
  /** One bound for each component, reward noise included; at least one. */
  readonly components: readonly NoiseBound[];
  /** Limits of the components' expected rewards, in reward units. */
  readonly componentMeans: RewardRange;
}

/** Returns the noise of a mixture, whatever the weights of its components. */
export function mixtureNoise(input: MixtureNoiseInput): NoiseBound {
  requireComponents(input.components);
  const width = rewardRangeWidth(input.componentMeans);
  const variances = input.components.map((component) => component.variance);
  const tails = input.components.map((component) => component.tail);
  return noiseBound(Math.max(...variances) + width ** 2 / 4, Math.max(...tails));
}

function requireComponents(components: readonly NoiseBound[]): void {
  if (components.length > 0) return;
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: 'components must hold at least one noise bound',
    received: 'empty',
  });
}
