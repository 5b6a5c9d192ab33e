/**
 * Plays some rounds of the made-up farm when its policy is new, so that charts have something to show.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { findPolicy } from './find-policy.ts';
import { defineFarm, FARM_POLICY, playFarm } from './play-farm.ts';

const ROUNDS = 120;
/** On a slow disk fewer rounds have to do: nobody waits for a demonstration. */
const LONGEST_MS = 2500;
const WEATHER_SEED = 7;

/** Returns how many rounds were played: none if the farm was there already. */
export async function seedFarm(address: string): Promise<number> {
  if ((await findPolicy(address, FARM_POLICY)) !== null) return 0;
  await defineFarm(address);
  const generator = xoroshiro128plus(WEATHER_SEED);
  const random = () => uniformFloat64(generator);
  const end = performance.now() + LONGEST_MS;
  let count = 0;
  for await (const { field } of playFarm({ address, fieldCount: ROUNDS, random })) {
    count = field;
    if (performance.now() > end) break;
  }
  return count;
}
