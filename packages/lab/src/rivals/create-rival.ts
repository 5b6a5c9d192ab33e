/**
 * From the definition of a comparator to the learner that plays it: the constants that its paper divides or
 * scales are divided and scaled here, so that an experiment file says what the paper says.
 *
 *   no context      conservativeUcb, ucb1, convexKnapsacks
 *   running total   clucb2, conservativeSquareCb, conservativeFastCb
 *   a budget        knapsackUcb, convexKnapsacks, resourceful
 *   every round     stageWiseUcb (also Thompson's and the greedy one), safeLucb, discUcb, conformalControl,
 *                   constrainedThompson
 *   no promise      supLinUcb, linearThompson, kernelUcb, measurementErrorUcb, ucb1, disjointLinUcb,
 *                   confidenceBall, sampLinUcb, neuralBandit
 */
import { HedgerowError } from '@hedgerow/core';
import type { Learner, LearnerDeclarations, RandomSource } from '@hedgerow/core/research';
import type { ShownForecast } from '../environments/world.ts';
import { convexKnapsacks } from './budget/convex-knapsacks.ts';
import { resourceful } from './budget/resourceful.ts';
import { clucb2 } from './linear/clucb2.ts';
import { confidenceBall } from './linear/confidence-ball.ts';
import { conservativeUcb } from './linear/conservative-ucb.ts';
import { constrainedThompson } from './linear/constrained-thompson.ts';
import { inverseGap } from './linear/inverse-gap.ts';
import { knapsackUcb } from './linear/knapsack-ucb.ts';
import { linearThompson } from './linear/linear-thompson.ts';
import { type StageWiseOptions, stageWise } from './linear/stage-wise.ts';
import { supLinUcb } from './linear/sup-lin-ucb.ts';
import { conformalControl } from './other/conformal-control.ts';
import { disjointLinUcb } from './other/disjoint-lin-ucb.ts';
import { kernelUcb } from './other/kernel-ucb.ts';
import { measurementError } from './other/measurement-error.ts';
import { neuralBandit } from './other/neural-bandit.ts';
import { sampledProfiles } from './other/sampled-profiles.ts';
import { ucb1 } from './other/ucb1.ts';
import type { RivalDefinition } from './rival-definition.ts';
import { type RivalRule, rivalLearner } from './rival-learner.ts';

export interface RivalDeclarations extends LearnerDeclarations {
  /** T: rounds of a trial; many constants depend on it. */
  readonly roundCount: number;
  readonly random: RandomSource;
  /** What the world shows of its forecasts, for kernels; absent where it shows none. */
  readonly forecast?: ShownForecast | undefined;
}

/** Returns a comparator that has seen nothing yet. */
export function createRival(definition: RivalDefinition, declared: RivalDeclarations): Learner {
  return rivalLearner(declared, ruleOf(definition, declared));
}

function ruleOf(definition: RivalDefinition, declared: RivalDeclarations): RivalRule {
  const { roundCount } = declared;
  const common = commonOf(definition, declared);
  const { failureProbability } = common;
  switch (definition.kind) {
    case 'conservativeUcb':
      return conservativeUcb({ ...common, form: definition.armRadius ?? 'union' });
    case 'clucb2':
      return clucb2({ ...common, gateNoiseScale: definition.gateNoiseScale });
    case 'stageWiseUcb':
      return stageWise({
        ...common,
        ...stageWiseOf(definition),
        failureProbability: failureProbability / (4 * roundCount),
      });
    case 'safeLucb': {
      const seedRounds = definition.seedRounds ?? Math.ceil(roundCount ** (2 / 3));
      return stageWise({ ...common, ...stageWiseOf(definition), seedRounds });
    }
    case 'discUcb': {
      const noiseScale = definition.hiddenNoiseScale ?? Math.hypot(1, common.noiseScale);
      const own = { ...stageWiseOf(definition), form: 'determinant' as const, noiseScale };
      return stageWise({ ...common, ...own, failureProbability: failureProbability / 2 });
    }
    case 'conservativeSquareCb':
    case 'conservativeFastCb':
      return inverseGapOf(definition, common);
    case 'supLinUcb':
      return supLinUcb({ ...common, rewardRange: rangeOf(definition, declared) });
    case 'knapsackUcb':
      return knapsackUcb(common);
    case 'linearThompson':
      return linearThompson(common);
    case 'conformalControl':
      return conformalControl({
        ...common,
        riskLevel: definition.riskLevel ?? RISK_LEVEL,
        explorationShare: definition.explorationShare ?? EXPLORATION_SHARE,
        memory: definition.memory ?? MEMORY,
      });
    case 'constrainedThompson':
      return constrainedThompson(common);
    case 'ucb1':
      return ucb1({ ...common, rewardRange: rangeOf(definition, declared) });
    case 'confidenceBall':
    case 'convexKnapsacks':
    case 'resourceful':
      return rangedRule(definition, declared, common);
    case 'sampLinUcb':
      return sampledProfiles({
        ...common,
        profiles: definition.profiles ?? 'constant',
        sampleSpread: definition.sampleSpread ?? common.featureNormBound,
        sampleCount: definition.sampleCount ?? 1,
      });
    case 'kernelUcb':
    case 'measurementErrorUcb':
    case 'disjointLinUcb':
    case 'neuralBandit':
      return forecastRule(definition, declared, common);
  }
}

