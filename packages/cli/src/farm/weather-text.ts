/**
 * The weather and soil of a decision in words: "temperature 22.5 ± 0.8 °C".
 */
import { type ContextDescription, contextFromDescription } from '@hedgerow/core';
import type { FieldContext, MixedModel } from '@hedgerow/farm';

/** Returns the covariates of a context, each with its spread. */
export function weatherText({ covariates }: MixedModel, context: FieldContext['context']): string {
  return covariates
    .map(({ name, unit }) => {
      const { mean, deviation } = momentsOf(context[name] as number | ContextDescription);
      const around = deviation > 0 ? ` ± ${deviation.toFixed(1)}` : '';
      return `${name} ${mean.toFixed(1)}${around} ${unit}`.trim();
    })
    .join(', ');
}

function momentsOf(value: number | ContextDescription): { mean: number; deviation: number } {
  if (typeof value === 'number') return { mean: value, deviation: 0 };
  const { mean, covariance } = contextFromDescription(value);
  return { mean: mean[0]!, deviation: Math.sqrt(covariance[0]!) };
}
