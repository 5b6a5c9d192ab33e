/**
 * The policy that tests with faults use. The reserve lets the learner act from the first round, and is
 * soon used up, so that both kinds of decisions occur all the time.
 */
import type { PolicyDefinition } from '@hedgerow/core';

export const SHOP_POLICY: PolicyDefinition = {
  actions: ['usual', 'new'],
  baseline: { action: 'usual', reward: 10 },
  context: { visitors: { min: 0, max: 100 } },
  reward: { min: 3, max: 20, unit: '€' },
  allowedShortfall: 0.2,
  reserve: 15,
  execution: 'confirm',
  seed: 11,
};
