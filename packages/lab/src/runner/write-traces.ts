/**
 * The traces of an experiment as CSV and Parquet: one line for each trial and recorded round.
 *
 *     environment, strategy, allowedShortfall, trial, round, then every measure; empty if it does not apply
 *
 * In the CSV each number stands in the shortest form that reads back as the same number; in the Parquet
 * file each cell of the experiment is a group of rows. A fixed order: the same bytes always.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { CellTable } from '../experiments/summarise.ts';
import { type RecordLayout, TRACE_MEASURES } from '../experiments/trial-record.ts';
import { type ColumnCells, createParquet, type ParquetColumn } from '../parquet/parquet-file.ts';
import type { ResultFolder } from './result-folder.ts';

/** Rows that are made into one piece of text. */
const CSV_ROWS_AT_ONCE = 1024;

const TRACE_COLUMNS: readonly ParquetColumn[] = [
  { name: 'environment', type: 'text' },
  { name: 'strategy', type: 'text' },
  { name: 'allowedShortfall', type: 'number' },
  { name: 'trial', type: 'whole' },
  { name: 'round', type: 'whole' },
  ...TRACE_MEASURES.map((name) => ({
    name,
    type: name === 'baselineRounds' ? ('whole' as const) : ('number' as const),
  })),
];

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
  const parquet = createParquet(folder.draftPath('traces.parquet'), TRACE_COLUMNS);
  // Whatever fails, be it while nobody waits for the file, is told to whoever waits for both.
  await pipeline(linesOf(input, parquet), createWriteStream(folder.draftPath('traces.csv')));
  parquet.finish();
  await folder.publish('traces.csv');
  await folder.publish('traces.parquet');
}

/** Returns the text of the CSV, and writes the table on the way. */
async function* linesOf(
  input: TracesInput,
  parquet: ReturnType<typeof createParquet>,
): AsyncGenerator<string> {
  yield `${TRACE_COLUMNS.map(({ name }) => name).join(',')}\n`;
  for await (const cell of input.cells) {
    const columns = columnsOf(input, cell);
    yield* csvTexts(columns);
    parquet.write(columns);
  }
}

/** Returns the rows of one cell of the experiment, column by column. */
function columnsOf(
  { layout, recordedRounds }: TracesInput,
  { cell, table }: CellTable,
): ColumnCells[] {
  const columns: ColumnCells[] = TRACE_COLUMNS.map(() => []);
  const trialCount = table.length / layout.width;
  for (let trial = 0; trial < trialCount; trial++) {
    const row = layout.row(table, trial);
    recordedRounds.forEach((round, recordIndex) => {
      const measured = TRACE_MEASURES.map((measure) => {
        const value = row[layout.measureIndex(measure, recordIndex)]!;
        return Number.isNaN(value) ? null : value;
      });
      const { environment, strategy, allowedShortfall } = cell;
      const values = [environment, strategy, allowedShortfall, trial + 1, round, ...measured];
      values.forEach((value, place) => {
        columns[place]!.push(value);
      });
    });
  }
  return columns;
}

function* csvTexts(columns: readonly ColumnCells[]): Generator<string> {
  const rowCount = columns[0]!.length;
  for (let start = 0; start < rowCount; start += CSV_ROWS_AT_ONCE) {
    let text = '';
    for (let row = start; row < Math.min(start + CSV_ROWS_AT_ONCE, rowCount); row++) {
      text += `${columns.map((cells) => cells[row] ?? '').join(',')}\n`;
    }
    yield text;
  }
}
