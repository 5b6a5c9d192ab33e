/**
 * A small policy and a decision for it.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { DecisionRequest } from '../../wire.ts';

export const FARM: PolicyDefinition = {
  actions: ['bold', 'usual'],
  baseline: { action: 'usual', reward: 6 },
  context: { rain: { min: 0, max: 400 }, soil: { categories: ['clay', 'sand'] } },
  reward: { min: 0, max: 10, unit: 't/ha' },
  allowedShortfall: 0.2,
  seed: 7,
};

export const RAINY: DecisionRequest = {
  context: { rain: { kind: 'normal', mean: 100, sd: 20 }, soil: 'clay' },
};

export const FIRST: DecisionRequest = { policy: FARM, ...RAINY };
