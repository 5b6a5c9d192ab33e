/**
 * The weather and soil of a decision in words: "temperature 22.5 ± 0.8 °C".
 */
import { type ContextDistribution, contextFromDescription } from '@hedgerow/core';
import type { FieldContext, MixedModel } from '@hedgerow/farm';

/** Returns the covariates of a context; of a joint forecast those are its first coordinates. */
export function weatherText(
  { covariates }: MixedModel,
  context: FieldContext['context'] | ContextDistribution,
): string {
  return covariates
    .map(({ name, unit }, i) => {
      const { mean, deviation } = momentsOf(context, name, i);
      const around = deviation > 0 ? ` ± ${deviation.toFixed(1)}` : '';
      return `${name} ${mean.toFixed(1)}${around} ${unit}`.trim();
    })
    .join(', ');
}

function momentsOf(
  context: FieldContext['context'] | ContextDistribution,
  name: string,
  i: number,
): { mean: number; deviation: number } {
  if (isDistribution(context)) {
    const { mean, covariance } = context;
    return { mean: mean[i]!, deviation: Math.sqrt(covariance[i * mean.length + i]!) };
  }
  const value = context[name]!;
  if (typeof value === 'number') return { mean: value, deviation: 0 };
  const { mean, covariance } = contextFromDescription(value as never);
  return { mean: mean[0]!, deviation: Math.sqrt(covariance[0]!) };
}

function isDistribution(
  context: FieldContext['context'] | ContextDistribution,
): context is ContextDistribution {
  return typeof (context as ContextDistribution).describe === 'function';
}
