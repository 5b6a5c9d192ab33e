/**
 * A period ends with rewards that were typed too high; in the next one they are corrected.
 *
 * Nothing is truly lost beyond the reserve before that: 9.5 of 10. What the next period may lose is .5.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Door } from './door.ts';
import type { Hole } from './hole.ts';

const BASELINE_MEAN = 1;
const SHARE_KEPT = 0.95;

const DEFINITION: PolicyDefinition = {
  actions: ['b', 'x'],
  baseline: { action: 'b', reward: BASELINE_MEAN },
  reward: { min: 0, max: 2 },
  context: {},
  allowedShortfall: 1 - SHARE_KEPT,
  reserve: 10,
  period: 'named',
  failureProbability: 0.1,
  execution: 'assume',
};

/** What a period has truly lost of the reserve: x earns nothing, and b what is declared. */
const lossOf = (action: string): number =>
  action === 'x' ? SHARE_KEPT * BASELINE_MEAN : -(1 - SHARE_KEPT) * BASELINE_MEAN;

/** Plays rounds of a period and returns the ids of its trials, and what was truly lost at most. */
async function play(
  door: Door,
  {
    period,
    typed,
    rounds,
  }: { readonly period: string; readonly typed: number; readonly rounds: number },
) {
  const trials: string[] = [];
  let lost = 0;
  let worst = 0;
  for (let round = 0; round < rounds; round++) {
    const { id, action } = await door.decide({}, { period, proposal: 'x' });
    await door.observe(id, action === 'x' ? typed : BASELINE_MEAN);
    if (action === 'x') trials.push(id);
    lost += lossOf(action);
    worst = Math.max(worst, lost);
  }
  return { trials, lost, worst };
}

export const periodCorrected: Hole = {
  name: 'rewards typed too high are corrected when the next period has begun',
  failureProbability: 0.1,
  brokenBefore: 1,
  async isBroken(open, seed) {
    const door = await open(DEFINITION, seed);
    const first = await play(door, { period: '2026', typed: 2, rounds: 10 });
    const opening = await door.decide({}, { period: '2027', proposal: 'b' });
    await door.observe(opening.id, BASELINE_MEAN);
    for (const id of first.trials) await door.correct(id, 0);
    const left = 10 - Math.max(0, first.lost) - lossOf('b');
    const second = await play(door, { period: '2027', typed: 0, rounds: 20 });
    return first.worst > 10 || second.worst > left + 1e-9;
  },
};
