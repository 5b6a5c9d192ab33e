/**
 * The price command: reads the arguments, measures, prints the report, and sets the exit code.
 */
import { HedgerowError } from '@hedgerow/core';
import { measurePrice } from './measure-price.ts';
import { PRICE_HELP, type PriceArguments, readPriceArguments } from './price-arguments.ts';
import { isPromiseFailed, type PriceRow } from './price-row.ts';
import { priceTable } from './price-table.ts';
import { progressTo } from './progress.ts';

const EXIT_PROMISE_BROKEN = 1;
const EXIT_BAD_INPUT = 2;
const EXIT_INTERRUPTED = 130;

process.exitCode = await main(process.argv.slice(2));

async function main(texts: readonly string[]): Promise<number> {
  try {
    const wanted = readPriceArguments(texts);
    if (!wanted.isHelpWanted) return await measureAndReport(wanted);
    process.stdout.write(`${PRICE_HELP}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof HedgerowError)) throw error;
    process.stderr.write(`price: ${error.message}\n(add --help for the list of options)\n`);
    return EXIT_BAD_INPUT;
  }
}

async function measureAndReport(wanted: PriceArguments): Promise<number> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const { trialCount, roundCount, workerCount } = wanted;
  process.stderr.write(
    `${trialCount} trials of ${roundCount} rounds for each cell, on ${workerCount} threads\n`,
  );
  try {
    const rows = await measurePrice(wanted, {
      onProgress: progressTo(process.stderr),
      signal: interruption.signal,
    });
    process.stdout.write(`${report(rows, wanted)}\n`);
    return rows.some(isPromiseFailed) ? EXIT_PROMISE_BROKEN : 0;
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
