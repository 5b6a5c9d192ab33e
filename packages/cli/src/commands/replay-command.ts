/**
 * `hedgerow replay FILE`: runs a strategy over explicit rounds, or books over explicit steps, and prints
 * one line of JSON for each.
 */
import { Command } from 'commander';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { readInput } from '../output/read-input.ts';
import { writeLine } from '../output/text-output.ts';
import { differenceAt, type OpenReplay, openReplay } from '../replay/open-replay.ts';

/** Returns the command, ready to be added to the program. */
export function replayCommand(): Command {
  return new Command('replay')
    .description(
      'run a strategy over explicit rounds, or books over explicit steps; one line of JSON for each',
    )
    .argument(
      '<file>',
      'a file in the format hedgerow-replay/1 or hedgerow-split/1, or - for standard input',
    )
    .option(
      '--check',
      'compare with the values the file expects; exit code 1 if one differs',
      false,
    )
    .addHelpText('after', HELP)
    .action((file: string, options: { check: boolean }) =>
      reportFailure(() => runReplay(file, options.check)),
    );
}

const HELP = `
The formats are described in docs/reference/replay-format.md.

Examples:
  hedgerow replay vectors/replay-algorithm1.json
  hedgerow replay vectors/replay-algorithm1.json --check > /dev/null
  hedgerow replay vectors/split-golden.json --check > /dev/null`;

async function runReplay(file: string, isCheck: boolean): Promise<void> {
  const opened = openReplay(await readInput(file));
  const differences: string[] = [];
  let index = 0;
  for (const line of opened.lines) {
    await writeLine(JSON.stringify(line));
    const difference = differenceAt(opened, line, index);
    index += 1;
    if (difference !== null) differences.push(`${opened.unit} ${index}: ${difference}`);
  }
  if (isCheck) reportCheck(opened, differences);
}

function reportCheck(
  { expected, unit, tolerance }: OpenReplay,
  differences: readonly string[],
): void {
  const count = expected.length;
  const agreeing = count - differences.length;
  process.stderr.write(`${agreeing} of ${count} ${unit}s agree to ${tolerance}.\n`);
  if (differences.length === 0) return;
  process.stderr.write(`First difference, ${differences[0]}\n`);
  process.exitCode = EXIT_CHECK_FAILED;
}
