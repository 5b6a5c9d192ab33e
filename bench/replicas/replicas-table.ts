/** What replicas did and cost, as text for people. */
import type { ReplicaMeasurement } from './measure-load.ts';

const HEADINGS = [
  'policies',
  'in a request',
  'replicas',
  'callers',
  'asked',
  'decisions/s',
  'µs replicas',
  'µs PostgreSQL',
  'p50 ms',
  'p99 ms',
];

export function formatMeasurements(measured: readonly ReplicaMeasurement[]): string {
  const lines = measured.map((one) => [
    `${one.policyCount}`,
    `${one.batchSize}`,
    `${one.replicaCount}`,
    `${one.callers}`,
    one.isHolderAsked ? 'holder' : 'any',
    one.decisionsPerSecond.toFixed(0),
    one.replicaMicros.toFixed(0),
    one.databaseMicros.toFixed(0),
    one.medianMs.toFixed(1),
    one.p99Ms.toFixed(1),
  ]);
  const all = [HEADINGS, ...lines];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  return all
    .map((line) => `${line.map((cell, column) => cell.padStart(widths[column]!)).join('  ')}\n`)
    .join('');
}
