/**
 * How many runs a cell of the suite has: what its statement needs, or more if asked for.
 *
 *     THORNBUSH_RUNS=2000 npx vitest run packages/lab/src/thornbush
 */

/** Returns the least number of runs, or THORNBUSH_RUNS if that is larger. */
export function thornbushRuns(least: number): number {
  const wanted = Number(process.env.THORNBUSH_RUNS ?? 0);
  return Number.isInteger(wanted) && wanted > least ? wanted : least;
}

/** How long one test may take, in milliseconds: in proportion to the runs. */
export function thornbushPatience(least: number): number {
  return 120_000 * Math.ceil(thornbushRuns(least) / least);
}
