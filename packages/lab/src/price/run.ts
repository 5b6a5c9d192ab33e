/**
 * The price command: reads the arguments, measures, prints the report, and sets the exit code.
 */
import { HedgerowError } from '@hedgerow/core';
import { type MeasureOptions, measurePrice } from './measure-price.ts';
import { PRICE_HELP, type PriceArguments, readPriceArguments } from './price-arguments.ts';
import { isPromiseFailed, type PriceRow } from './price-row.ts';
import { priceTable } from './price-table.ts';
import { progressTo } from './progress.ts';
import { measureRare, rareDefaults } from './rare/measure-rare.ts';
import { isRareRowFailed, rareTable } from './rare/rare-table.ts';

const EXIT_PROMISE_BROKEN = 1;
const EXIT_BAD_INPUT = 2;
const EXIT_INTERRUPTED = 130;

process.exitCode = await main(process.argv.slice(2));

async function main(texts: readonly string[]): Promise<number> {
  try {
    if (texts[0] === 'rare') return await rareSection(texts.slice(1));
    const wanted = readPriceArguments(texts);
    if (!wanted.isHelpWanted) {
      return await measureAndReport(wanted, (options) => priceReport(wanted, options));
    }
    process.stdout.write(`${PRICE_HELP}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof HedgerowError)) throw error;
    process.stderr.write(`price: ${error.message}\n(add --help for the list of options)\n`);
    return EXIT_BAD_INPUT;
  }
}

/** Yes/no rewards, from common to rare; see the help. */
async function rareSection(texts: readonly string[]): Promise<number> {
  const others = texts.filter((text) => text !== '--quick');
  const wanted = readPriceArguments([...rareDefaults(others.length < texts.length), ...others]);
  if (wanted.isHelpWanted) return main(['--help']);
  return await measureAndReport(wanted, async (options) => {
    const rows = await measureRare(wanted, options);
    const table = rareTable(rows, wanted.seed);
    return {
      report: wanted.format === 'json' ? JSON.stringify(rows, null, 2) : table,
      isFailed: rows.some(isRareRowFailed),
    };
  });
}

async function priceReport(wanted: PriceArguments, options: MeasureOptions): Promise<Report> {
  const rows = await measurePrice(wanted, options);
  return { report: report(rows, wanted), isFailed: rows.some(isPromiseFailed) };
}

interface Report {
  readonly report: string;
  readonly isFailed: boolean;
}

async function measureAndReport(
  wanted: PriceArguments,
  measure: (options: MeasureOptions) => Promise<Report>,
): Promise<number> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const { trialCount, roundCount, workerCount } = wanted;
  process.stderr.write(
    `${trialCount} trials of ${roundCount} rounds for each cell, on ${workerCount} threads\n`,
  );
  try {
    const { report, isFailed } = await measure({
      onProgress: progressTo(process.stderr),
      signal: interruption.signal,
    });
    process.stdout.write(`${report}\n`);
    return isFailed ? EXIT_PROMISE_BROKEN : 0;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write('\nprice: interrupted, nothing was measured to the end.\n');
    return EXIT_INTERRUPTED;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

function report(rows: readonly PriceRow[], wanted: PriceArguments): string {
  return wanted.format === 'json' ? JSON.stringify(rows, null, 2) : priceTable(rows);
}
