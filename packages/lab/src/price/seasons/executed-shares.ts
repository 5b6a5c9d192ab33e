/**
 * The shares that are really tried: those of the policy, or, for comparison, those of a plan that knows
 * the true slack, or as much as the check leaves wherever the learner wants something else.
 *
 * No gate that keeps its promise in all worlds that the declarations allow can beat the plan with the
 * true slack (Theorem 8), whatever it measures. What is planned on is what the receipts say of the model.
 */
import type { Receipt } from '@hedgerow/core';
import { certainLines, limitsOfMeans, planSeason, relativePromise } from '@hedgerow/core/research';
import { SEASON_TRUTH } from '../../environments/season-world.ts';
import { CHECK_SHARE, SEASON_SHORTFALL, type SeasonCell } from './season-cells.ts';

/** Returns a share for each receipt of a farm whose true slack is given. */
export function executedShares(
  cell: SeasonCell,
  receipts: readonly Receipt[],
  trueSlack: number,
): number[] {
  if (cell.gate === 'policy') return receipts.map(triedShare);
  if (cell.gate === 'none') {
    return receipts.map((receipt) => (isWanted(receipt) ? 1 - CHECK_SHARE : 0));
  }
  const lines = certainLines(
    relativePromise({ allowedShortfall: SEASON_SHORTFALL }),
    limitsOfMeans({
      range: cell.range,
      ...cell.split,
      ...(cell.hasInterval ? { baseline: SEASON_TRUTH.baselineMean } : {}),
    }),
  );
  const items = receipts.map((receipt) => ({
    size: receipt.size!,
    values: isWanted(receipt) ? [Math.max(expectedGain(receipt), TINY)] : [],
    lines,
    shareMax: 1 - CHECK_SHARE,
  }));
  return planSeason(items, trueSlack).map(({ share }) => share);
}

function triedShare({ parts = [] }: Receipt): number {
  return parts.find(({ role }) => role === 'try')?.share ?? 0;
}

/** Whether the policy itself would try something: then it tries at least what is free. */
function isWanted(receipt: Receipt): boolean {
  return triedShare(receipt) > 0;
}

/** What the proposal is expected to earn above the baseline. */
function expectedGain({ bounds, proposal, baseline }: Receipt): number {
  const of = (action: string) => bounds.find((bound) => bound.action === action)!;
  return of(proposal).predicted - of(baseline.action).predicted;
}

/** What is wanted is tried, however little is expected of it. */
const TINY = 1e-9;
