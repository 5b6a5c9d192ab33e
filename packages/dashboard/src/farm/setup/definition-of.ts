/**
 * From the answers of a new farm to its policy: around a crop model, or with all hybrids alike.
 */
import type { PolicyDefinition } from '@hedgerow/client';
import { emptyFarmDefinition, FARM_WORDS } from '@hedgerow/farm';
import type { CropModel } from './crop-model.ts';
import type { FarmAnswers } from './farm-draft.ts';

/** Throws what the model refuses. */
export function definitionOf(answers: FarmAnswers, model: CropModel): PolicyDefinition {
  const { hybrids, usual, range, usualYield, drop, noise, fieldSize } = answers;
  const split = {
    ...(drop !== undefined && { drop }),
    ...(noise !== undefined && { plotNoise: { scale: noise } }),
  };
  const promise = {
    allowedShortfall: answers.shortfall,
    failureProbability: answers.failureProbability,
  };
  if (model.kind === 'none') {
    return {
      actions: hybrids.map(({ name }) => name),
      baseline: { action: usual, ...(usualYield && { reward: usualYield }) },
      context: {},
      reward: { ...range, unit: 't/ha' },
      size: { typical: fieldSize, unit: 'ha' },
      split,
      words: FARM_WORDS,
      ...promise,
    };
  }
  return emptyFarmDefinition(model.model, {
    hybrids: hybrids.map(({ name, parents }) => (parents === null ? name : { name, parents })),
    usual,
    hectares: fieldSize,
    range,
    split,
    ...(usualYield && { usualYield }),
    ...(noise !== undefined && { noiseVariance: noise ** 2 }),
    ...promise,
  });
}
