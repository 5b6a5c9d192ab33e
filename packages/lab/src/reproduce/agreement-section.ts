/**
 * The table that sets our numbers beside those of the independent reference.
 */
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import { labelOf } from '../experiments/summary-cells.ts';
import { listText } from '../plots/number-text.ts';
import {
  type Block,
  left,
  paragraph,
  right,
  type Section,
  type TableCell,
} from '../reports/report.ts';
import { errorText } from '../reports/results-section.ts';
import type { Agreement, AgreementLine, AgreementQuantity } from './agreement.ts';

const QUANTITY_NAMES: Readonly<Record<AgreementQuantity, string>> = {
  expectedRegret: 'expected regret',
  realisedRegret: 'realised regret',
  oracleRegret: 'regret in hindsight',
  baselineRounds: 'baseline rounds',
  coverageFailures: 'true weights outside the set',
  expectedViolations: 'expected total broken',
  realisedViolations: 'realised total broken',
};

/** Returns the section; it says so if nothing can be compared. */
export function agreementSection(summary: ExperimentSummary, agreement: Agreement | null): Section {
  const blocks =
    agreement === null
      ? [
          paragraph(
            'Not checked: the reference runs have 2000 rounds, and at least two trials are needed.',
          ),
        ]
      : [paragraph(agreementText(agreement)), agreementTable(summary, agreement)];
  return { id: 'agreement', title: 'Agreement with the reference runs', blocks };
}

/** Says in one or two sentences how well the numbers agree. */
export function agreementText({ lines, limit, isReached }: Agreement): string {
  const outside = lines.filter(({ isWithin }) => !isWithin);
  const largest = Math.max(...lines.map(({ standardErrors }) => Math.abs(standardErrors)));
  const within = `${lines.length - outside.length} of ${lines.length} numbers lie within ${limit.toFixed(limit === 3 ? 0 : 1)} standard errors of the difference; the largest distance is ${largest.toFixed(1)}.`;
  if (isReached) return within;
  return `${within} Outside: ${listText(outside.map(lineName))}.`;
}

function lineName({ environment, strategy, allowedShortfall, quantity }: AgreementLine): string {
  const where = allowedShortfall === null ? '' : `, α = ${allowedShortfall}`;
  return `${QUANTITY_NAMES[quantity]} of ${strategy} in ${environment}${where}`;
}

function agreementTable(summary: ExperimentSummary, { lines }: Agreement): Block {
  return {
    kind: 'table',
    caption:
      'Measured and reference values, mean ± standard error, and their distance in standard errors of the difference. The last column is the largest distance among realised regret, regret in hindsight, coverage and violations.',
    columns: [
      left('environment'),
      left('strategy'),
      right('α'),
      right('regret measured'),
      right('reference'),
      right('distance'),
      right('baseline rounds'),
      right('reference'),
      right('distance'),
      right('others'),
    ],
    rows: groupsOf(lines).map((group) => rowOf(summary, group)),
  };
}

function rowOf(summary: ExperimentSummary, group: readonly AgreementLine[]): TableCell[] {
  const of = (quantity: AgreementQuantity) => group.find((line) => line.quantity === quantity)!;
  const regret = of('expectedRegret');
  const baseline = of('baselineRounds');
  const others = group.filter((line) => line !== regret && line !== baseline);
  const farthest = others.reduce((far, line) =>
    Math.abs(line.standardErrors) > Math.abs(far.standardErrors) ? line : far,
  );
  return [
    regret.environment,
    labelOf(summary, regret.strategy),
    regret.allowedShortfall === null ? '–' : String(regret.allowedShortfall),
    errorText(regret.measured),
    errorText(regret.reference),
    distanceCell(regret),
    errorText(baseline.measured),
    errorText(baseline.reference),
    distanceCell(baseline),
    distanceCell(farthest),
  ];
}

function distanceCell({ standardErrors, isWithin }: AgreementLine): TableCell {
  const sign = standardErrors < 0 ? '−' : '+';
  return {
    text: `${sign}${Math.abs(standardErrors).toFixed(1)}`,
    tone: isWithin ? 'good' : 'bad',
  };
}

/** Lines of one cell stand together. */
function groupsOf(lines: readonly AgreementLine[]): AgreementLine[][] {
  const groups = new Map<string, AgreementLine[]>();
  for (const line of lines) {
    const name = `${line.environment} ${line.strategy} ${line.allowedShortfall}`;
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  return [...groups.values()];
}
