/**
 * The policy of a farm, or of many: what is declared, and what a public trial said of the hybrids.
 *
 * The trial is read as a fitted model. A hybrid that measured y above the others is believed to be
 * y · spread² / (spread² + error²) above them, give or take what is left: hybrids that did well were also
 * lucky. Each hybrid has two features, its level and one that is always 0 for want of a context, so the
 * first weight of each is its yield.
 */
import type { PolicyDefinition, PriorDefinition } from '@hedgerow/core';
import type { RandomStream } from '../../environments/random-stream.ts';
import {
  HYBRID_BY_SEASON_SCALE,
  HYBRID_COUNT,
  HYBRID_SCALE,
  SEASON_TRUTH,
  type SeasonWorld,
} from '../../environments/season-world.ts';
import { SEASON_FAILURE_PROBABILITY, SEASON_SHORTFALL, type SeasonCell } from './season-cells.ts';

const TRIAL_ERROR = 0.4;
/** Mean yield in the trial, in t/ha. */
const TRIAL_LEVEL = 9;
const TYPICAL_HECTARES = 35;

/** Returns the definition of a policy; the trial and its seed are drawn. */
export function seasonDefinition(
  cell: SeasonCell,
  world: SeasonWorld,
  random: RandomStream,
): PolicyDefinition {
  const { range, hasInterval, split, hasTrial, memory, blockCount } = cell;
  const seed = String(Math.floor(random.uniform() * 2 ** 32));
  return {
    actions: Array.from({ length: HYBRID_COUNT }, (_, hybrid) => hybridName(hybrid)),
    baseline: {
      action: hybridName(world.baseline),
      ...(hasInterval ? { reward: SEASON_TRUTH.baselineMean } : {}),
    },
    context: {},
    reward: { ...range, unit: 't/ha' },
    allowedShortfall: SEASON_SHORTFALL,
    failureProbability: SEASON_FAILURE_PROBABILITY,
    size: { typical: TYPICAL_HECTARES / blockCount, unit: 'ha' },
    split,
    ...(hasTrial ? { prior: trialPrior(world, random, cell.plotNoise) } : {}),
    ...(memory === null ? {} : { memory }),
    seed,
  };
}

export function hybridName(hybrid: number): string {
  return String(hybrid + 1);
}

function trialPrior(world: SeasonWorld, random: RandomStream, plotNoise: number): PriorDefinition {
  const measured = Array.from(
    { length: HYBRID_COUNT },
    (_, hybrid) => world.advantage(hybrid) + TRIAL_ERROR * random.normal(),
  );
  const mean = measured.reduce((sum, value) => sum + value, 0) / HYBRID_COUNT;
  const [spread, error] = [HYBRID_SCALE ** 2, TRIAL_ERROR ** 2];
  const kept = spread / (spread + error);
  // A try less the check beside it: two errors, and two hybrids in one season.
  const noiseVariance = 2 * (plotNoise ** 2 + HYBRID_BY_SEASON_SCALE ** 2);
  return {
    weights: measured.flatMap((value) => [TRIAL_LEVEL + kept * (value - mean), 0]),
    precision: measured.flatMap(() => [noiseVariance / (kept * error), 1]),
    noiseVariance,
  };
}
