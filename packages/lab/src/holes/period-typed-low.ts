/**
 * A period ends with rewards that were typed too low; they are corrected when the next one has begun. What
 * is left of the reserve must be what it is where they were told rightly at once.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { OpenDoor } from './door.ts';
import type { Hole } from './hole.ts';

const DEFINITION: PolicyDefinition = {
  actions: ['b', 'x'],
  baseline: { action: 'b', reward: 1 },
  reward: { min: 0, max: 2 },
  context: {},
  allowedShortfall: 0.5,
  reserve: 10,
  period: 'named',
  failureProbability: 0.1,
  execution: 'assume',
};

/** Plays a life in which trials of the first period are reported so, and returns the budgets at its end. */
async function budgetsOf(open: OpenDoor, seed: number, reported: number): Promise<number[]> {
  const door = await open(DEFINITION, seed);
  const trials: string[] = [];
  for (let round = 0; round < 20; round++) {
    const { id } = await door.decide({}, { period: '2026', proposal: 'x' });
    await door.observe(id, reported);
    trials.push(id);
  }
  const budgets: number[] = [];
  for (const period of ['2027', '2028']) {
    const { id } = await door.decide({}, { period, proposal: 'b' });
    await door.observe(id, 1);
    if (reported !== 1) for (const trial of trials.splice(0)) await door.correct(trial, 1);
    budgets.push(await door.budget());
  }
  return budgets;
}

export const periodTypedLow: Hole = {
  name: 'rewards typed too low are corrected when the next period has begun',
  failureProbability: 0.1,
  brokenBefore: 1,
  async isBroken(open, seed) {
    const corrected = await budgetsOf(open, seed, 0);
    const told = await budgetsOf(open, seed, 1);
    return corrected.some((budget, i) => Math.abs(budget - told[i]!) > 1e-9);
  },
};
