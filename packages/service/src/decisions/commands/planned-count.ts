/**
 * How many decisions a plan may have: more would keep other requests waiting too long.
 */
export const PLANNED_COUNT_MAX = 2_000;

/** One decision for each situation, or for each block of it. */
export function plannedCount(situations: readonly { readonly blocks?: number }[]): number {
  return situations.reduce((sum, { blocks = 1 }) => sum + blocks, 0);
}
