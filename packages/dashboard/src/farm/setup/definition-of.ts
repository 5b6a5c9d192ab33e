/**
 * From the answers of a new farm to its policy.
 */
import type { PolicyDefinition } from '@hedgerow/client';
import { FARM_WORDS } from '@hedgerow/farm';
import type { CropModel } from './crop-model.ts';
import { unitOf } from './crop-model.ts';
import type { FarmAnswers } from './farm-draft.ts';

export function definitionOf(answers: FarmAnswers, model: CropModel): PolicyDefinition {
  const { usualYield, drop, noise } = answers;
  return {
    actions: answers.hybrids.map(({ name }) => name),
    baseline: { action: answers.usual, ...(usualYield && { reward: usualYield }) },
    context: {},
    reward: { ...answers.range, unit: unitOf(model) },
    allowedShortfall: answers.shortfall,
    failureProbability: answers.failureProbability,
    size: { typical: answers.fieldSize, unit: 'ha' },
    split: {
      ...(drop !== undefined && { drop }),
      ...(noise !== undefined && { plotNoise: { scale: noise } }),
    },
    words: FARM_WORDS,
  };
}
