/**
 * A group in which two rewards are typed absurdly wrong, 1e33 and 1e16, and both corrected.
 *
 * Beside 1e16 the gains of the group, a little more than 1 each, are rounded up to 2; where the sum does not
 * know what it lost, the corrections leave that as a gain nobody earned. A run counts as broken if the
 * budget is another than where the same rewards were typed rightly from the start.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Door } from './door.ts';
import type { Hole } from './hole.ts';

const WARM_ROUNDS = 100;
const SEASON = 60;
const TYPED = [1e33, 1e16];

const DEFINITION: PolicyDefinition = {
  actions: ['usual', 'other'],
  baseline: { action: 'usual', reward: 1.5 },
  context: { load: { min: 0, max: 1 } },
  // With noise, rewards may leave the range; how far, nobody has declared.
  reward: { min: 0, max: 3, noiseScale: 0.01 },
  allowedShortfall: 0.1,
  reserve: 90,
  failureProbability: 0.05,
};

async function budgetAfter(door: Door, typed: readonly number[]): Promise<number> {
  const proposal = 'other';
  for (let round = 0; round < WARM_ROUNDS; round++) {
    const { id, action } = await door.decide({ load: 0.5 }, { proposal });
    await door.observe(id, action === 'other' ? 1.4 : 1.5);
  }
  const situation = { context: { load: 0.5 }, proposal };
  const season = Array.from({ length: SEASON }, () => situation);
  const receipts = await door.plan(season, { group: 'season' });
  for (const [i, { id }] of receipts.entries()) await door.observe(id, typed[i] ?? 1);
  for (const { id } of receipts.slice(0, typed.length)) await door.correct(id, 1);
  await door.closeGroup();
  return door.budget();
}

export const absurdInGroup: Hole = {
  name: 'types two absurd rewards in a group and corrects both',
  failureProbability: 0.05,
  brokenBefore: 1,
  async isBroken(open, seed) {
    const right = await budgetAfter(await open(DEFINITION, seed), []);
    const corrected = await budgetAfter(await open(DEFINITION, seed), TYPED);
    return Math.abs(right - corrected) > 1e-6;
  },
};
