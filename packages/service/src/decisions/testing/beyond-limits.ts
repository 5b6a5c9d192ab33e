/**
 * Policies with amounts that nobody can be asked for any more, as releases before those limits took them: each has decided and learnt.
 *
 * It is played against a service of an earlier version (scripts/write-journal-fixture.ts), so it imports nothing but types.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { DecisionReceipt, DecisionRequest } from '../../wire.ts';
import type { DecisionService } from '../decision-service.ts';

const PLAIN: PolicyDefinition = {
  actions: ['early', 'local'],
  baseline: { action: 'local', reward: 10 },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20 },
  allowedShortfall: 0.25,
  reserve: 30,
  execution: 'assume',
  seed: 7,
};
const REQUEST: DecisionRequest = { context: { rain: 90 }, proposal: 'early' };

interface Beyond {
  readonly definition: PolicyDefinition;
  /** What is asked, one after the other. */
  readonly requests: readonly DecisionRequest[];
  /** What it earns each time. */
  readonly reward: number;
}

/** By the name of the policy. */
export const BEYOND_LIMITS: Readonly<Record<string, Beyond>> = {
  certain: {
    definition: { ...PLAIN, failureProbability: 1e-120 },
    requests: [REQUEST, REQUEST, REQUEST],
    reward: 11,
  },
  tiny: {
    definition: {
      ...PLAIN,
      baseline: { action: 'local', reward: 1e-110 },
      reward: { min: 0, max: 2e-110 },
      reserve: 3e-110,
    },
    requests: [REQUEST, REQUEST, REQUEST],
    reward: 1.5e-110,
  },
  trusting: {
    definition: { ...PLAIN, baseline: { action: 'local', reward: 10, weightNormBound: 1e-110 } },
    requests: [REQUEST, REQUEST],
    reward: 11,
  },
  forgetful: {
    definition: { ...PLAIN, memory: { halfLife: 0.001, unit: 'groups' } },
    requests: [REQUEST, REQUEST],
    reward: 11,
  },
  sized: {
    definition: { ...PLAIN, size: { typical: 4 } },
    requests: [
      { ...REQUEST, size: 3 },
      { ...REQUEST, size: 1e-120 },
      { ...REQUEST, size: 5 },
    ],
    reward: 11,
  },
  straying: {
    definition: {
      ...PLAIN,
      baseline: { action: 'local', reward: 3e90 },
      reward: { min: 0, max: 9e90, deviationScale: 2e90 },
      reserve: 9e90,
      size: { typical: 4 },
    },
    requests: [
      { ...REQUEST, size: 3 },
      { ...REQUEST, size: 7e62 },
      { ...REQUEST, size: 5 },
    ],
    reward: 4e90,
  },
  noisy: {
    definition: {
      ...PLAIN,
      size: { typical: 4 },
      split: { strips: 20, drop: 4, plotNoise: { scale: 1e-110 } },
    },
    requests: [
      { ...REQUEST, size: 4 },
      { ...REQUEST, size: 1e-120 },
      { ...REQUEST, size: 4 },
    ],
    reward: 11,
  },
};

/** Plays all of them, and returns the receipts as they were answered. */
export async function playBeyondLimits(
  service: DecisionService,
  onReceipt: (id: string, text: string) => void,
): Promise<void> {
  for (const [policy, { definition, requests, reward }] of Object.entries(BEYOND_LIMITS)) {
    await service.define(policy, { definition });
    for (const request of requests) {
      const { text } = await service.decide(policy, request, { scope: 'local', text: null });
      const { id } = JSON.parse(text) as DecisionReceipt;
      onReceipt(id, text);
      const isDivided = definition.split !== undefined;
      await service.reward(id, isDivided ? { check: reward } : { value: reward });
    }
  }
}
