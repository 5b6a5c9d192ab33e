/**
 * `hedgerow demo`: a season of decisions in the terminal, or against a running service.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type DemoRound, playSeason, summarise } from '../demo/demo-season.ts';
import { conclusion, introduction, roundLine } from '../demo/demo-text.ts';
import { reportFailure } from '../output/exit-codes.ts';
import { formatOption, wholeNumber } from '../output/option-values.ts';
import { writeLine } from '../output/text-output.ts';
import { findPolicy } from '../service/find-policy.ts';
import { defineFarm, FARM_POLICY, playFarm } from '../service/play-farm.ts';
import { STANDARD_ADDRESS, serviceAddress } from '../service/service-address.ts';

const PAUSE_MS = 60;
/** A season against a service is for watching: it takes about ten seconds, or less if it is short. */
const LIVE_SEASON_MS = 10_000;
const LIVE_PAUSE_MS_MOST = 200;

interface DemoOptions {
  readonly fields: number;
  readonly seed: number;
  readonly format: 'text' | 'json';
  readonly live?: boolean;
  readonly service?: string;
}

/** Returns the command, ready to be added to the program. */
export function demoCommand(): Command {
  return new Command('demo')
    .description('play a season of decisions on a made-up farm')
    .option('--fields <count>', 'how many fields are sown', wholeNumber(1, 100_000), 40)
    .option('--seed <number>', 'another seed, another weather', wholeNumber(0, 2 ** 31 - 1), 2026)
    .addOption(formatOption('text, or json for one receipt a line'))
    .option('--live', `play it on the service at ${STANDARD_ADDRESS}, so that its page shows it`)
    .option('--service <address>', 'the same, on the service at another address', serviceAddress)
    .action((options: DemoOptions) => reportFailure(() => runDemo(options)));
}

async function runDemo(options: DemoOptions): Promise<void> {
  const isLive = options.live === true || options.service !== undefined;
  const rounds = isLive ? liveSeason(options) : season(options);
  if (options.format === 'json') {
    for await (const round of rounds) await writeLine(JSON.stringify(round));
  } else {
    await showSeason(rounds, options.fields);
  }
}

function* season({ fields, seed }: DemoOptions): Generator<DemoRound> {
  const generator = xoroshiro128plus(seed);
  yield* playSeason({ fieldCount: fields, random: () => uniformFloat64(generator) });
}

async function* liveSeason(options: DemoOptions): AsyncGenerator<DemoRound> {
  const { fields, seed, service: address = STANDARD_ADDRESS } = options;
  const policy = (await findPolicy(address, FARM_POLICY)) ?? (await defineFarm(address));
  process.stderr.write(`Playing on ${address}, policy ${FARM_POLICY}.\n`);
  // Another season on the same farm has other weather.
  const generator = xoroshiro128plus(seed + policy.version);
  const pauseMs = Math.min(LIVE_PAUSE_MS_MOST, LIVE_SEASON_MS / fields);
  const random = () => uniformFloat64(generator);
  for await (const round of playFarm({ address, fieldCount: fields, random })) {
    yield round;
    await pause(pauseMs);
  }
}

async function showSeason(
  rounds: Iterable<DemoRound> | AsyncIterable<DemoRound>,
  fieldCount: number,
): Promise<void> {
  const isTerminal = process.stdout.isTTY === true;
  const played: DemoRound[] = [];
  for (const line of introduction(fieldCount)) await writeLine(line);
  for await (const round of rounds) {
    played.push(round);
    await writeLine(roundLine(round, isTerminal));
    if (isTerminal) await pause(PAUSE_MS);
  }
  for (const line of conclusion(summarise(played))) await writeLine(line);
}
