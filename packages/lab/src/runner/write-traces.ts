/**
 * The traces of an experiment as CSV and Parquet: one line for each trial and recorded round.
 *
 *     environment, strategy, allowedShortfall, trial, round, then every measure; empty if it does not apply
 *
 * The CSV is written first, each number in the shortest form that reads back as the same number;
 * DuckDB then makes the Parquet file from it. One thread and a fixed order: the same bytes always.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import type { CellTable } from '../experiments/summarise.ts';
import { type RecordLayout, TRACE_MEASURES } from '../experiments/trial-record.ts';
import type { ResultFolder } from './result-folder.ts';

export const TRACE_COLUMNS: Readonly<Record<string, string>> = {
  environment: 'VARCHAR',
  strategy: 'VARCHAR',
  allowedShortfall: 'DOUBLE',
  trial: 'INTEGER',
  round: 'INTEGER',
  ...Object.fromEntries(
    TRACE_MEASURES.map((measure) => [measure, measure === 'baselineRounds' ? 'INTEGER' : 'DOUBLE']),
  ),
};

export interface TracesInput {
  readonly folder: ResultFolder;
  readonly layout: RecordLayout;
  readonly recordedRounds: readonly number[];
  /** The rows of all cells, one cell at a time. */
  readonly cells: AsyncIterable<CellTable>;
}

/** Writes both files. */
export async function writeTraces(input: TracesInput): Promise<void> {
  const { folder } = input;
  await writeCsv(input);
  await writeParquet(folder.draftPath('traces.csv'), folder.draftPath('traces.parquet'));
  await folder.publish('traces.csv');
  await folder.publish('traces.parquet');
}

async function writeCsv(input: TracesInput): Promise<void> {
  const stream = createWriteStream(input.folder.draftPath('traces.csv'));
  const write = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(`${Object.keys(TRACE_COLUMNS).join(',')}\n`);
  for await (const cell of input.cells) {
    const trialCount = cell.table.length / input.layout.width;
    for (let trial = 0; trial < trialCount; trial++) await write(trialLines(input, cell, trial));
  }
  stream.end();
  await finished(stream);
}

function trialLines(
  { layout, recordedRounds }: TracesInput,
  { cell, table }: CellTable,
  trial: number,
): string {
  const { environment, strategy, allowedShortfall } = cell;
  const start = `${environment},${strategy},${allowedShortfall ?? ''},${trial + 1}`;
  const row = layout.row(table, trial);
  let text = '';
  recordedRounds.forEach((round, recordIndex) => {
    text += `${start},${round}`;
    for (const measure of TRACE_MEASURES) {
      const value = row[layout.measureIndex(measure, recordIndex)]!;
      text += Number.isNaN(value) ? ',' : `,${value}`;
    }
    text += '\n';
  });
  return text;
}

async function writeParquet(csvPath: string, parquetPath: string): Promise<void> {
  const columns = Object.entries(TRACE_COLUMNS).map(([name, type]) => `'${name}': '${type}'`);
  const database = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await database.connect();
  try {
    await connection.run(
      `COPY (SELECT * FROM read_csv(${quoted(csvPath)}, header = true, auto_detect = false, ` +
        `columns = {${columns.join(', ')}})) TO ${quoted(parquetPath)} (FORMAT parquet)`,
    );
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
