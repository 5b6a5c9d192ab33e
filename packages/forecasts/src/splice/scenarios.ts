/**
 * Scenarios: equally or unequally likely courses of some variables, and how those of several sources are joined.
 *
 *     every-pair   each scenario of one source with each of the others: they are independent, and nothing is lost
 *     in-turn      the k-th with the k-th, shorter lists from the front again: few points, for long ensembles
 *
 * Inside a source variables stay joined. Both rules are functions of the order in the files alone.
 */
import { ForecastError } from '../forecast-error.ts';

export const JOINS = ['every-pair', 'in-turn'] as const;
export type Join = (typeof JOINS)[number];

const MOST_POINTS = 20_000;

export interface Scenarios {
  readonly variables: readonly string[];
  /** One row a scenario, one number a variable. */
  readonly points: readonly (readonly number[])[];
  /** Probabilities; equal when left out. */
  readonly weights?: readonly number[];
}

/** Returns scenarios of all variables: what the sources say of one is added up. */
export function joinScenarios(
  sources: readonly Scenarios[],
  variables: readonly string[],
  join: Join,
): Scenarios {
  const choices = join === 'every-pair' ? everyPair(sources) : inTurn(sources);
  const places = sources.map((source) => source.variables.map((name) => variables.indexOf(name)));
  const points = choices.map((choice) => {
    const point = variables.map(() => 0);
    choice.forEach((k, s) => {
      sources[s]!.points[k]!.forEach((value, i) => {
        point[places[s]![i]!]! += value;
      });
    });
    return point;
  });
  if (sources.every(({ weights }) => weights === undefined)) return { variables, points };
  return { variables, points, weights: choices.map((choice) => weightOf(sources, choice)) };
}

function weightOf(sources: readonly Scenarios[], choice: readonly number[]): number {
  return sources.reduce(
    (product, { weights, points }, s) => product * (weights?.[choice[s]!] ?? 1 / points.length),
    1,
  );
}

function everyPair(sources: readonly Scenarios[]): number[][] {
  const count = sources.reduce((product, { points }) => product * points.length, 1);
  if (count > MOST_POINTS) {
    throw new ForecastError({
      code: 'HF_RANGE',
      rule: `at most ${MOST_POINTS} scenarios can be joined`,
      received: `${sources.map(({ points }) => points.length).join(' × ')} = ${count}`,
      remedy: 'Join them in turn, or use fewer years.',
    });
  }
  return sources.reduce<number[][]>(
    (choices, { points }) => choices.flatMap((choice) => points.map((_, k) => [...choice, k])),
    [[]],
  );
}

function inTurn(sources: readonly Scenarios[]): number[][] {
  if (sources.some(({ weights }) => weights !== undefined)) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: 'only scenarios that are equally likely can be joined in turn',
      received: 'quantiles or a deviation',
      remedy: 'Join every pair.',
    });
  }
  const count = Math.max(...sources.map(({ points }) => points.length));
  return Array.from({ length: count }, (_, k) => sources.map(({ points }) => k % points.length));
}

/**
 * Returns the probabilities with which the values at some levels stand for a whole distribution: each for
 * what is nearer to its level than to the others. For P10, P50, P90 that is .3, .4, .3 (Swanson's rule).
 */
export function levelWeights(levels: readonly number[]): number[] {
  const bounds = levels.slice(1).map((level, k) => (levels[k]! + level) / 2);
  return levels.map((_, k) => (bounds[k] ?? 1) - (bounds[k - 1] ?? 0));
}
