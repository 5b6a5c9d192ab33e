/**
 * The report of `price spread` for people.
 */
import { alignColumns } from '../../experiments/align-columns.ts';
import type { SpreadRow } from './spread-row.ts';

/** Returns the table, ready to print. */
export function spreadTable(rows: readonly SpreadRow[], seed: number): string {
  const seasons = rows[0]?.gains.map((_, i) => String(i + 1)) ?? [];
  const heading = ['trials and who plans', ...seasons, 'total', '± se', 'rash', 'turns'];
  const most = Math.max(...rows.map(({ trials }) => trials));
  return [
    `Spread: ${most} farms of 12 fields that may try five hybrids beside the usual one, seed ${seed}.`,
    '',
    ...alignColumns([
      [...heading, 'gain', 'rash', 'turns', 'verdict'],
      ...rows.map((row) => cellsOf(row)),
    ]),
    '',
    'by season   gain above the usual hybrid for a hectare of the farm, in t/ha',
    'rash        plans a farm in which most of what is tried is a hybrid tried on 4 fields at most,',
    '            although another was tried on 10',
    'turns       seasons a farm in which another hybrid than before has most of what is tried',
    'then        the same as multiples of the reference behind the book, on the same farms',
    'verdict     below 0.98 of its gain, or above 1.1 times its rash plans or turns, fails',
    'without a book every field is tried on nine tenths: the rules as they were simulated before',
  ].join('\n');
}

function cellsOf({ name, gains, total, rashPlans, turns, beside, isBehind }: SpreadRow): string[] {
  const times = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2));
  return [
    name,
    ...gains.map((gain) => gain.toFixed(3)),
    total.mean.toFixed(3),
    total.standardError.toFixed(3),
    rashPlans.mean.toFixed(3),
    turns.mean.toFixed(3),
    beside?.gain.toFixed(3) ?? '–',
    times(beside?.rashPlans),
    times(beside?.turns),
    isBehind === null ? '–' : isBehind ? 'BEHIND' : 'not behind',
  ];
}
