/**
 * The report as an aligned table for people.
 */
import { alignColumns } from '../experiments/align-columns.ts';
import type { PriceRow } from './price-row.ts';

interface Column {
  readonly title: string;
  readonly text: (row: PriceRow) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'experiment', text: ({ experiment }) => experiment },
  { title: 'strategy', text: ({ strategy }) => strategy },
  {
    title: 'shortfall',

    text: ({ allowedShortfall }) => allowedShortfall.toFixed(1),
  },
  {
    title: 'regret',

    text: (row) => plusMinus(row.expectedRegret, row.standardError),
  },
  { title: 'baseline', text: ({ baselineRounds }) => baselineRounds.toFixed(1) },
  { title: 'held out', text: ({ heldOutRounds }) => heldOutRounds.toFixed(1) },
  { title: 'broken', text: ({ violations }) => String(violations) },
  {
    title: 'played',

    text: ({ violationsByPromise }) => String(violationsByPromise.played),
  },
  {
    title: 'realised',

    text: ({ violationsByPromise }) => String(violationsByPromise.realised),
  },
  {
    title: 'observed',

    text: ({ violationsByPromise }) => String(violationsByPromise.observed),
  },
  {
    title: 'invalid',

    text: ({ invalidCertificates }) => String(invalidCertificates),
  },
  {
    title: '− as-written',

    text: (row) => plusMinus(row.differenceToAsWritten, row.differenceStandardError),
  },
  {
    title: 'reference',

    text: (row) => plusMinus(row.reference, row.referenceStandardError),
  },
  { title: 'verdict', text: verdict },
];

/** Returns the table, ready to print. */
export function priceTable(rows: readonly PriceRow[]): string {
  const { trials, rounds, seed } = rows[0]!;
  return [
    `The price of safety: expected regret over ${rounds} rounds, ${trials} trials, seed ${seed}.`,
    '',
    ...alignColumns([COLUMNS.map(({ title }) => title), ...rows.map(cellsOf)]),
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
