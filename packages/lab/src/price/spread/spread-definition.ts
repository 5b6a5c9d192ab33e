/**
 * What is declared of the farm of `price spread`, to hedgerow and to the reference alike: the promise,
 * what can be lost, and how yields stray.
 *
 * Features are the level of a field and one for each hybrid, so that the difference of two hybrids is that
 * of two weights. The level strays with weather and field, each hybrid with field and season; the usual
 * hybrid's own weight is 0, so that what is believed of another's is what is believed of the difference.
 */
import type { PolicyDefinition, PriorDefinition } from '@hedgerow/core';
import type { SplitBookOptions } from '@hedgerow/core/research';
import type { RandomStream } from '../../environments/random-stream.ts';
import type { SpreadCell } from './spread-cells.ts';
import { CANDIDATE_COUNT, DROP, type SpreadWorld, USUAL_YIELD } from './spread-world.ts';

export const SHORTFALL = 0.1;
export const FAILURE_PROBABILITY = 0.01;
export const CHECK_SHARE = 0.1;
export const STRIP_COUNT = 20;
const PLOT_NOISE = 0.4;
const RANGE = { min: 2, max: 17 } as const;
/** Of the level: on average over seasons, and in one of them. */
const LEVEL = { mean: 9.5, variance: 1, straying: 0.8 } as const;
/** A weight that is known to be 0. */
const KNOWN = 1e-9;

type Declarations = SplitBookOptions['declarations'];
type DeclaredFarm = Pick<Declarations, 'range' | 'drop' | 'plotNoise'> &
  Required<Pick<Declarations, 'baseline'>>;

/** What the books are told, in the words of the books. */
export function declarationsOf(): DeclaredFarm {
  return {
    range: RANGE,
    baseline: USUAL_YIELD,
    drop: DROP,
    plotNoise: { scale: PLOT_NOISE },
  };
}

export const HYBRIDS: readonly string[] = [
  'usual',
  ...Array.from({ length: CANDIDATE_COUNT }, (_, i) => `hybrid ${i + 1}`),
];

/** Returns the definition, with the trials as its prior. */
export function spreadDefinition(
  cell: SpreadCell,
  { trials }: SpreadWorld,
  random: RandomStream,
): PolicyDefinition {
  const { range, baseline, ...split } = declarationsOf();
  const { sizes } = cell.world;
  return {
    actions: HYBRIDS,
    baseline: { action: 'usual', reward: baseline },
    context: {},
    features: {
      kind: 'terms',
      actionVectors: HYBRIDS.map((_, i) => HYBRIDS.map((_, j) => (i === j ? 1 : 0))),
      contextDimension: 1,
      terms: [[null, null], ...HYBRIDS.map((_, i) => [i, null] as const)],
    },
    reward: { ...range, unit: 't/ha' },
    allowedShortfall: SHORTFALL,
    failureProbability: FAILURE_PROBABILITY,
    promise: 'realised',
    size: { typical: sizes.reduce((sum, size) => sum + size, 0) / sizes.length, unit: 'ha' },
    split: { ...split, check: CHECK_SHARE, strips: STRIP_COUNT },

    prior: priorOf(cell, trials),
    seed: String(Math.floor(random.uniform() * 2 ** 32)),
  };
}

/** What is left of the trials when hybrids that did well were also lucky. */
function priorOf({ world, noiseFactor }: SpreadCell, trials: readonly number[]): PriorDefinition {
  const { spread, trialError, straying, noise } = world;
  const kept = spread ** 2 / (spread ** 2 + trialError ** 2);
  const variance = kept * trialError ** 2;
  const noiseVariance = (noiseFactor * noise) ** 2 / 2;
  const ofHybrid = straying ** 2 / 2;
  return {
    weights: [LEVEL.mean, 0, ...trials.map((trial) => kept * trial)],
    precision: [LEVEL.variance, KNOWN, ...trials.map(() => variance)].map(
      (each) => noiseVariance / each,
    ),
    noiseVariance,
    seasonVariance: [LEVEL.straying, ...HYBRIDS.map(() => ofHybrid)],
  };
}
