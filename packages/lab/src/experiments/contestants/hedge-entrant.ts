/**
 * hedge, the default strategy, as an entrant: which book keeps the promise, and what it is told.
 *
 *   baseline known     expected, played   knownBaselineBook: without a coin the two are the same
 *   baseline unknown   expected           coinBook about the policy before the coin
 *                      played, observed   coinBook about what is played, or seen
 *
 * With a known baseline, observed rewards are promised against the declared number and not against
 * what the baseline would have been seen to earn; no measure here follows that.
 */
import {
  BOLDNESS,
  type CoinSubject,
  coinBook,
  curiousProposer,
  knownBaselineBook,
  relativePromise,
  type SafetyBook,
} from '@hedgerow/core/research';
import { hedgeContestant } from '../../trials/hedge-contestant.ts';
import { openBook } from '../../trials/open-book.ts';
import type { Entrant, EntrantInput } from './entrant.ts';

const COIN_SUBJECTS: Readonly<Record<'expected' | 'played' | 'observed', CoinSubject>> = {
  expected: 'policy',
  played: 'played',
  observed: 'observed',
};

/** Lets hedge compete. */
export function hedgeEntrant(input: EntrantInput): Entrant {
  const { definition, world, random, engine } = input;
  const { declarations } = input.environment;
  const isBaselineKnown = definition.baselineReward === 'known';
  const contestant = hedgeContestant({
    promise: definition.promise!,
    isBaselineKnown,
    book: bookOf(input),
    hintDoubt: isBaselineKnown ? definition.hintDoubt! : null,
    hasIntercept: declarations.lacksConstant,
    dimension: world.dimension,
    actionCount: world.actionCount,
    createProposer: (beliefs) => curiousProposer(beliefs, BOLDNESS),
    ridgePenalty: definition.ridgePenalty!,
    rewardOffset: declarations.rewardOffset,
    priorVariance: priorVariance(input, isBaselineKnown),
    coin: random,
    engine,
  });
  return { contestant, coversTruth: null };
}

function bookOf(input: EntrantInput): SafetyBook {
  if (input.definition.gate === 'none') return openBook();
  return input.definition.baselineReward === 'known' ? bookWithNumber(input) : bookWithCoin(input);
}

function bookWithNumber(input: EntrantInput): SafetyBook {
  const { definition, environment } = input;
  const { declarations } = environment;
  return knownBaselineBook({
    terms: relativePromise({
      allowedShortfall: input.allowedShortfall!,
      window: definition.window ?? 1,
    }),
    rewardFloor: declarations.rewardFloor,
    rewardNoiseScale: definition.noiseScale ?? declarations.rewardNoiseScale,
    failureProbability: definition.failureProbability!,
    ...(declarations.varianceProxy === undefined
      ? {}
      : { varianceProxy: declarations.varianceProxy }),
  });
}

function bookWithCoin(input: EntrantInput): SafetyBook {
  const { definition, environment } = input;
  const { declarations } = environment;
  return coinBook({
    terms: relativePromise({ allowedShortfall: input.allowedShortfall! }),
    subject: COIN_SUBJECTS[definition.promise!],
    rewardFloor: declarations.rewardFloor,
    rewardCeiling: declarations.rewardCeiling,
    rewardNoiseScale: definition.noiseScale ?? declarations.rewardNoiseScale,
    failureProbability: definition.failureProbability!,
  });
}

/** Without a declared baseline reward only the declared range tells how large rewards are. */
function priorVariance({ environment }: EntrantInput, isBaselineKnown: boolean): number | null {
  const { declarations } = environment;
  if (declarations.priorVariance !== null || isBaselineKnown) return declarations.priorVariance;
  return ((declarations.rewardCeiling - declarations.rewardFloor) / 4) ** 2;
}
