/**
 * Comparisons of cells of the maize experiment, trial by trial, with their names.
 */
import type { ExperimentSummary, Measure } from '../../../experiments/experiment-summary.ts';
import { cellOf, labelOf, shortfallsOf } from '../../../experiments/summary-cells.ts';
import { type PairedTest, pairedTest } from '../../../measures/paired-test.ts';
import { listText } from '../../../plots/number-text.ts';
import { differenceEvidence, type Evidence } from '../../../reproduce/claims/claim.ts';
import { MAPS } from '../maize-experiment.ts';

export interface NamedTest {
  readonly environment: string;
  readonly allowedShortfall: number;
  readonly what: string;
  readonly test: PairedTest;
  /** Mean of the second of the two, to tell how large the difference is beside it. */
  readonly reference: number;
}

export interface Duel {
  readonly first: string;
  readonly second: string;
  readonly measure: Measure;
}

/** Compares first − second on both maps at every α. */
export function duels(summary: ExperimentSummary, duel: Duel): NamedTest[] {
  return MAPS.flatMap((environment) =>
    shortfallsOf(summary).map((allowedShortfall) =>
      duelAt(summary, duel, { environment, allowedShortfall }),
    ),
  );
}

/** Compares first − second in one place. */
export function duelAt(
  summary: ExperimentSummary,
  { first, second, measure }: Duel,
  place: Pick<NamedTest, 'environment' | 'allowedShortfall'>,
): NamedTest {
  const [ours, theirs] = [first, second].map(
    (strategy) => cellOf(summary, { ...place, strategy }).finals[measure],
  );
  return {
    ...place,
    what: `${labelOf(summary, first)} − ${labelOf(summary, second)}, ${place.environment}, ${MEASURE_NAMES[measure]}, α = ${place.allowedShortfall}`,
    test: pairedTest(ours!, theirs!),
    reference: theirs!.reduce((sum, value) => sum + value, 0) / theirs!.length,
  };
}

/** Compares each α with the next smaller one, on both maps. */
export function shortfallSteps(summary: ExperimentSummary, strategy: string): NamedTest[] {
  const shortfalls = shortfallsOf(summary);
  return MAPS.flatMap((environment) => {
    const finals = shortfalls.map(
      (allowedShortfall) =>
        cellOf(summary, { environment, strategy, allowedShortfall }).finals.expectedRegret,
    );
    return finals.slice(1).map((looser, index) => ({
      environment,
      allowedShortfall: shortfalls[index + 1]!,
      what: `${labelOf(summary, strategy)}, ${environment}: α = ${shortfalls[index + 1]} − α = ${shortfalls[index]}`,
      test: pairedTest(looser, finals[index]!),
      reference: 0,
    }));
  });
}

/** Returns the comparisons as evidence. */
export function evidenceOf(
  tests: readonly NamedTest[],
  unit: Evidence['unit'] = 'reward',
): Evidence[] {
  return tests.map(({ what, test }) => ({ ...differenceEvidence(what, test), unit }));
}

/** Writes "outer-map at α = 0.2 and 0.4; hadamard-map at α = 0.9"; nothing for no tests. */
export function placesText(tests: readonly NamedTest[]): string {
  return MAPS.map((map) => {
    const shortfalls = tests
      .filter(({ environment }) => environment === map)
      .map(({ allowedShortfall }) => String(allowedShortfall));
    return shortfalls.length === 0 ? '' : `${map} at α = ${listText(shortfalls)}`;
  })
    .filter((text) => text !== '')
    .join('; ');
}

const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  expectedRegret: 'expected regret',
  realisedRegret: 'realised regret',
  oracleRegret: 'regret in hindsight',
  baselineRounds: 'baseline rounds',
  expectedSlack: 'expected slack',
  realisedSlack: 'realised slack',
};