/** Rules that count in units of the range of rewards, with bounds that a factor can narrow. */
function rangedRule(
  definition: RivalDefinition,
  declared: RivalDeclarations,
  common: Common,
): RivalRule {
  const { kind, marginFactor = 1, policyCount = POLICY_COUNT } = definition;
  const ranged = { ...common, marginFactor, rewardRange: rangeOf(definition, declared) };
  if (kind === 'confidenceBall') return confidenceBall(ranged);
  return kind === 'convexKnapsacks'
    ? convexKnapsacks(ranged)
    : resourceful({ ...ranged, policyCount });
}

const RISK_LEVEL = 0.1;
const EXPLORATION_SHARE = 0.05;
const MEMORY = 100;
const MARGIN_FACTOR = 16;
const PLAIN_ROUNDS = 51;
const POLICY_COUNT = 30;
const LEARNING_RATE = 0.1;
const HIDDEN_UNITS = [8] as const;

type Common = ReturnType<typeof commonOf>;

function commonOf(definition: RivalDefinition, declared: RivalDeclarations) {
  const { dimension, actionCount, engine, random, roundCount } = declared;
  return {
    dimension,
    actionCount,
    roundCount,
    random,
    ...(engine === undefined ? {} : { engine }),
    ridgePenalty: definition.ridgePenalty ?? 1,
    failureProbability: definition.failureProbability ?? 0.001,
    allowedShortfall: definition.allowedShortfall ?? 0,
    noiseScale: definition.noiseScale ?? declared.linearNoiseScale ?? 1,
    weightNormBound: definition.weightNormBound ?? declared.weightNormBound ?? 1,
    featureNormBound: definition.featureNormBound ?? declared.featureNormBound ?? 1,
    form: definition.radius === 'determinant' ? ('determinant' as const) : ('paper' as const),
  };
}

function stageWiseOf({
  choice = 'optimistic',
  width = 'action',
  isEigenvalueTested = false,
  conservativeRound = 'baseline',
}: RivalDefinition): Pick<
  StageWiseOptions,
  'choice' | 'width' | 'isEigenvalueTested' | 'conservativeRound' | 'seedRounds'
> {
  return { choice, width, isEigenvalueTested, conservativeRound, seedRounds: 0 };
}

function inverseGapOf(definition: RivalDefinition, common: Common): RivalRule {
  const rewardRange = definition.rewardRange ?? 1;
  const isSquare = definition.kind === 'conservativeSquareCb';
  return inverseGap({
    ...common,
    loss: isSquare ? 'square' : 'log',
    rewardRange,
    marginScale: definition.marginScale ?? rewardRange,
    marginFactor: definition.marginFactor ?? MARGIN_FACTOR,
    exploitation: definition.exploitation ?? (isSquare ? 1 : common.roundCount),
    hasGate: definition.gate !== 'none',
  });
}

function rangeOf(
  { rewardRange }: RivalDefinition,
  { rewardCeiling, rewardFloor }: RivalDeclarations,
): number {
  return rewardRange ?? (rewardCeiling ?? 1) - (rewardFloor ?? 0);
}

function forecastRule(
  definition: RivalDefinition,
  declared: RivalDeclarations,
  common: Common,
): RivalRule {
  const { forecast, rewardOffset = 0 } = declared;
  const { kernel = 'rbf', lengthScale = 1, kind } = definition;
  if (kind === 'kernelUcb' && (kernel === 'linear' || forecast !== undefined)) {
    return kernelUcb({ ...common, kernel, lengthScale, rewardOffset, forecast });
  }
  if (forecast === undefined) throw noForecast(kind);
  if (kind === 'disjointLinUcb') return disjointLinUcb({ ...common, forecast });
  const { explorationShare = EXPLORATION_SHARE } = definition;
  const exploring = { ...common, forecast, explorationShare };
  if (kind === 'measurementErrorUcb') {
    return measurementError({ ...exploring, plainRounds: definition.plainRounds ?? PLAIN_ROUNDS });
  }
  return neuralBandit({
    ...exploring,
    hiddenUnits: definition.hiddenUnits ?? HIDDEN_UNITS,
    learningRate: definition.learningRate ?? LEARNING_RATE,
    rewardRange: rangeOf(definition, declared),
  });
}

function noForecast(kind: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${kind} must be shown centre and variance of forecasts`,
    received: 'an environment that shows features alone',
    remedy: 'Use a synthetic environment, or kernelUcb with the linear kernel.',
  });
}
