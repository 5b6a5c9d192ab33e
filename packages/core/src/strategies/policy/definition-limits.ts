/**
 * Limits of amounts: from where on nobody can calculate with them.
 *
 * Rules (definition-rules.ts) say what makes sense at all. Limits were found one by one, so a release may have accepted what the next one
 * refuses. They are asked for where something is said for the first time. What stands in a journal or a state already is not
 * held to them: books went on with it, and to refuse it now would only take its policy away.
 */
import { requireBetween } from '../../base/require.ts';
import type { PlotNoiseDefinition, PolicyDefinition } from './policy-definition.ts';
import { requireMeasure, requireNotTiny } from './require-amount.ts';
import { requireSpread } from './require-spread.ts';

/** With less, nothing that can be told from nothing is left after one reward, and no model can be kept. */
const HALF_LIFE_MIN = 0.001;

/** Refuses amounts in a new definition that nobody can calculate with. */
export function requireDefinitionLimits(definition: PolicyDefinition): void {
  const { reward, size, split, memory, baseline, failureProbability } = definition;
  // It is divided, by periods without end: what is too small for that would be nothing in one of them.
  requireNotTiny('failureProbability', failureProbability ?? 1);
  requireMeasure('reward.deviationScale', reward.deviationScale ?? 0);
  requireMeasure('reward.max - reward.min', reward.max - reward.min);
  requireMeasure('baseline.weightNormBound', baseline.weightNormBound ?? 1);
  if (memory !== undefined) {
    requireBetween('memory.halfLife', memory.halfLife, HALF_LIFE_MIN, Number.POSITIVE_INFINITY);
  }
  if (split?.plotNoise !== undefined) requirePlotNoiseLimits(split.plotNoise);
  if (size === undefined) return;
  requireMeasure('size.typical', size.typical);
  requireSpread(definition, 'size.typical', size.typical);
}

function requirePlotNoiseLimits({ scale, checkScale }: PlotNoiseDefinition): void {
  requireMeasure('split.plotNoise.scale', scale);
  if (checkScale !== undefined) requireMeasure('split.plotNoise.checkScale', checkScale);
}

/** Refuses the size of a new decision that nobody can calculate with. */
export function requireSizeLimits(definition: PolicyDefinition, size: number): void {
  requireMeasure('size', size);
  requireSpread(definition, 'size', size);
}
