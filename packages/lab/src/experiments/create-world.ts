/**
 * From the definition of an environment to its worlds, and what is declared of them to strategies.
 *
 *   synthetic   rewards ‖x − c‖² ≥ 0 without a ceiling; noise that may push them below 0
 *   bounded     rewards within [0, 1], means linear but for a clip, so no true weights exist
 *   trap        wins and losses, 1 or 0
 *   drift       two of them, of which the baseline becomes better for good
 *   bilinear    fitted to maize trials: rewards above 0, normal noise and forecasts
 *   log         rounds as logged; rewards between the least and the largest seen
 *
 * Declarations are facts that a careful user could know beforehand. Where the paper assumes the norm
 * of the true weights known, it is here too. The baseline's reward is told as its expectation under the
 * forecast; only in the reading `centered`, whose forecasts lie around the context that came and are
 * wrong by a constant, it is the reward in that context, which the paper calls known.
 */

import { HedgerowError } from '@hedgerow/core';
import { spansConstant } from '@hedgerow/core/research';
import { boundedWorld } from '../environments/bounded-world.ts';
import { driftWorld } from '../environments/drift-world.ts';
import { logWorld } from '../environments/log-world.ts';
import { syntheticWorld } from '../environments/synthetic-world.ts';
import { type TrapName, trapWorld } from '../environments/trap-worlds.ts';
import type { World } from '../environments/world.ts';
import { maizeEnvironment } from '../maize/world/maize-environment.ts';
import { parseMaizeModel } from '../maize/world/maize-model-schema.ts';
import { readShippedModel } from '../maize/world/read-maize-model.ts';
import type { Environment, WorldDeclarations } from '../trials/environment.ts';
import type {
  BilinearDefinition,
  DriftDefinition,
  EnvironmentDefinition,
  LogDefinition,
  SyntheticDefinition,
} from './experiment.ts';
import { syntheticVariance } from './synthetic-variance.ts';

/** Returns the environment of a definition. */
export function createEnvironment(definition: EnvironmentDefinition): Environment {
  switch (definition.kind) {
    case 'synthetic':
      return syntheticEnvironment(definition);
    case 'bounded':
      return {
        declarations: BOUNDED,
        baselineReward: expectedBaselineReward,
        draw: (random) => ({ world: boundedWorld(random), trueWeights: null }),
      };
    case 'trap':
      return trapEnvironment(definition.trap);
    case 'drift':
      return driftEnvironment(definition);
    case 'bilinear':
      return bilinearEnvironment(definition);
    case 'log':
      return logEnvironment(definition);
    case 'own':
      throw missing(definition.id, 'its module loaded', 'a kind that comes with the lab');
  }
}

/** A model that comes with the lab, or one of the user's own. */
function bilinearEnvironment({
  id,
  model: name,
  file,
  fitted,
  ...options
}: BilinearDefinition): Environment {
  if (file !== undefined) throw missing(id, 'its fitted model', '`model`');
  const model =
    fitted === undefined ? readShippedModel(name) : parseMaizeModel(id, JSON.stringify(fitted));
  const { baselineRank } = options;
  if (baselineRank > model.hybrids.length) throw noSuchRank(id, baselineRank, model.hybrids.length);
  return maizeEnvironment({ ...options, model });
}

function noSuchRank(id: string, rank: number, count: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `baselineRank of ${id} must be at most the number of hybrids, ${count}`,
    received: String(rank),
    remedy: 'Give baselineRank: 1 is the best hybrid.',
  });
}

/** What was logged is all that is known: rewards lie between the least and the largest seen. */
function logEnvironment({ id, rounds }: LogDefinition): Environment {
  if (rounds === undefined) throw missing(id, 'its logged rounds', '`rounds`');
  const rewards = rounds.flatMap((round) => round.rewards);
  const [rewardFloor, rewardCeiling] = [Math.min(...rewards), Math.max(...rewards)];
  const features = rounds.flatMap((round) => round.expectedFeatures);
  return {
    declarations: {
      rewardNoiseScale: 0,
      linearNoiseScale: (rewardCeiling - rewardFloor) / 2,
      weightNormBound: Math.max(Math.abs(rewardFloor), Math.abs(rewardCeiling)),
      featureNormBound: Math.max(...features.map((vector) => Math.hypot(...vector))),
      rewardFloor,
      rewardCeiling,
      rewardOffset: (rewardFloor + rewardCeiling) / 2,
      priorVariance: ((rewardCeiling - rewardFloor) / 4) ** 2,
      lacksConstant: !spansConstant(features),
      varianceOf: () => ((rewardCeiling - rewardFloor) / 2) ** 2,
      varianceTail: 0,
    },
    baselineReward: expectedBaselineReward,
    draw: (random) => ({ world: logWorld(random, rounds), trueWeights: null }),
  };
}

