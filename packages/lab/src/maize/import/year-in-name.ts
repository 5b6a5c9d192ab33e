/**
 * The year that the name of an official file carries: `g2f_2016_hybrid_data_clean.csv`.
 */
import path from 'node:path';

/** Years that a trial can have. */
export const YEAR_LIMITS = [2000, 2099] as const;

/** Returns the year, or null if the name has none. */
export function yearInName(file: string): number | null {
  const match = /^g2f_(20\d\d)_/i.exec(path.basename(file));
  return match === null ? null : Number(match[1]);
}
