/**
 * Prints how often a model of made-up trials of one's own, nothing repeated, is right about differences.
 *
 *     npm run own-trials -- [sets]
 *
 * Rows after the first say what happens where the stray is another, and where what a hybrid does in one
 * field and season is another share of it than declared: that share no such table tells.
 */
import {
  measureOwnTrials,
  OWN_TRIALS,
  type OwnTrialsPlan,
} from '../packages/farm/src/model/testing/own-trial-cover.ts';

const DEFAULT_SETS = 500;
const SEED = 1_000_000;

const CHANGES: readonly Partial<OwnTrialsPlan>[] = [
  {},
  { stray: 0.25 },
  { stray: 1 },
  { interactionShare: 0.1 },
  { interactionShare: 0.3 },
];

const sets = Number(process.argv[2] ?? DEFAULT_SETS);
const { fields, hybrids, years } = OWN_TRIALS;
const lines = [
  `${sets} made-up farms of ${fields} fields, ${hybrids} hybrids and ${years} years, one line each; per cent`,
  'stray  season share   80% of expected   80% of a season   "9 in 10" right   80% of the stray',
  ...CHANGES.map((change) => {
    const plan = { ...OWN_TRIALS, ...change };
    const cover = measureOwnTrials(plan, { sets, seed: SEED });
    const cells = [cover.coverExpected, cover.coverSeason, cover.nineRight, cover.coverStray];
    const shown = cells.map((share) => (100 * share).toFixed(1).padStart(16)).join('  ');
    return `${plan.stray.toFixed(2)}   ${plan.interactionShare.toFixed(2)}        ${shown}`;
  }),
];
process.stdout.write(`${lines.join('\n')}\n`);