/** The declared ceiling where the baseline's reward is unknown: 999 of 1000 rewards are below. */
const SYNTHETIC_CEILING = 60;
/** About the 99.99 % point of the norm of features in the paper's setting. */
const SYNTHETIC_FEATURE_NORM = 40;

function syntheticEnvironment(definition: SyntheticDefinition): Environment {
  const { reading, contextDimension, actionCount, baselineRank, noiseScale } = definition;
  const { rewardCeiling, paysSpread = false } = definition;
  const trueWeights = new Float64Array(3 * contextDimension).fill(1);
  trueWeights.fill(-2, 2 * contextDimension);
  const weightNormBound = norm(trueWeights);
  const claimedVariance = reading === 'classical-calibrated' ? 1 / 2 : 1;
  const options = {
    reading,
    contextDimension,
    actionCount,
    baselineRank,
    rewardNoiseScale: noiseScale,
    paysSpread,
    // A promise about observed rewards needs a floor under them, which normal noise does not have.
    // Cutting at 0 changes about one reward in ten thousand, and none by more than the noise.
    ...(rewardCeiling === undefined ? {} : { observedRewardMin: 0 }),
  };
  return {
    declarations: {
      rewardNoiseScale: noiseScale,
      linearNoiseScale: noiseScale,
      weightNormBound,
      featureNormBound: SYNTHETIC_FEATURE_NORM,
      rewardFloor: 0,
      rewardCeiling: rewardCeiling ?? SYNTHETIC_CEILING,
      rewardOffset: 0,
      priorVariance: rewardCeiling === undefined ? null : (rewardCeiling / 4) ** 2,
      lacksConstant: true,
      varianceOf: syntheticVariance({ claimedVariance, weightNormBound, noiseScale }),
      varianceTail: 2 * weightNormBound * claimedVariance,
    },
    baselineReward: reading === 'centered' ? realisedBaselineReward : expectedBaselineReward,
    draw: (random) => ({ world: syntheticWorld(random, options), trueWeights }),
  };
}

/** Rewards from 0 to 1. A quarter of the range is a fair guess of the deviation before anything is seen. */
export const UNIT_REWARDS: Omit<WorldDeclarations, 'weightNormBound' | 'featureNormBound'> = {
  rewardNoiseScale: 0,
  linearNoiseScale: 1 / 2,
  rewardFloor: 0,
  rewardCeiling: 1,
  rewardOffset: 1 / 2,
  priorVariance: (1 / 4) ** 2,
  lacksConstant: false,
  varianceOf: () => 1 / 4,
  varianceTail: 0,
};

/** 24 actions with weights of norm below 0.8 each; a context (1, three numbers up to ½). */
const BOUNDED: WorldDeclarations = {
  ...UNIT_REWARDS,
  weightNormBound: 0.8 * Math.sqrt(24),
  featureNormBound: Math.sqrt(1 + 3 / 4),
};

/** The longest weights of the four traps are (0.6, 0.9) and zeros; the baseline of all pays 0.6. */
const TRAP: WorldDeclarations = {
  ...UNIT_REWARDS,
  weightNormBound: Math.sqrt(0.6 ** 2 + 0.9 ** 2),
  featureNormBound: 1,
  baselineRewardMin: 0.6,
};

function trapEnvironment(trap: TrapName): Environment {
  return {
    declarations: { ...TRAP, lacksConstant: trap === 'correlated' },
    baselineReward: expectedBaselineReward,
    draw: (random) => {
      const world = trapWorld(random, trap);
      const trueWeights =
        trap === 'correlated' ? Float64Array.of(0, 1) : Float64Array.from(world.expectedRewards);
      return { world, trueWeights };
    },
  };
}

/** Its two actions are coins like those of the traps. */
function driftEnvironment({ changesAfter }: DriftDefinition): Environment {
  return {
    declarations: { ...TRAP, weightNormBound: Math.hypot(0.9, 0.45), baselineRewardMin: 0.3 },
    baselineReward: expectedBaselineReward,
    draw: (random) => ({
      world: driftWorld(random, { changesAt: (round) => round > changesAfter }),
      trueWeights: null,
    }),
  };
}

function expectedBaselineReward(world: World): number {
  return world.baselineExpectedReward;
}

function realisedBaselineReward(world: World): number {
  return world.realisedReward(world.baselineAction);
}

function norm(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

function missing(id: string, what: string, field: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `the environment "${id}" must have ${what} to be run`,
    received: 'without',
    remedy: `Give ${field}, or run the experiment file with hedgerow run, which reads \`file\`.`,
  });
}
