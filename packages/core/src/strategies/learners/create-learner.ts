/**
 * From the definition of a strategy to the learner that plays it: the one place where the algorithms of
 * the paper, and ours, are put together. Published strategies, experiments, replays and the page all
 * come here, so that what is reproduced is what is published.
 *
 *   linear kinds          one loop with different radii and gates          linear-learner.ts
 *   certifiedContextUcb   certificates that trust a noise model            certified-context-ucb.ts
 *   hedge                 a book for the promise, a proposer for the rest  hedge/hedge-learner.ts
 */
import { HedgerowError } from '../../base/errors.ts';
import type { ConfidenceRadius } from '../../model/confidence-radius.ts';
import { coinBook } from '../../safety/books/coin-book.ts';
import { knownBaselineBook } from '../../safety/books/known-baseline-book.ts';
import { observedBook } from '../../safety/books/observed-book.ts';
import { openBook } from '../../safety/books/open-book.ts';
import type { SafetyBook } from '../../safety/books/safety-book.ts';
import { cumulativeGate } from '../../safety/paper/cumulative-gate.ts';
import { determinantRadius } from '../../safety/paper/determinant-radius.ts';
import { kirschnerKrauseRadius } from '../../safety/paper/kirschner-krause-radius.ts';
import { paperRadius } from '../../safety/paper/paper-radius.ts';
import { stageWiseGate } from '../../safety/paper/stage-wise-gate.ts';
import { relativePromise } from '../../safety/promise-terms.ts';
import { baselineLearner } from './baseline-learner.ts';
import { CertifiedContextUcb } from './certified-context-ucb.ts';
import { createProposer } from './create-proposer.ts';
import { HINT_DOUBT } from './hedge/hedge-defaults.ts';
import { HedgeLearner } from './hedge/hedge-learner.ts';
import type { Learner } from './learner.ts';
import type { LearnerDeclarations, LearnerDefinition, StrategyKind } from './learner-definition.ts';
import { type LinearGate, LinearLearner } from './linear-learner.ts';

const GATED_KINDS: ReadonlySet<StrategyKind> = new Set<StrategyKind>([
  'conservativeLinearUcb',
  'conservativeContextUcb',
  'certifiedContextUcb',
  'hedge',
]);

/** Whether a learner makes a promise, and so needs `allowedShortfall`. */
export function makesPromise({ kind, gate }: Pick<LearnerDefinition, 'kind' | 'gate'>): boolean {
  return GATED_KINDS.has(kind) && gate !== 'none';
}

const RIDGE_PENALTY = 1;
const FAILURE_PROBABILITY = 0.01;

/** Returns a learner that has seen nothing yet. */
export function createLearner(
  definition: LearnerDefinition,
  declarations: LearnerDeclarations,
): Learner {
  switch (definition.kind) {
    case 'baselineOnly':
      return baselineLearner(declarations);
    case 'linearUcb':
    case 'contextUcb':
    case 'conservativeLinearUcb':
    case 'conservativeContextUcb':
      return createLinear(definition, declarations);
    case 'certifiedContextUcb':
      return createCertified(definition, declarations);
    case 'hedge':
      return createHedge(definition, declarations);
  }
}

function createLinear(definition: LearnerDefinition, declared: LearnerDeclarations): LinearLearner {
  const { varianceOf } = declared;
  return new LinearLearner({
    ...sizes(definition, declared),
    radius: radiusOf(definition, declared),
    gate: gateOf(definition),
    learnFromBaseline: definition.learnFromBaseline ?? false,
    selection: definition.selection ?? 'optimistic',
    startingSet: definition.startingSet ?? 'ball',
    ...(definition.isWeighted === true && varianceOf !== undefined ? { varianceOf } : {}),
  });
}

function gateOf(definition: LearnerDefinition): LinearGate | null {
  if (!makesPromise(definition)) return null;
  const createGate = definition.gate === 'stage-wise' ? stageWiseGate : cumulativeGate;
  return createGate(shortfallOf(definition));
}

function radiusOf(definition: LearnerDefinition, declared: LearnerDeclarations): ConfidenceRadius {
  const noiseScale = definition.noiseScale ?? required(definition, declared, 'linearNoiseScale');
  const believed = {
    noiseScale,
    weightNormBound: weightNormBound(definition, declared),
    failureProbability: failureProbability(definition),
  };
  switch (definition.radius ?? (definition.kind === 'contextUcb' ? 'kirschner-krause' : 'paper')) {
    case 'paper':
      return paperRadius({
        ...believed,
        featureNormBound:
          definition.featureNormBound ?? required(definition, declared, 'featureNormBound'),
      });
    case 'determinant':
      return determinantRadius(believed);
    case 'kirschner-krause':
      return kirschnerKrauseRadius({
        ...believed,
        rewardNoiseScale: noiseScale,
        feedback: definition.feedback ?? 'hidden',
      });
  }
}

