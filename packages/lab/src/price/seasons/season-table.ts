/**
 * The report of `price seasons` for people.
 */
import { alignColumns } from '../../experiments/align-columns.ts';
import { COOPERATIVE, SEASON_FAILURE_PROBABILITY, SEASON_SHORTFALL, TURN } from './season-cells.ts';
import {
  type BySeason,
  GAIN_SEASONS,
  isSeasonRowFailed,
  type SeasonRow,
  SHARE_SEASONS,
} from './season-row.ts';

/** Returns the table, ready to print. */
export function seasonTable(rows: readonly SeasonRow[], seed: number): string {
  const heading = [
    ...['fields and what is declared', `tried in ${SHARE_SEASONS.join('/')}`, 'reference', 'limit'],
    ...[`gain by ${GAIN_SEASONS.join('/')}`, 'reference', '± se', 'broken', 'wrong', 'verdict'],
  ];
  const most = Math.max(...rows.map(({ trials }) => trials));
  return [
    `Seasons: divided fields, shortfall ${SEASON_SHORTFALL}, failure probability ${SEASON_FAILURE_PROBABILITY}, ${most} trials, seed ${seed}.`,
    '',
    ...alignColumns([heading, ...rows.map(cellsOf)]),
    '',
    ...cooperativeLines(rows),
    ...turnLines(rows),
    'tried       share of all hectares that is tried in the seasons named, in percent',
    'limit       the same for plans that know the true slack: no gate can do better',
    'gain        above the baseline, mean of seasons 1 to k, in kg/ha; ± se of the last, ours and theirs',
    'broken      promises that were broken, of one a farm and trial; wrong: books that ever claimed too much',
    'verdict     behind the reference by more than three standard errors, or broken more often than allowed,',
    '            fails; what makes no sound promise (no gate, limit, FALSE) is information',
  ].join('\n');
}

function cellsOf(row: SeasonRow): string[] {
  const { name, triedShare, gain, reference, limit } = row;
  return [
    name,
    percents(triedShare),
    percents(reference?.triedShare),
    percents(limit),
    kilograms(gain),
    kilograms(reference?.gain),
    `${lastError(gain)} ${lastError(reference?.gain)}`,
    String(row.broken),
    String(row.wrong),
    verdict(row),
  ];
}

/** What sharing a learner is worth to fifty farms, if both rows were measured. */
function cooperativeLines(rows: readonly SeasonRow[]): string[] {
  const of = (wanted: string) => rows.find(({ name }) => name === wanted);
  const [one, own] = [of(COOPERATIVE.one), of(COOPERATIVE.own)];
  if (one === undefined || own === undefined) return [];
  const seasons = own.gainSoFar.length;
  const earned = seasons * own.gainSoFar.at(-1)!;
  const same = one.gainSoFar.findIndex((mean, i) => mean * (i + 1) >= earned);
  const when = same === -1 ? `not in ${seasons}` : `in ${same + 1}`;
  const least = (row: SeasonRow) => (1000 * row.leastMargin.mean).toFixed(0);
  return [
    `Co-operative: what 50 learners earn in ${seasons} seasons (${(1000 * earned).toFixed(0)} kg/ha), one learner earns ${when}.`,
    `Budget of the worst farm in the end, for a hectare and season: ${least(one)} kg with one learner, ${least(own)} with 50.`,
    '',
  ];
}

/** What forgetting is worth once the world has turned, if both rows were measured. */
function turnLines(rows: readonly SeasonRow[]): string[] {
  const of = (wanted: string) => rows.find(({ name }) => name === wanted)?.gainSoFar;
  const [forgetting, remembering] = [of(TURN.forgetting), of(TURN.remembering)];
  if (forgetting === undefined || remembering === undefined) return [];
  const seasons = forgetting.length;
  if (seasons <= TURN.after) return [];
  const total = (means: readonly number[], until: number) => until * means[until - 1]!;
  const later = (means: readonly number[]) =>
    (1000 * (total(means, seasons) - total(means, TURN.after))).toFixed(0);
  return [
    `After the world has turned, seasons ${TURN.after + 1} to ${seasons}: ${later(forgetting)} kg/ha in all with memory, ${later(remembering)} without.`,
    '',
  ];
}

function verdict(row: SeasonRow): string {
  if (isSeasonRowFailed(row)) return row.isBehind === true ? 'BEHIND' : 'BROKEN';
  if (!row.isSound) return 'information';
  return row.isBehind === null ? '–' : 'not behind';
}

function percents(values: BySeason | null | undefined): string {
  return listed(values, SHARE_SEASONS, (mean) => (100 * mean).toFixed(0).padStart(2));
}

function kilograms(values: BySeason | null | undefined): string {
  return listed(values, GAIN_SEASONS, (mean) => (1000 * mean).toFixed(0).padStart(5));
}

/** Numbers under each other, with room for seasons that were not played. */
function listed(
  values: BySeason | null | undefined,
  seasons: readonly number[],
  text: (mean: number) => string,
): string {
  if (!values) return '–';
  const width = text(0).length;
  return seasons
    .map((season) => (values[season] ? text(values[season].mean) : ' '.repeat(width)))
    .join(' ');
}

function lastError(values: BySeason | undefined): string {
  const last = values && Object.values(values).at(-1);
  return last ? (1000 * last.standardError).toFixed(0) : '–';
}
