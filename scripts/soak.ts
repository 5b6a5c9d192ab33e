/**
 * `npm run soak`: the tests with faults, for hours instead of seconds, in rounds that each begin with an empty
 * journal and end with a look at everything that was ever answered.
 *
 *     npm run soak                                        2,000 kills each on SQLite and on PostgreSQL, 2,000 power
 *                                                         cuts, seasons, and simulations with twenty times the seeds
 *     npm run soak -- --kills 200 --only power            fewer, of one kind
 *     npm run soak -- --report <folder>                   where report.json and report.txt go; with rounds in it
 *                                                         already, the soak goes on from there
 *
 * Ctrl-C ends the round under way early; it is checked and reported as far as it came. Exit code 0: nothing was lost,
 * nothing was made twice.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY_ROOT } from './lib/repository.ts';
import { PARTS, type Part, type PartName } from './soak/parts.ts';
import { type Round, readRounds, reportText } from './soak/report.ts';
import { runRound } from './soak/run-round.ts';

/** Kills of one round: enough for a journal to grow old, few enough to lose little by stopping. */
const KILLS_A_ROUND = 250;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '2000' },
    only: { type: 'string' },
    report: { type: 'string', default: path.join(REPOSITORY_ROOT, 'results', 'soak') },
  },
});
const kills = wholeNumber(values.kills);
const parts = PARTS.filter(({ name }) => values.only === undefined || name === values.only);
if (parts.length === 0) {
  throw new Error(`--only must be one of ${PARTS.map(({ name }) => name).join(', ')}.`);
}
const folder = path.resolve(values.report);
mkdirSync(folder, { recursive: true });
const rounds = readRounds(folder);
let isStopped = false;
process.on('SIGINT', () => {
  isStopped = true;
});

for (const part of parts) await soak(part);
process.stdout.write(reportText(rounds));
process.exitCode = rounds.every(({ isPassed }) => isPassed) ? 0 : 1;

/** Makes what is missing of one part. */
async function soak({ name, tests, isCounted }: Part): Promise<void> {
  while (!isStopped) {
    const missing = isCounted ? kills - killsOf(name) : rounds.some(isOf(name)) ? 0 : 1;
    if (missing <= 0) return;
    const seed = rounds.filter(isOf(name)).length + 1;
    const wanted = Math.min(KILLS_A_ROUND, missing);
    process.stderr.write(`${name}, round ${seed}: ${isCounted ? `${wanted} kills` : 'once'}\n`);
    const round = await runRound({ part: name, tests, seed, kills: wanted, folder });
    rounds.push(round);
    writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(rounds, null, 1)}\n`);
    writeFileSync(path.join(folder, 'report.txt'), reportText(rounds));
    if (!round.isPassed) isStopped = true;
  }
}

function killsOf(name: PartName): number {
  return rounds.filter(isOf(name)).reduce((sum, { numbers }) => sum + (numbers?.kills ?? 0), 0);
}

function isOf(name: PartName): (round: Round) => boolean {
  return ({ part }) => part === name;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`--kills must be a whole number, not ${text}.`);
  return Number(text);
}
