/**
 * The columns of an export as Parquet: one for each field of a line, flat, so that every tool can read them. What has fields of its
 * own (the context, what was thought of each action, probabilities, parts) is JSON text; of what is asked most, the
 * predictions of the action and of the baseline, there are columns besides.
 */
import type { ActionBounds } from '@hedgerow/core';
import type { SchemaElement } from 'hyparquet-writer';
import type { LogLine } from '../../wire.ts';

type CellKind = 'text' | 'number' | 'whole' | 'time' | 'truth';
type Cell = string | number | boolean | Date | null;

interface Column {
  readonly kind: CellKind;
  readonly read: (line: LogLine) => Cell | undefined;
}

/** In the order of the file. */
const COLUMNS: Readonly<Record<string, Column>> = {
  id: { kind: 'text', read: ({ id }) => id },
  policy: { kind: 'text', read: ({ policy }) => policy },
  generation: { kind: 'whole', read: ({ generation }) => generation },
  sequence: { kind: 'whole', read: ({ sequence }) => sequence },
  decidedAt: { kind: 'time', read: ({ decidedAt }) => new Date(decidedAt) },
  mode: { kind: 'text', read: ({ mode }) => mode },
  site: { kind: 'text', read: ({ site }) => site },
  group: { kind: 'text', read: ({ group }) => group },
  period: { kind: 'text', read: ({ period }) => period },
  subject: { kind: 'text', read: ({ subject }) => subject },
  size: { kind: 'number', read: ({ size }) => size },
  context: { kind: 'text', read: ({ context }) => JSON.stringify(context) },
  forgotten: { kind: 'truth', read: ({ forgotten }) => forgotten === true },
  action: { kind: 'text', read: ({ action }) => action },
  propensity: { kind: 'number', read: ({ propensity }) => propensity },
  propensities: { kind: 'text', read: ({ propensities }) => JSON.stringify(propensities) },
  baseline: { kind: 'text', read: ({ baseline }) => baseline },
  baselineRewardMin: { kind: 'number', read: (line) => line.baselineReward?.min },
  baselineRewardMax: { kind: 'number', read: (line) => line.baselineReward?.max },
  proposal: { kind: 'text', read: ({ proposal }) => proposal },
  proposedBy: { kind: 'text', read: ({ proposedBy }) => proposedBy },
  chosenBy: { kind: 'text', read: ({ chosenBy }) => chosenBy },
  reason: { kind: 'text', read: ({ reason }) => reason },
  predicted: { kind: 'number', read: (line) => boundsOf(line, line.action)?.predicted },
  predictedLow: { kind: 'number', read: (line) => boundsOf(line, line.action)?.low },
  predictedHigh: { kind: 'number', read: (line) => boundsOf(line, line.action)?.high },
  baselinePredicted: { kind: 'number', read: (line) => boundsOf(line, line.baseline)?.predicted },
  bounds: { kind: 'text', read: ({ bounds }) => JSON.stringify(bounds) },
  playProbability: { kind: 'number', read: ({ coin }) => coin?.playProbability },
  explorationShare: { kind: 'number', read: ({ exploration }) => exploration?.share },
  parts: {
    kind: 'text',
    read: ({ parts }) => (parts === undefined ? null : JSON.stringify(parts)),
  },
  marginBefore: { kind: 'number', read: ({ marginBefore }) => marginBefore },
  marginAfter: { kind: 'number', read: ({ marginAfter }) => marginAfter },
  state: { kind: 'text', read: ({ state }) => state },
  reward: { kind: 'number', read: ({ reward }) => reward },
  rewardedAt: { kind: 'time', read: (line) => timeOf(line.rewardedAt) },
  correctionCount: { kind: 'whole', read: ({ correctionCount }) => correctionCount },
};

const TYPES: Readonly<Record<CellKind, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  number: { type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  whole: { type: 'INT32', repetition_type: 'OPTIONAL' },
  truth: { type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'OPTIONAL' },
};

export interface ParquetColumn {
  readonly name: string;
  readonly data: Cell[];
}

/** What the file says of its columns. */
export const PARQUET_SCHEMA: SchemaElement[] = [
  { name: 'root', num_children: Object.keys(COLUMNS).length },
  ...Object.entries(COLUMNS).map(([name, { kind }]) => ({ name, ...TYPES[kind] })),
];

/** Returns the cells of some lines, column by column. */
export function parquetCells(lines: readonly LogLine[]): ParquetColumn[] {
  return Object.entries(COLUMNS).map(([name, { read }]) => ({
    name,
    data: lines.map((line) => read(line) ?? null),
  }));
}

function boundsOf({ bounds }: LogLine, wanted: string): ActionBounds | undefined {
  return bounds.find(({ action }) => action === wanted);
}

function timeOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
