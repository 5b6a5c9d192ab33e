/**
 * `hedgerow audit FOLDER|FILE`: was the promise kept, with which margin, and how sure is that?
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { auditLines, auditText } from '@hedgerow/lab';
import { Command } from 'commander';
import { type Format, writeAnswer } from '../output/answer.ts';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { readInput } from '../output/read-input.ts';

/** Returns the command, ready to be added to the program. */
export function auditCommand(): Command {
  return new Command('audit')
    .description('check whether promises were kept, and how sure that is')
    .argument(
      '<place>',
      'a folder of results, a summary, a decision log (JSON lines), or - for standard input',
    )
    .addOption(formatOption('text, or json for the whole audit'))
    .option(
      '--policy <file>',
      'of a decision log: the definition, or the policy as the service shows it; compares the budget with what the rewards can prove',
    )
    .option(
      '--truth <file>',
      'of a decision log: the true rewards (CSV or JSON lines: decision, proposal, baseline); compares the budget with the truth',
    )
    .addHelpText('after', HELP)
    .action((place: string, options: AuditOptions) => reportFailure(() => audit(place, options)));
}

interface AuditOptions {
  readonly format: Format;
  readonly policy?: string;
  readonly truth?: string;
}

const HELP = `
Ends with 1 if a strategy of an experiment broke its promise, or claimed more than was true, more often
than it allows (exact limits at 99 % confidence); or if a decision of a log does not follow from its
numbers, claims more than the rewards can prove (--policy) or more than was true (--truth).

Examples:
  hedgerow audit results/synthetic-quick-0a1b2c3d
  hedgerow demo --format json | hedgerow audit -
  hedgerow audit decisions.jsonl --policy farm.json --truth truth.csv`;

async function audit(place: string, { format, policy, truth }: AuditOptions): Promise<void> {
  const result = auditText(await readInput(await fileAt(place)), {
    ...(policy === undefined ? {} : { policy: await readInput(policy) }),
    ...(truth === undefined ? {} : { truth: await readInput(truth) }),
  });
  // The verdict first: whoever reads the lines may leave before their end.
  if (result.isBroken) process.exitCode = EXIT_CHECK_FAILED;
  await writeAnswer(format, { data: result, lines: auditLines(result) });
}

/** A folder of results is judged by its summary. */
async function fileAt(place: string): Promise<string> {
  const isFolder = place !== '-' && (await isFolderAt(place));
  return isFolder ? path.join(place, 'summary.json') : place;
}

async function isFolderAt(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch {
    // Whatever is wrong with the place is told when it is read.
    return false;
  }
}
