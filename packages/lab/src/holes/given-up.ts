/**
 * Decisions that are given up because a later forecast is bad: nothing is played, or the baseline is.
 *
 * Good and bad weather are equally likely. x pays .8 or 0 and the baseline 1 or 0, so that a decision for x
 * adds .4 − .9 · .5 = −.05 as it is issued. It is carried out in good weather alone, where it seems to add .35.
 * That is what the books believed as long as they did not ask why a decision was given up. Where the baseline is
 * played instead, it earns nothing in bad weather, so that −.05 is also what is really earned.
 */
import { randomStream } from '../environments/index.ts';
import type { Door } from './door.ts';
import type { Hole } from './hole.ts';

const DECISION_COUNT = 80;
const SHORTFALL = 0.1;
const RESERVE = 1;
const BASELINE_MEAN = 0.5;
const TRY = { mean: 0.4, inGoodWeather: 0.8 };

type GiveUpCall = Extract<keyof Door, 'cancel' | 'fellBack'>;

export const cancelledByForecast: Hole = givenUp('cancel');
export const fellBackByForecast: Hole = givenUp('fellBack');

function givenUp(call: GiveUpCall): Hole {
  return {
    name: `${call === 'cancel' ? 'cancels' : 'plays the baseline'} where a later forecast is bad`,
    failureProbability: 0.05,
    brokenBefore: 1,
    isBroken: async (open, seed) => {
      const door = await open(
        {
          actions: ['x', 'usual'],
          baseline: { action: 'usual', reward: BASELINE_MEAN },
          reward: { min: 0, max: 1 },
          context: {},
          execution: 'confirm',
          allowedShortfall: SHORTFALL,
          reserve: RESERVE,
          failureProbability: 0.05,
        },
        seed,
      );
      return isEverLost(door, call, seed);
    },
  };
}

/** Whether the total as issued, or what was really earned in the mean, was ever below what is guaranteed. */
async function isEverLost(door: Door, call: GiveUpCall, seed: number): Promise<boolean> {
  const random = randomStream({ seed, index: 0 });
  let slack = RESERVE;
  for (let count = 0; count < DECISION_COUNT; count++) {
    const { id, chosenBy } = await door.decide({}, { proposal: 'x' });
    const isGood = random.uniform() < 0.5;
    if (chosenBy === 'baseline') {
      await door.confirm(id);
      slack += SHORTFALL * BASELINE_MEAN;
      continue;
    }
    slack += TRY.mean - (1 - SHORTFALL) * BASELINE_MEAN;
    if (slack < -1e-9) return true;
    if (isGood) await door.observe(id, TRY.inGoodWeather);
    else await door[call](id, { reason: 'newer-information' });
  }
  return false;
}
