/**
 * What there is to do next on a farm: one step is always offered.
 *
 *     no fields → enter them → plan a season → print the sheet and sow → enter the harvest → plan the next
 */
import type { FarmStep } from '../../addresses/route.ts';
import type { SeasonSum } from './seasons.ts';

export interface NextStep {
  readonly step: FarmStep;
  /** What is to be done, as a button says it. */
  readonly action: string;
  /** Why it is the next one. */
  readonly reason: string;
  /** The season it is about, if it is about one. */
  readonly season?: string;
}

export function nextStep(
  fieldCount: number,
  seasons: readonly SeasonSum[],
  nextSeason: string,
): NextStep {
  if (fieldCount === 0) {
    return {
      step: 'fields',
      action: 'Enter your fields',
      reason: 'A plan needs to know which fields there are and how large they are.',
    };
  }
  const last = seasons.at(-1);
  if (last === undefined) {
    return {
      step: 'plan',
      action: `Plan ${nextSeason}`,
      reason: 'The fields are there. See what a first season would try before anything is sown.',
    };
  }
  const { name, decisionCount, awaitedCount } = last;
  if (awaitedCount === decisionCount) {
    return {
      step: 'sheet',
      action: `Print the sheet for ${name}`,
      reason: `${name} is planned. Sow as the sheet says; after harvest, enter what came in.`,
      season: name,
    };
  }
  if (awaitedCount > 0) {
    return {
      step: 'harvest',
      action: `Enter the harvest of ${name}`,
      reason: `${decisionCount - awaitedCount} of ${decisionCount} are complete. What is missing counts as badly as it can.`,
      season: name,
    };
  }
  return {
    step: 'plan',
    action: `Plan ${nextSeason}`,
    reason: `The harvest of ${name} is complete. What it proved may be risked next.`,
  };
}
