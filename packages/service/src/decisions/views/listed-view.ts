/**
 * A policy as people see it, from its line in the journal: nothing is loaded.
 */
import type { WholeLine } from '../../journal/standing.ts';
import type { PolicyView } from '../../wire.ts';
import { type PolicyOutline, type PolicyProgress, viewFrom } from './policy-view.ts';

/** What the text of a standing holds. */
export interface StandingBody extends PolicyProgress {
  /** Sites that have decided something, and the budgets of those that have least; absent if there are none. */
  readonly sites?: { readonly count: number; readonly least: readonly SiteMargin[] };
}

/** Null stands for a budget without end. */
export type SiteMargin = readonly [site: string, margin: number | null];

export function listedView(line: WholeLine): PolicyView {
  return viewFrom({
    line,
    numbers: line.standing,
    progress: JSON.parse(line.text) as StandingBody,
    outline: JSON.parse(line.outline) as PolicyOutline,
  });
}
