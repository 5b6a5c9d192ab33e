/**
 * A new definition in the middle of every window, after the worst action was tried: each generation had
 * its window to repair what it lost, and none stayed to do it.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Hole } from './hole.ts';

const WINDOW = 20;
const BASELINE_MEAN = 10;
/** What x earns, and the least that anything can. */
const LEAST = 5;
const SHARE_KEPT = 0.8;

const definition = (generation: number): PolicyDefinition => ({
  actions: ['b', 'x'],
  baseline: { action: 'b', reward: BASELINE_MEAN },
  reward: { min: LEAST, max: 20 + generation },
  context: {},
  allowedShortfall: 1 - SHARE_KEPT,
  window: WINDOW,
  failureProbability: 0.1,
  execution: 'assume',
});

export const generationInWindow: Hole = {
  name: 'a new definition in the middle of every window',
  failureProbability: 0.1,
  brokenBefore: 1,
  async isBroken(open, seed) {
    const door = await open(definition(0), seed);
    let slack = 0;
    let least = 0;
    for (let generation = 1; generation <= 8; generation++) {
      for (let round = 0; round < 5; round++) {
        const { id, action } = await door.decide({}, { proposal: 'x' });
        const earned = action === 'x' ? LEAST : BASELINE_MEAN;
        await door.observe(id, earned);
        slack += earned - SHARE_KEPT * BASELINE_MEAN;
        least = Math.min(least, slack);
      }
      await door.redefine(definition(generation));
      // What a generation gained beyond its debts is not handed on.
      slack = Math.min(slack, 0);
    }
    // One window of the baseline repairs as much as this for certain, and no more.
    return least < -(WINDOW - 1) * (1 - SHARE_KEPT) * LEAST - 1e-9;
  },
};
