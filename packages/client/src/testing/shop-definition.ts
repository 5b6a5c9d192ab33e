/**
 * A policy for tests: its reserve is so large that the first rounds are given to the proposal.
 */
import type { PolicyDefinition } from '@hedgerow/service/wire';

export const SHOP: PolicyDefinition = {
  actions: ['usual', 'new'],
  baseline: { action: 'usual', reward: 10 },
  context: { visitors: { min: 0, max: 100 } },
  reward: { min: 3, max: 20, unit: '€' },
  allowedShortfall: 0.2,
  reserve: 100,
  execution: 'confirm',
  seed: 1,
};
