/**
 * A small farm on a test service: decisions by HTTP, with rewards that are always the same.
 */
import type { Client, DecisionReceipt, PolicyDefinition } from '@hedgerow/client';

export const FARM: PolicyDefinition = {
  actions: ['early', 'thirsty', 'local'],
  baseline: { action: 'local', reward: { min: 7.5, max: 8.5 } },
  context: {
    temperature: { min: 5, max: 35 },
    rain: { min: 0, max: 400 },
    soil: { categories: ['clay', 'sand'] },
  },
  reward: { min: 4, max: 14, unit: 't/ha' },
  allowedShortfall: 0.1,
  seed: 1,
};

const YIELDS: Readonly<Record<string, number>> = { early: 8.3, thirsty: 9.4, local: 8 };

/** Asks for one decision; nothing is reported of it. */
export function askOnce(client: Client, policy: string, round = 0): Promise<DecisionReceipt> {
  return client.decide(policy, {
    policy: FARM,
    context: {
      temperature: { kind: 'normal', mean: 18 + (round % 7), sd: 2 },
      rain: { kind: 'quantiles', p10: 20, p50: 90 + 5 * (round % 5), p90: 210 },
      soil:
        round % 2 === 0 ? 'clay' : { kind: 'categories', probabilities: { clay: 0.3, sand: 0.7 } },
    },
  });
}

/** Plays whole rounds, each with its reward. */
export async function playRounds(client: Client, policy: string, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    const { id, action } = await askOnce(client, policy, round);
    await client.reward(id, { value: YIELDS[action]! + 0.1 * (round % 3) });
  }
}

/** Fields that are divided into strips: something is tried on some of them, the rest is the check. */
export const DIVIDED: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local' },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  allowedShortfall: 0.25,
  size: { typical: 4, unit: 'ha' },
  split: { strips: 20, drop: 4 },
};

/** Asks for one divided decision; nothing is reported of it. */
export function askDivided(client: Client, policy: string, site: string): Promise<DecisionReceipt> {
  return client.decide(policy, {
    policy: DIVIDED,
    context: { rain: { kind: 'normal', mean: 120, sd: 30 } },
    size: 4,
    group: 'season 2027',
    site,
  });
}

/** One round of a policy whose names and unit are as unwieldy as anybody's may be. */
export async function playWithLongNames(client: Client, policy: string): Promise<void> {
  const endless = 'x'.repeat(120);
  const { id } = await client.decide(policy, {
    policy: {
      actions: ['🌽 maïs précoce', endless, '玉米早熟品种', 'مقاوم للجفاف'],
      baseline: { action: endless, reward: 8 },
      context: { [`Niederschlag ${endless}`]: { min: 0, max: 900 } },
      reward: { min: 4, max: 14, unit: 'Dezitonnen Trockenmasse pro Hektar' },
      allowedShortfall: 0.1,
      seed: 1,
    },
    context: { [`Niederschlag ${endless}`]: { kind: 'normal', mean: 300, sd: 50 } },
  });
  await client.reward(id, { value: 9 });
}
