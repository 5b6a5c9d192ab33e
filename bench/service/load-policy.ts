/**
 * The policy of the service benchmark: 20 actions, 20 features ((1 + 3 attributes) × (1 + 4 context
 * variables)), and requests with a forecast for each variable.
 */
import type { DecisionRequest, PolicyDefinition } from '../../packages/service/src/wire.ts';

export const POLICY_NAME = 'load';

const ACTION_COUNT = 20;
const MEANS = [12, 300, 40, 6] as const;

export const LOAD_POLICY: PolicyDefinition = {
  actions: Array.from({ length: ACTION_COUNT }, (_, index) => ({
    name: `action${index}`,
    attributes: { size: index, colour: (7 * index) % 20, price: (13 * index) % 20 },
  })),
  baseline: { action: 'action3', reward: 10 },
  context: {
    temperature: { min: 0, max: 30 },
    rain: { min: 0, max: 600 },
    soil: { min: 0, max: 80 },
    wind: { min: 0, max: 20 },
  },
  reward: { min: 3, max: 20, unit: '€' },
  allowedShortfall: 0.2,
  execution: 'confirm',
  seed: 5,
};

/** Returns one request of many; no two in a row are alike. */
export function loadRequest(number: number): DecisionRequest {
  const [temperature, rain, soil, wind] = MEANS.map((mean, index) => ({
    kind: 'normal' as const,
    mean: mean * (0.8 + ((number * (index + 3)) % 41) / 100),
    sd: mean / 8,
  }));
  return { context: { temperature: temperature!, rain: rain!, soil: soil!, wind: wind! } };
}

/** Returns one reward of many, in the declared range. */
export function loadReward(number: number): number {
  return 8 + ((number * 7) % 41) / 10;
}
