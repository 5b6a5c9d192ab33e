/**
 * A limit on what is saved up, and rewards that are typed four times too high: what was given up because
 * of them must come back when they are corrected.
 *
 * Nothing is broken but the promise that a corrected report leaves no trace: a run counts as broken if the
 * budget is another than where the same rewards were typed rightly from the start.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Door } from './door.ts';
import type { Hole } from './hole.ts';

const ROUNDS = 40;
const REWARD = 0.25;
const TYPED = 1;

const DEFINITION: PolicyDefinition = {
  actions: ['usual', 'other'],
  baseline: { action: 'usual', reward: 0.5 },
  context: { load: { min: 0, max: 1 } },
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.05,
  budgetMax: 1,
  failureProbability: 0.05,
  promise: 'observed',
};

async function budgetAfter(door: Door, isTypedWrong: boolean): Promise<number> {
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await door.decide({ load: 0.5 }, { proposal: 'usual' });
    await door.observe(id, isTypedWrong ? TYPED : REWARD);
    ids.push(id);
  }
  if (isTypedWrong) for (const id of ids) await door.correct(id, REWARD);
  return door.budget();
}

export const correctedSavings: Hole = {
  name: 'corrects rewards that were typed too high, where savings are limited',
  failureProbability: 0.05,
  brokenBefore: 1,
  async isBroken(open, seed) {
    const right = await budgetAfter(await open(DEFINITION, seed), false);
    const corrected = await budgetAfter(await open(DEFINITION, seed), true);
    return Math.abs(right - corrected) > 1e-9;
  },
};
