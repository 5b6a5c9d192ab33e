/**
 * `hedgerow demo`: a season of decisions in the terminal.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type DemoRound, playSeason, summarise } from '../demo/demo-season.ts';
import { conclusion, introduction, roundLine } from '../demo/demo-text.ts';
import { reportFailure } from '../output/exit-codes.ts';
import { oneOf, wholeNumber } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';

const PAUSE_MS = 60;

interface DemoOptions {
  readonly fields: number;
  readonly seed: number;
  readonly format: 'text' | 'json';
}

/** Returns the command, ready to be added to the program. */
export function demoCommand(): Command {
  return new Command('demo')
    .description('play a season of decisions on a made-up farm')
    .option('--fields <count>', 'how many fields are sown', wholeNumber(1, 100_000), 40)
    .option('--seed <number>', 'another seed, another weather', wholeNumber(0, 2 ** 31 - 1), 2026)
    .option(
      '--format <format>',
      'text, or json for one receipt a line',
      oneOf('text', 'json'),
      'text',
    )
    .action((options: DemoOptions) => reportFailure(() => runDemo(options)));
}

async function runDemo({ fields, seed, format }: DemoOptions): Promise<void> {
  const generator = xoroshiro128plus(seed);
  const rounds = playSeason({ fieldCount: fields, random: () => uniformFloat64(generator) });
  if (format === 'json') {
    for (const round of rounds) await writeLine(JSON.stringify(round));
  } else {
    await showSeason(rounds, fields);
  }
}

async function showSeason(rounds: Generator<DemoRound>, fieldCount: number): Promise<void> {
  const isTerminal = process.stdout.isTTY === true;
  const played: DemoRound[] = [];
  for (const line of introduction(fieldCount)) await writeLine(line);
  for (const round of rounds) {
    played.push(round);
    await writeLine(roundLine(round, isTerminal));
    if (isTerminal) await pause(PAUSE_MS);
  }
  for (const line of conclusion(summarise(played))) await writeLine(line);
}
