/**
 * The words around the big number: what the safety budget means right now.
 */
import type { PolicyView } from '@hedgerow/client';
import { hasRefused, isTooSmallForTry } from './try-cost.ts';
import { usualChoice } from './usual-choice.ts';

export interface BudgetClaim {
  readonly before: string;
  readonly after: string;
}

export function budgetClaim(view: PolicyView, hasSites = false): BudgetClaim {
  const usual = usualChoice(view);
  const is = (after: string): BudgetClaim => ({ before: 'Your safety budget is', after });
  if (view.health.state === 'halted') {
    return is(`at the moment, and nothing is risked: every decision is ${usual}.`);
  }
  if (view.mode !== 'live') return is(`and stays untouched while every decision is ${usual}.`);
  const isDivided = view.definition.split !== undefined;
  if (isDivided && view.margin !== null && view.margin <= 0) {
    return is('now: I try only parts so small that it cannot shrink, whatever they earn.');
  }
  if (view.margin === null || view.margin <= 0) {
    return is(`now: nothing is risked, I copy ${usual} until it has grown.`);
  }
  const isCopying = view.counts.learner === 0;
  if (isTooSmallForTry(view) || (isCopying && hasRefused(view))) {
    return is(`now: too little for a try, so I copy ${usual} until it has grown.`);
  }
  if (isCopying) return is('now, and it has stood in the way of nothing: no try was refused yet.');
  return {
    before: hasSites ? 'The site that has least may still lose' : 'You may still lose',
    after: isDivided
      ? 'in total before I try only what can do no harm. This is your safety budget.'
      : `in total before I copy ${usual}. This is your safety budget.`,
  };
}
