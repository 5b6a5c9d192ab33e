/**
 * `npm run soak`: the tests with faults, for hours instead of seconds (soak/arguments.ts says how).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { HELP_TEXT, parseSoak, type SoakArguments } from './soak/arguments.ts';
import type { Part } from './soak/parts.ts';
import { type Round, readRounds, reportText } from './soak/report.ts';
import { runRound } from './soak/run-round.ts';

/** Kills of one round: enough for a journal to grow old, few enough to lose little by stopping. */
const KILLS_A_ROUND = 250;

let isStopped = false;
process.exitCode = await main();

async function main(): Promise<number> {
  const parsed = parseSoak(process.argv.slice(2));
  if (parsed.kind === 'help') {
    process.stdout.write(HELP_TEXT);
    return 0;
  }
  if (parsed.kind === 'mistake') {
    process.stderr.write(`${parsed.message}\nSee: npm run soak -- --help\n`);
    return 2;
  }
  return await soakAll(parsed);
}

async function soakAll({ folder, kills, parts }: SoakArguments): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const rounds = readRounds(folder);
  process.on('SIGINT', () => {
    isStopped = true;
  });
  for (const part of parts) await soak(part, { folder, kills, rounds });
  process.stdout.write(reportText(rounds));
  return rounds.every(({ isPassed }) => isPassed) ? 0 : 1;
}

interface Soak extends Pick<SoakArguments, 'folder' | 'kills'> {
  /** What was made so far, of all parts. */
  readonly rounds: Round[];
}

/** Makes what is missing of one part. */
async function soak({ name, tests, isCounted }: Part, { folder, kills, rounds }: Soak) {
  while (!isStopped) {
    const own = rounds.filter(({ part }) => part === name);
    const missing = isCounted ? kills - killsOf(own) : own.length > 0 ? 0 : 1;
    if (missing <= 0) return;
    const seed = own.length + 1;
    const wanted = Math.min(KILLS_A_ROUND, missing);
    process.stderr.write(`${name}, round ${seed}: ${isCounted ? `${wanted} kills` : 'once'}\n`);
    const round = await runRound({ part: name, tests, seed, kills: wanted, folder });
    rounds.push(round);
    writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(rounds, null, 1)}\n`);
    writeFileSync(path.join(folder, 'report.txt'), reportText(rounds));
    if (!round.isPassed) isStopped = true;
  }
}

function killsOf(rounds: readonly Round[]): number {
  return rounds.reduce((sum, { numbers }) => sum + (numbers?.kills ?? 0), 0);
}