function createCertified(
  definition: LearnerDefinition,
  declared: LearnerDeclarations,
): CertifiedContextUcb {
  const { ridgePenalty, ...common } = sizes(definition, declared);
  return new CertifiedContextUcb({
    ...common,
    allowedShortfall: shortfallOf(definition),
    failureProbability: failureProbability(definition),
    weightNormBound: weightNormBound(definition, declared),
    rewardMin: required(definition, declared, 'rewardFloor'),
    noise: {
      tail: required(definition, declared, 'varianceTail'),
      varianceOf: required(definition, declared, 'varianceOf'),
    },
    proposerRidgePenalty: ridgePenalty,
  });
}

function createHedge(definition: LearnerDefinition, declared: LearnerDeclarations): HedgeLearner {
  const isKnown = definition.baselineReward !== 'unknown';
  const proposer = definition.proposer ?? { kind: 'optimistic' };
  return new HedgeLearner({
    ...sizes(definition, declared),
    createBook: () => bookOf(definition, declared),
    hintDoubt: hintDoubt(definition),
    hasIntercept: declared.lacksConstant ?? false,
    rewardOffset: declared.rewardOffset ?? 0,
    priorVariance: isKnown
      ? (declared.priorVariance ?? null)
      : guessedVariance(definition, declared),
    createProposer: (beliefs) =>
      createProposer(proposer, beliefs, () => required(definition, declared, 'random')),
    coin: (sequence) => required(definition, declared, 'coin')(sequence),
    execution: 'assume',
  });
}

function hintDoubt({ baselineReward, hintDoubt: doubt }: LearnerDefinition): number | null {
  if (baselineReward === 'unknown') return null;
  return doubt === undefined ? HINT_DOUBT : doubt;
}

/** Without a declared baseline reward only the declared range tells how large rewards are. */
function guessedVariance(definition: LearnerDefinition, declared: LearnerDeclarations): number {
  const { priorVariance = null } = declared;
  if (priorVariance !== null) return priorVariance;
  const ceiling = required(definition, declared, 'rewardCeiling');
  return ((ceiling - required(definition, declared, 'rewardFloor')) / 4) ** 2;
}

const COIN_SUBJECTS = { expected: 'policy', played: 'played', observed: 'observed' } as const;

function bookOf(definition: LearnerDefinition, declared: LearnerDeclarations): SafetyBook {
  if (definition.gate === 'none') return openBook();
  const { baselineReward, promise = 'expected', window = 1 } = definition;
  const { varianceProxy, rewardFloor = 0 } = declared;
  const { baselineRewardMin = Math.max(0, rewardFloor) } = declared;
  const common = {
    terms: relativePromise({ allowedShortfall: shortfallOf(definition), window }),
    rewardFloor: required(definition, declared, 'rewardFloor'),
    rewardNoiseScale: definition.noiseScale ?? required(definition, declared, 'rewardNoiseScale'),
    failureProbability: failureProbability(definition),
  };
  if (baselineReward === 'unknown') {
    const rewardCeiling = required(definition, declared, 'rewardCeiling');
    return coinBook({ ...common, subject: COIN_SUBJECTS[promise], rewardCeiling });
  }
  if (promise === 'observed') return observedBook(common);
  return knownBaselineBook({
    ...common,
    ...(varianceProxy === undefined ? {} : { varianceProxy }),
    baselineRewardMin,
  });
}

function sizes({ ridgePenalty = RIDGE_PENALTY }: LearnerDefinition, declared: LearnerDeclarations) {
  const { dimension, actionCount, engine } = declared;
  return { dimension, actionCount, ridgePenalty, ...(engine === undefined ? {} : { engine }) };
}

function failureProbability(definition: LearnerDefinition): number {
  return definition.failureProbability ?? FAILURE_PROBABILITY;
}

function weightNormBound(definition: LearnerDefinition, declared: LearnerDeclarations): number {
  return definition.weightNormBound ?? required(definition, declared, 'weightNormBound');
}

function shortfallOf({ kind, allowedShortfall }: LearnerDefinition): number {
  return allowedShortfall ?? missing(kind, 'allowedShortfall');
}

function required<Name extends keyof LearnerDeclarations>(
  { kind }: LearnerDefinition,
  declared: LearnerDeclarations,
  name: Name,
): NonNullable<LearnerDeclarations[Name]> {
  return declared[name] ?? missing(kind, name);
}

function missing(kind: StrategyKind, name: string): never {
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be given for ${kind}`,
    received: 'absent',
  });
}
