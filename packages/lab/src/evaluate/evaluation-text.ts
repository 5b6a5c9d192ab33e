/**
 * What a log told, as lines for people.
 */
import { percentage, shortNumber } from '../plots/number-text.ts';
import type { Evaluation, PromiseEvaluation, ValueEstimate } from './evaluate-log.ts';

/** Fewer decisions than this tell next to nothing, whatever the intervals. */
const EFFECTIVE_COUNT_MIN = 30;

/** Returns the lines. */
export function evaluationLines(evaluation: Evaluation): string[] {
  const { target, decisions, value, failureProbability, overlap, logged } = evaluation;
  const sure = percentage(1 - failureProbability);
  return [
    `${decisions} decisions (${evaluation.format})${counted(evaluation)}.`,
    `On average ${target} would have earned ${estimateText(value)}, with ${sure} at every moment at once.`,
    ...(logged === null ? [] : [`What was done earned ${shortNumber(logged)}.`]),
    `Estimates: inverse propensity ${shortNumber(value.inversePropensity)}, self-normalised ${orNone(value.selfNormalised)}, doubly robust ${orNone(value.doublyRobust)}.`,
    `${percentage(overlap)} of the decisions are ones that it could have made; they tell as much as ${Math.round(value.effectiveCount)} of its own.`,
    ...coverage(evaluation.covered),
    ...(value.effectiveCount < EFFECTIVE_COUNT_MIN
      ? ['So few tell next to nothing: let more decisions be drawn by chance.']
      : []),
    ...(evaluation.promise === null ? [] : promiseLines(evaluation.promise)),
  ];
}

/** Where the log could not have shown all that the target would have done. */
function coverage(covered: number | null): string[] {
  if (covered === null || covered === 1) return [];
  return [
    `In ${percentage(1 - covered)} of the decisions it would have done something that could not happen; estimates count that as the lowest reward, the interval as the lowest and the highest.`,
  ];
}

function counted({ leftOut, missingRewards, voided, forgotten }: Evaluation): string {
  const parts = [
    ...(leftOut === 0 ? [] : [`${leftOut} lines left out`]),
    ...(missingRewards === 0
      ? []
      : [`${missingRewards} without a reward, which count as the worst for every bound`]),
    ...(voided === 0 ? [] : [`${voided} voided, which count as the worst for every bound`]),
    ...(forgotten === 0
      ? []
      : [`${forgotten} forgotten on request, which count as the worst for every bound`]),
  ];
  return parts.length === 0 ? '' : `; ${parts.join('; ')}`;
}

function promiseLines(promise: PromiseEvaluation): string[] {
  const { allowedShortfall, verdict, marginLow, marginHigh, firstBroken, lastUnproved } = promise;
  const about = `At most ${percentage(allowedShortfall)} less than the baseline in all`;
  const margin = `what it earned above that lies between ${shortNumber(marginLow)} and ${shortNumber(marginHigh)}`;
  const moment =
    firstBroken !== null
      ? ` It was broken by decision ${firstBroken}.`
      : verdict === 'kept' && lastUnproved !== null
        ? ` Up to decision ${lastUnproved} that could not be told.`
        : '';
  return [
    `The baseline would have earned ${estimateText(promise.baseline)}.`,
    `${about}: ${verdict}; ${margin}.${moment}`,
  ];
}

function estimateText({ low, high }: ValueEstimate): string {
  return `between ${shortNumber(low)} and ${shortNumber(high)}`;
}

function orNone(value: number | null): string {
  return value === null ? 'not known' : shortNumber(value);
}
