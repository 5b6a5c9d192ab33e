/**
 * `hedgerow replay FILE`: runs a strategy over explicit rounds, one line of JSON a round.
 */
import { Command } from 'commander';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { readInput } from '../output/read-input.ts';
import { writeLine } from '../output/text-output.ts';
import { firstDifference } from '../replay/compare-lines.ts';
import { replay } from '../replay/replay.ts';
import { parseReplayFile } from '../replay/replay-file.ts';

/** Returns the command, ready to be added to the program. */
export function replayCommand(): Command {
  return new Command('replay')
    .description('run a strategy over explicit rounds and print one line of JSON a round')
    .argument('<file>', 'a file in the format hedgerow-replay/1, or - for standard input')
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
The format is described in docs/reference/replay-format.md.

Examples:
  hedgerow replay vectors/replay-algorithm1.json
  hedgerow replay vectors/replay-algorithm1.json --check > /dev/null`;

async function runReplay(file: string, isCheck: boolean): Promise<void> {
  const contents = parseReplayFile(await readInput(file));
  const differences: string[] = [];
  for (const line of replay(contents)) {
    await writeLine(JSON.stringify(line));
    const expected = contents.expected?.[line.round - 1];
    const difference = expected ? firstDifference(line, expected) : 'the file expects nothing here';
    if (difference !== null) differences.push(`round ${line.round}: ${difference}`);
  }
  if (isCheck) reportCheck(contents.rounds.length, differences);
}

function reportCheck(roundCount: number, differences: readonly string[]): void {
  const agreeing = roundCount - differences.length;
  process.stderr.write(`${agreeing} of ${roundCount} rounds agree to 1e-9.\n`);
  if (differences.length === 0) return;
  process.stderr.write(`First difference, ${differences[0]}\n`);
  process.exitCode = EXIT_CHECK_FAILED;
}
