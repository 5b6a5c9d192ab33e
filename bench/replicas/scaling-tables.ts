/**
 * The tables of docs/guides/scaling.md, made from a run: what replicas cost, three against one, and what that makes for
 * ten thousand decisions a second.
 */
import type { DocsTables } from '../benchmark.ts';
import type { Ratio } from '../service/service-table.ts';
import type { ReplicaMeasurement } from './measure-load.ts';

const FILE = 'docs/guides/scaling.md';
const SIZED_FOR = 10_000;

const grouped = (value: number) => Math.round(value).toLocaleString('en');

export function scalingTables(
  measured: readonly ReplicaMeasurement[],
  ratios: readonly Ratio[],
): DocsTables {
  return {
    file: FILE,
    tables: {
      'replicas-cost': costTable(measured),
      'replicas-ratios': ratioTable(ratios),
      'replicas-sizing': sizingTable(measured),
    },
  };
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = head.map(() => '---');
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function costTable(measured: readonly ReplicaMeasurement[]): string {
  const head = [
    'policies',
    'decisions in a request',
    'replicas',
    'callers',
    'asked',
    'decisions/s',
    'µs of CPU a decision, replicas',
    'PostgreSQL',
  ];
  const lines = measured.map((one) => [
    grouped(one.policyCount),
    `${one.batchSize}`,
    `${one.replicaCount}`,
    `${one.callers}`,
    one.isHolderAsked ? 'the holder' : 'any',
    grouped(one.decisionsPerSecond),
    grouped(one.replicaMicros),
    grouped(one.databaseMicros),
  ]);
  return table(head, lines);
}

function ratioTable(ratios: readonly Ratio[]): string {
  const lines = ratios.map(({ what, value, most, least, details }) => {
    const target = most === undefined ? `at least ${least}` : `at most ${most}`;
    const isMissed = (most !== undefined && value > most) || (least !== undefined && value < least);
    return [what, target, isMissed ? `**${value.toFixed(2)}**` : value.toFixed(2), details];
  });
  return table(['what', 'target', 'measured', 'from'], lines);
}

/** From what the most replicas need for a decision. */
function sizingTable(measured: readonly ReplicaMeasurement[]): string {
  const most = Math.max(...measured.map(({ replicaCount }) => replicaCount));
  const lines = measured
    .filter(({ policyCount, replicaCount }) => policyCount === 50 && replicaCount === most)
    .map(({ batchSize, callers, isHolderAsked, replicaMicros, databaseMicros }) => [
      batchSize === 1 ? 'one by one' : `in batches of ${batchSize}`,
      isHolderAsked ? 'the holder' : 'any',
      `${callers}`,
      `${grouped(replicaMicros)} + ${grouped(databaseMicros)} µs`,
      ((SIZED_FOR * replicaMicros) / 1e6).toFixed(1),
      ((SIZED_FOR * databaseMicros) / 1e6).toFixed(1),
    ]);
  const head = [
    'decisions',
    'asked',
    'callers',
    'CPU a decision',
    'cores for replicas',
    'cores for PostgreSQL',
  ];
  return table(head, lines);
}
