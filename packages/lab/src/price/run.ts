/**
 * The price command: reads the arguments, measures, prints the report, and sets the exit code.
 */
import { HedgerowError } from '@hedgerow/core';
import { type MeasureOptions, measurePrice } from './measure-price.ts';
import { PRICE_HELP, type PriceArguments, readPriceArguments } from './price-arguments.ts';
import { isPromiseFailed } from './price-row.ts';
import { priceTable } from './price-table.ts';
import { progressTo } from './progress.ts';
import { measureRare, rareDefaults } from './rare/measure-rare.ts';
import { isRareRowFailed, type RareRow, rareTable } from './rare/rare-table.ts';
import { COMPARED_NAMES } from './worlds/compared-worlds.ts';
import { measureWorlds } from './worlds/measure-worlds.ts';
import { isBehind, worldTable } from './worlds/world-rows.ts';

const EXIT_FAILED = 1;
const EXIT_BAD_INPUT = 2;
const EXIT_INTERRUPTED = 130;

process.exitCode = await main(process.argv.slice(2));

async function main(texts: readonly string[]): Promise<number> {
  try {
    if (texts[0] === 'worlds') {
      return await answer(readPriceArguments(texts.slice(1), COMPARED_NAMES), reportWorlds);
    }
    if (texts[0] === 'rare') return await answer(readRareArguments(texts.slice(1)), reportRare);
    return await answer(readPriceArguments(texts), reportPrice);
  } catch (error) {
    if (!(error instanceof HedgerowError)) throw error;
    process.stderr.write(`price: ${error.message}\n(add --help for the list of options)\n`);
    return EXIT_BAD_INPUT;
  }
}

/** What a report says, and whether what it measured is as it should be. */
interface Report {
  readonly text: string;
  readonly isPassed: boolean;
}

type Measure = (wanted: PriceArguments, options: MeasureOptions) => Promise<Report>;

async function reportPrice(wanted: PriceArguments, options: MeasureOptions): Promise<Report> {
  const rows = await measurePrice(wanted, options);
  return { text: textOf(rows, wanted, priceTable), isPassed: !rows.some(isPromiseFailed) };
}

async function reportWorlds(wanted: PriceArguments, options: MeasureOptions): Promise<Report> {
  const rows = await measureWorlds(wanted, options);
  return { text: textOf(rows, wanted, worldTable), isPassed: !rows.some(isBehind) };
}

async function reportRare(wanted: PriceArguments, options: MeasureOptions): Promise<Report> {
  const rows = await measureRare(wanted, options);
  const table = (measured: readonly RareRow[]) => rareTable(measured, wanted.seed);
  return { text: textOf(rows, wanted, table), isPassed: !rows.some(isRareRowFailed) };
}

/** Like the others, with defaults of its own, and `--quick`. */
function readRareArguments(texts: readonly string[]): PriceArguments {
  const others = texts.filter((text) => text !== '--quick');
  return readPriceArguments([...rareDefaults(others.length < texts.length), ...others]);
}

function textOf<Row>(
  rows: readonly Row[],
  { format }: PriceArguments,
  table: (rows: readonly Row[]) => string,
): string {
  return format === 'json' ? JSON.stringify(rows, null, 2) : table(rows);
}

async function answer(wanted: PriceArguments, measure: Measure): Promise<number> {
  if (!wanted.isHelpWanted) return await measureAndReport(wanted, measure);
  process.stdout.write(`${PRICE_HELP}\n`);
  return 0;
}

async function measureAndReport(wanted: PriceArguments, measure: Measure): Promise<number> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const { trialCount, roundCount, workerCount } = wanted;
  process.stderr.write(
    `${trialCount} trials of ${roundCount} rounds for each cell, on ${workerCount} threads\n`,
  );
  try {
    const { text, isPassed } = await measure(wanted, {
      onProgress: progressTo(process.stderr),
      signal: interruption.signal,
    });
    process.stdout.write(`${text}\n`);
    return isPassed ? 0 : EXIT_FAILED;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write('\nprice: interrupted, nothing was measured to the end.\n');
    return EXIT_INTERRUPTED;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
