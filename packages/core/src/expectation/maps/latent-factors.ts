/**
 * The two halves of a fitted factor model: V_x for each action and W for the context.
 */
import { HedgerowError } from '../../base/errors.ts';
import { copyTable, type NumberTable } from '../../base/number-lists.ts';

export interface LatentFactors {
  /** V: one row of p factors an action. */
  readonly actionFactors: readonly ArrayLike<number>[];
  /** W: one row of p weights a context coordinate. */
  readonly contextWeights: readonly ArrayLike<number>[];
}

/** Returns checked copies with the same number of factors. */
export function copyFactors(input: LatentFactors): {
  readonly factors: NumberTable;
  readonly weights: NumberTable;
} {
  const factors = copyTable('actionFactors', input.actionFactors);
  const weights = copyTable('contextWeights', input.contextWeights);
  if (factors.columnCount === weights.columnCount) return { factors, weights };
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: `contextWeights must have ${factors.columnCount} columns, one for each action factor`,
    received: `${weights.columnCount} wide`,
  });
}
