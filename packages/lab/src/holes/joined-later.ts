/**
 * Fields of one weather that join their group one by one, while the forecast gets better and better.
 *
 * Who joins after the group was begun may know how the weather falls, so what such fields earn proves nothing:
 * it must not matter to the budget whether they earned the most or the least there is. A run counts as broken if
 * it does, or if the field that began the group, which is bet on, makes no difference.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Door } from './door.ts';
import type { Hole } from './hole.ts';

const WARM_ROUNDS = 60;
const LATER_COUNT = 10;

const DEFINITION: PolicyDefinition = {
  actions: ['usual', 'other'],
  baseline: { action: 'usual', reward: 0.5 },
  context: { rain: { min: 0, max: 1 } },
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.5,
  reserve: 30,
  failureProbability: 0.1,
};

/** What is left of the budget where the field that began the group, and those that joined, earned this. */
async function budgetAfter(door: Door, begun: number, joined: number): Promise<number> {
  const proposal = 'other';
  for (let round = 0; round < WARM_ROUNDS; round++) {
    const { id, action } = await door.decide({ rain: 0.5 }, { proposal });
    await door.observe(id, action === 'other' ? 1 : 0.5);
  }
  const begin = await door.decide({ rain: 0.5 }, { proposal, group: 'season' });
  const later: string[] = [];
  for (let field = 1; field <= LATER_COUNT; field++) {
    const rain = 0.5 + (joined - 0.5) * (field / LATER_COUNT);
    later.push((await door.decide({ rain }, { proposal, group: 'season' })).id);
  }
  await door.observe(begin.id, begun);
  for (const id of later) await door.observe(id, joined);
  await door.closeGroup();
  return door.budget();
}

export const joinedLater: Hole = {
  name: 'joins a group one by one with better and better forecasts',
  failureProbability: 0.1,
  brokenBefore: 1,
  async isBroken(open, seed) {
    const budget = async (begun: number, joined: number) =>
      budgetAfter(await open(DEFINITION, seed), begun, joined);
    const [best, worst, unlucky] = [await budget(1, 1), await budget(1, 0), await budget(0, 1)];
    return Math.abs(best - worst) > 1e-9 || unlucky >= best - 1e-3;
  },
};
