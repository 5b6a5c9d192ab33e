/**
 * A new definition while the budget is overdrawn: trials are typed too high and corrected, and the next
 * generation begins as if nothing had been lost beyond the reserve.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Hole } from './hole.ts';

const RESERVE = 10;
const BASELINE_MEAN = 10;
const SHARE_KEPT = 0.9;

const definition = (generation: number): PolicyDefinition => ({
  actions: ['b', 'x'],
  baseline: { action: 'b', reward: BASELINE_MEAN },
  reward: { min: 0, max: 100 + generation },
  context: {},
  allowedShortfall: 1 - SHARE_KEPT,
  reserve: RESERVE,
  failureProbability: 0.1,
  execution: 'assume',
});

export const generationOverdrawn: Hole = {
  name: 'a new definition while the budget is overdrawn',
  failureProbability: 0.1,
  brokenBefore: 1,
  async isBroken(open, seed) {
    const door = await open(definition(0), seed);
    let slack = RESERVE;
    const play = async (typed: number) => {
      const { id, action } = await door.decide({}, { proposal: 'x' });
      await door.observe(id, action === 'x' ? typed : BASELINE_MEAN);
      slack += (action === 'x' ? 0 : BASELINE_MEAN) - SHARE_KEPT * BASELINE_MEAN;
      return { id, isTrial: action === 'x' };
    };
    const first = [];
    for (let round = 0; round < 20; round++) first.push(await play(100));
    for (const { id, isTrial } of first) if (isTrial) await door.correct(id, 0);
    await door.redefine(definition(1));
    slack = Math.min(slack, RESERVE);
    let isBroken = false;
    for (let round = 0; round < 20; round++) {
      // All that was told is true by now: what is tried while it is overdrawn breaks the guarantee.
      const { isTrial } = await play(0);
      isBroken ||= isTrial && slack < 0;
    }
    return isBroken;
  },
};
