/**
 * Tables of results for any experiment: regret, baseline rounds, and how the promises were kept.
 */
import type { CellSummary, ExperimentSummary } from '../experiments/experiment-summary.ts';
import { labelOf, lastOf } from '../experiments/summary-cells.ts';
import { rateLimits } from '../measures/clopper-pearson.ts';
import type { MeanAndError } from '../measures/mean-and-error.ts';
import { percentage, shortNumber } from '../plots/number-text.ts';
import { type Block, left, right, type TableCell } from './report.ts';

/** Returns the table of regrets and baseline rounds of all cells. */
export function regretTable(summary: ExperimentSummary): Block {
  return {
    kind: 'table',
    caption: `Regret after ${summary.experiment.rounds} rounds, in reward units, and rounds given to the baseline: mean ± standard error over trials.`,
    columns: [
      left('environment'),
      left('strategy'),
      right('α'),
      right('expected regret'),
      right('realised regret'),
      right('regret in hindsight'),
      right('baseline rounds'),
      right('learner’s share'),
    ],
    rows: summary.cells.map((cell) => [
      ...nameOf(summary, cell),
      errorText(lastOf(cell, 'expectedRegret')),
      errorText(lastOf(cell, 'realisedRegret')),
      errorText(lastOf(cell, 'oracleRegret')),
      errorText(lastOf(cell, 'baselineRounds')),
      percentage(cell.learnerShare),
    ]),
  };
}

/** Returns the table of violations, coverage and certificates of all cells of the experiments. */
export function safetyTable(summaries: readonly ExperimentSummary[]): Block {
  return {
    kind: 'table',
    caption:
      'Trials in which the total fell below (1 − α) of the baseline’s at any round, with exact 95 % limits. Strategies without a promise (α in brackets) are judged by the experiment’s smallest α.',
    columns: [
      left('environment'),
      left('strategy'),
      right('α'),
      right('expected total broken'),
      right('realised total broken'),
      right('true weights outside the set'),
      right('certificates above the truth'),
    ],
    rows: summaries.flatMap((summary) =>
      summary.cells.map((cell) => [
        ...nameOf(summary, cell, true),
        countCell(cell.violations.expected, cell),
        countCell(cell.violations.realised, cell),
        cell.coverageFailures === null ? '–' : countCell(cell.coverageFailures, cell),
        cell.invalidCertificates === null ? '–' : countCell(cell.invalidCertificates, cell),
      ]),
    ),
  };
}

/** Writes a mean with its standard error. */
export function errorText({ mean, standardError }: MeanAndError): string {
  return `${shortNumber(mean)} ± ${shortNumber(standardError)}`;
}

/** Writes a count with the limits of its rate. */
export function countText(count: number, trials: number): string {
  const { low, high } = rateLimits(count, trials);
  return `${count} of ${trials} (${percentage(low)} – ${percentage(high)})`;
}

function countCell(count: number, { trials }: CellSummary): TableCell {
  const text = countText(count, trials);
  return count === 0 ? text : { text, tone: 'bad' };
}

function nameOf(summary: ExperimentSummary, cell: CellSummary, isJudged = false): string[] {
  const { environment, strategy, allowedShortfall, judgedShortfall } = cell;
  const judged = isJudged ? `(${judgedShortfall})` : '–';
  return [
    environment,
    labelOf(summary, strategy),
    allowedShortfall === null ? judged : String(allowedShortfall),
  ];
}
