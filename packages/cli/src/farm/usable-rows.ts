/**
 * Nothing is stored of a table with errors, nor of one with warnings that nobody has confirmed.
 */
import { reportLines, type TableReport } from '@hedgerow/farm';
import { EXIT_CHECK_FAILED } from '../output/exit-codes.ts';

/** Tells the report, and returns the rows; null if they may not be used. Ends the command with 1 then. */
export function usableRows<Row>(
  report: TableReport<Row>,
  { file, isConfirmed }: { readonly file: string; readonly isConfirmed: boolean },
): readonly Row[] | null {
  for (const line of [`${file}:`, ...reportLines(report)]) process.stderr.write(`${line}\n`);
  if (report.isBlocked) return refuse('Mend the errors first; nothing was stored.');
  if (report.needsConfirmation && !isConfirmed) {
    return refuse('Look at the warnings; if all is as you mean it, add --yes. Nothing was stored.');
  }
  return report.rows;
}

function refuse(remedy: string): null {
  process.stderr.write(`hedgerow: ${remedy}\n`);
  process.exitCode = EXIT_CHECK_FAILED;
  return null;
}
