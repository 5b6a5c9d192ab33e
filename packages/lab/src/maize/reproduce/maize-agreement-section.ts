/**
 * The tables that set our numbers beside those of the independent program.
 */
import type { ExperimentSummary } from '../../experiments/experiment-summary.ts';
import { labelOf } from '../../experiments/summary-cells.ts';
import { shortNumber } from '../../plots/number-text.ts';
import {
  type Block,
  type Column,
  left,
  paragraph,
  right,
  type Section,
  type TableCell,
} from '../../reports/report.ts';
import {
  type Agreement,
  type AgreementLine,
  type AgreementQuantity,
  differenceName,
} from '../../reproduce/agreement.ts';
import { agreementText } from '../../reproduce/agreement-section.ts';
import { ALGORITHM_1, CLUCB } from './maize-experiment.ts';

export const NOT_CHECKED =
  'Not checked: the reference rows have 1000 rounds, and at least two trials are needed.';

/** Returns the section; it says so if nothing can be compared. */
export function maizeAgreementSection(
  summary: ExperimentSummary,
  agreement: Agreement | null,
): Section {
  const blocks =
    agreement === null
      ? [paragraph(NOT_CHECKED)]
      : [
          paragraph(agreementText(agreement)),
          rowTable(summary, agreement),
          differenceTable(summary, agreement),
        ];
  return { id: 'agreement', title: 'Agreement with the reference rows', blocks };
}

const PLACE: readonly Column[] = [left('map'), left('strategy'), right('α')];

function rowTable(summary: ExperimentSummary, { lines }: Agreement): Block {
  const difference = differenceOf(summary);
  const first = lines.filter(
    ({ strategy, quantity }) => strategy !== difference && quantity === 'expectedRegret',
  );
  return {
    kind: 'table',
    caption:
      'Measured and reference values, mean ± standard error, and their distance in standard errors of the difference. The last column is the larger distance of realised regret and regret in hindsight.',
    columns: [
      ...PLACE,
      ...comparisonColumns('expected regret'),
      ...comparisonColumns('baseline rounds'),
      right('others'),
    ],
    rows: first.map((line) =>
      rowOf(
        summary,
        lines.filter((other) => isSamePlace(other, line)),
      ),
    ),
  };
}

function rowOf(summary: ExperimentSummary, group: readonly AgreementLine[]): TableCell[] {
  const of = (quantity: AgreementQuantity) => group.find((line) => line.quantity === quantity)!;
  const { environment, strategy, allowedShortfall } = group[0]!;
  const others = [of('realisedRegret'), of('oracleRegret')].sort(
    (one, two) => Math.abs(two.standardErrors) - Math.abs(one.standardErrors),
  );
  return [
    environment,
    labelOf(summary, strategy),
    allowedShortfall === null ? '–' : String(allowedShortfall),
    ...comparisonCells(of('expectedRegret')),
    ...comparisonCells(of('baselineRounds')),
    distanceCell(others[0]!),
  ];
}

function differenceOf(summary: ExperimentSummary): string {
  return differenceName(summary, { strategy: ALGORITHM_1, minus: CLUCB });
}

function differenceTable(summary: ExperimentSummary, { lines }: Agreement): Block {
  const difference = differenceOf(summary);
  const first = lines.filter(
    ({ strategy, quantity }) => strategy === difference && quantity === 'expectedRegret',
  );
  return {
    kind: 'table',
    caption: `${difference} on the same random numbers, measured and reference.`,
    columns: [
      left('map'),
      right('α'),
      ...comparisonColumns('expected regret'),
      ...comparisonColumns('regret in hindsight'),
    ],
    rows: first.map((line) => {
      const oracle = lines.find(
        (other) => isSamePlace(other, line) && other.quantity === 'oracleRegret',
      )!;
      const place = [line.environment, String(line.allowedShortfall)];
      return [...place, ...comparisonCells(line), ...comparisonCells(oracle)];
    }),
  };
}

function isSamePlace(one: AgreementLine, two: AgreementLine): boolean {
  return (
    one.environment === two.environment &&
    one.strategy === two.strategy &&
    one.allowedShortfall === two.allowedShortfall
  );
}

function comparisonColumns(name: string): Column[] {
  return [right(name), right('reference'), right('distance')];
}

function comparisonCells(line: AgreementLine): TableCell[] {
  return [meanText(line.measured), meanText(line.reference), distanceCell(line)];
}

function meanText({ mean, standardError }: AgreementLine['measured']): string {
  return `${shortNumber(mean)} ± ${shortNumber(standardError)}`;
}

function distanceCell({ standardErrors, isWithin }: AgreementLine): TableCell {
  const sign = standardErrors < 0 ? '−' : '+';
  const text = `${sign}${Math.abs(standardErrors).toFixed(1)}`;
  return { text, tone: isWithin ? 'good' : 'bad' };
}
