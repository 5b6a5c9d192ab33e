/**
 * How much better than climatology: 1 − (mean CRPS of the forecasts) / (mean CRPS of climatology). 1 is perfect, 0 no better
 * than knowing the usual weather, negative worse.
 *
 * Climatology is an ensemble of outcomes: given ones of other years, or else all the other outcomes of the same list. Ensembles
 * are scored in the fair form, so that their size does not matter. The interval covers 95 % for forecasts far enough apart to err
 * independently: the error of a ratio of means, from the residuals score − ratio × climatology's score.
 */
import { crps } from './crps.ts';
import type { PredictiveForecast } from './predictive.ts';

/** A forecast, and what came. */
export interface ForecastAndOutcome {
  readonly forecast: PredictiveForecast;
  readonly outcome: number;
}

export interface Skill {
  readonly crps: number;
  readonly climatologyCrps: number;
  readonly skill: number;
  readonly low: number;
  readonly high: number;
}

const OUTCOMES_NEEDED = 3;
const INTERVAL_WIDTH = 1.96;

/** Returns the skill; null for fewer than three outcomes, if climatology makes no error, or if numbers are too large for it. */
export function forecastSkill(
  past: readonly ForecastAndOutcome[],
  climatology?: readonly number[],
): Skill | null {
  return skillOfScores(
    past.map(({ forecast, outcome }) => crps(forecast, outcome, 'fair')),
    past.map(({ outcome }) => outcome),
    climatology,
  );
}

/** The same from the scores of the forecasts, in the fair form, and what came. */
export function skillOfScores(
  scores: readonly number[],
  outcomes: readonly number[],
  climatology?: readonly number[],
): Skill | null {
  if (outcomes.length < OUTCOMES_NEEDED) return null;
  const usual =
    climatology === undefined
      ? scoresByTheOthers(outcomes)
      : outcomes.map((one) => crps({ kind: 'ensemble', points: climatology }, one, 'fair'));
  const climatologyCrps = meanOf(usual);
  if (!(climatologyCrps > 0)) return null;
  const ratio = meanOf(scores) / climatologyCrps;
  const squares = meanOf(scores.map((score, k) => (score - ratio * usual[k]!) ** 2));
  const error = Math.sqrt(squares / (outcomes.length - 1)) / climatologyCrps;
  const skill = {
    crps: meanOf(scores),
    climatologyCrps,
    skill: 1 - ratio,
    low: 1 - ratio - INTERVAL_WIDTH * error,
    high: 1 - ratio + INTERVAL_WIDTH * error,
  };
  return Object.values(skill).every(Number.isFinite) ? skill : null;
}

/** The fair score of each outcome by the ensemble of all the others, from sums over pairs. */
function scoresByTheOthers(outcomes: readonly number[]): number[] {
  const others = outcomes.length - 1;
  const distances = outcomes.map((one) =>
    outcomes.reduce((sum, other) => sum + Math.abs(other - one), 0),
  );
  const pairs = distances.reduce((sum, distance) => sum + distance, 0) / 2;
  return distances.map(
    (distance) => distance / others - (pairs - distance) / (others * (others - 1)),
  );
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
