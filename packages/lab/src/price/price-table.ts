/**
 * The report as an aligned table for people.
 */
import type { PriceRow } from './price-row.ts';

interface Column {
  readonly title: string;
  readonly text: (row: PriceRow) => string;
  readonly align: 'left' | 'right';
}

const COLUMNS: readonly Column[] = [
  { title: 'experiment', align: 'left', text: ({ experiment }) => experiment },
  { title: 'strategy', align: 'left', text: ({ strategy }) => strategy },
  {
    title: 'shortfall',
    align: 'right',
    text: ({ allowedShortfall }) => allowedShortfall.toFixed(1),
  },
  {
    title: 'regret',
    align: 'right',
    text: (row) => plusMinus(row.expectedRegret, row.standardError),
  },
  { title: 'baseline', align: 'right', text: ({ baselineRounds }) => baselineRounds.toFixed(1) },
  { title: 'held out', align: 'right', text: ({ heldOutRounds }) => heldOutRounds.toFixed(1) },
  { title: 'broken', align: 'right', text: ({ violations }) => String(violations) },
  {
    title: 'played',
    align: 'right',
    text: ({ violationsByPromise }) => String(violationsByPromise.played),
  },
  {
    title: 'realised',
    align: 'right',
    text: ({ violationsByPromise }) => String(violationsByPromise.realised),
  },
  {
    title: 'observed',
    align: 'right',
    text: ({ violationsByPromise }) => String(violationsByPromise.observed),
  },
  {
    title: 'invalid',
    align: 'right',
    text: ({ invalidCertificates }) => String(invalidCertificates),
  },
  {
    title: '− as-written',
    align: 'right',
    text: (row) => plusMinus(row.differenceToAsWritten, row.differenceStandardError),
  },
  {
    title: 'reference',
    align: 'right',
    text: (row) => plusMinus(row.reference, row.referenceStandardError),
  },
  { title: 'verdict', align: 'left', text: verdict },
];

/** Returns the table, ready to print. */
export function priceTable(rows: readonly PriceRow[]): string {
  const { trials, rounds, seed } = rows[0]!;
  const lines = [COLUMNS.map(({ title }) => title), ...rows.map(cellsOf)];
  const widths = COLUMNS.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return [
    `The price of safety: expected regret over ${rounds} rounds, ${trials} trials, seed ${seed}.`,
    '',
    ...lines.map((line) => alignLine(line, widths)),
    '',
    'baseline   rounds in which the candidate was refused, or was the baseline itself',
    'broken     trials in which the own promise was broken; then the other promises, for information',
    'invalid    trials in which the certificate ever claimed more than the truth',
    'verdict    against the reference: at most three standard errors of the difference above it',
    'as-written and ungated make no sound promise: what they break does not fail the check.',
  ].join('\n');
}

function cellsOf(row: PriceRow): string[] {
  return COLUMNS.map(({ text }) => text(row));
}

function alignLine(cells: readonly string[], widths: readonly number[]): string {
  const aligned = cells.map((cell, i) =>
    COLUMNS[i]!.align === 'left' ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
  );
  return aligned.join('  ').trimEnd();
}

function plusMinus(mean: number | null, error: number | null): string {
  if (mean === null || error === null) return '–';
  const digits = Math.abs(mean) < 200 ? 1 : 0;
  return `${mean.toFixed(digits)} ± ${error.toFixed(digits)}`;
}

function verdict(row: PriceRow): string {
  if (row.isWithinReference === null || row.reference === null) return '–';
  if (!row.isWithinReference) return 'HIGHER';
  return row.expectedRegret < row.reference ? 'lower' : 'within';
}
