/**
 * The summary of an experiment as a plain table, one line a cell.
 */
import { meanAndError } from '../measures/mean-and-error.ts';
import { alignColumns } from './align-columns.ts';
import type {
  CellSummary,
  Curve,
  DifferenceSummary,
  ExperimentSummary,
} from './experiment-summary.ts';

/** Returns the table as lines. */
export function summaryLines({ experiment, cells, differences }: ExperimentSummary): string[] {
  const title = experiment.title ?? experiment.name;
  return [
    `${title}: ${experiment.trials} trials of ${experiment.rounds} rounds`,
    '',
    ...alignColumns([[...HEADER, ...ownNames(experiment)], ...cells.map(columns)]),
    '',
    'Regret: mean ± standard error at the last round. Broken: trials in which a promise about',
    'expected, or about realised rewards was broken at any round, whether it was made or not.',
    ...(differences.length === 0 ? [] : differenceLines(differences)),
  ];
}

function differenceLines(differences: readonly DifferenceSummary[]): string[] {
  const header = ['environment', 'difference', 'shortfall', 'expected regret', 'oracle regret'];
  const rows = differences.map(({ environment, strategy, minus, allowedShortfall, curves }) => [
    environment,
    `${strategy} − ${minus}`,
    allowedShortfall === null ? '' : String(allowedShortfall),
    lastPoint(curves.expectedRegret),
    lastPoint(curves.oracleRegret),
  ]);
  return ['', ...alignColumns([header, ...rows]), '', 'Differences are taken trial by trial.'];
}

const HEADER = [
  'environment',
  'strategy',
  'shortfall',
  'expected regret',
  'realised regret',
  'oracle regret',
  'baseline rounds',
  'broken expected',
  'broken realised',
  'uncovered',
];

function columns(cell: CellSummary): string[] {
  const { curves, violations, coverageFailures } = cell;
  return [
    cell.environment,
    cell.strategy,
    cell.allowedShortfall === null ? '' : String(cell.allowedShortfall),
    lastPoint(curves.expectedRegret),
    lastPoint(curves.realisedRegret),
    lastPoint(curves.oracleRegret),
    curves.baselineRounds.mean.at(-1)!.toFixed(1),
    String(violations.expected),
    String(violations.realised),
    coverageFailures === null ? '' : String(coverageFailures),
    ...Object.values(cell.own ?? {}).map(ownText),
  ];
}

function ownNames({ measures = [] }: ExperimentSummary['experiment']): string[] {
  return measures.map(({ id }) => id);
}

function ownText(values: readonly number[]): string {
  const { mean, standardError } = meanAndError(values);
  return `${mean.toFixed(1)} ± ${standardError.toFixed(1)}`;
}

function lastPoint({ mean, standardError }: Curve): string {
  return `${mean.at(-1)!.toFixed(1)} ± ${standardError.at(-1)!.toFixed(1)}`;
}
