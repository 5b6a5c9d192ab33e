/**
 * A policy as one site may see it: its own budget, counts and decisions, and of all that is shared only
 * what every site was told anyway. Numbers that others move (entries of the journal, the time of the
 * newest decision) are its own here, and rewards that a definition was made with are left out.
 */
import { type PolicyDefinition, promiseAssumptions } from '@hedgerow/core';
import type { DecisionRow } from '../../journal/journal.ts';
import type { PolicyCounts, PolicyView, ShownDefinition } from '../../wire.ts';
import { SiteTally } from './site-tally.ts';

export interface SiteViewInput {
  /** Of the whole policy. */
  readonly view: PolicyView;
  readonly site: string;
  /** The budget of the site; null while halted. */
  readonly margin: number | null;
  /** All decisions of the site in the present generation, oldest first. */
  readonly pages: AsyncIterable<readonly DecisionRow[]>;
  /** Nothing is expected any more of decisions up to this one. */
  readonly expiredThrough: number;
}

export interface SiteSummary {
  readonly view: PolicyView;
  /** Smallest budget that was left after any decision of the site since its first trial. */
  readonly tightest: SiteTally['tightest'];
  /** Its newest decision; 0 before the first. */
  readonly lastSequence: number;
}

export async function summariseSite(input: SiteViewInput): Promise<SiteSummary> {
  const { site, margin, pages, expiredThrough } = input;
  // Forecasts are judged by the weather of all sites.
  const { alarms, ...view } = input.view;
  const isAssumed = view.definition.execution === 'assume';
  const tally = new SiteTally(expiredThrough);
  for await (const page of pages) for (const row of page) tally.add(row);
  const counts = tally.counts(isAssumed);
  return {
    tightest: tally.tightest,
    lastSequence: tally.lastSequence,
    view: {
      ...view,
      site,
      definition: withoutRewards(view.definition),
      health: { state: view.health.state, detail: plainHealth(view) },
      promise: { ...view.promise, assumptions: assumptionsOf(view, counts) },
      margin,
      counts,
      // What other sites usually choose is theirs.
      ...(view.commonBaseline === undefined ? {} : { commonBaseline: null }),
      lastDecisionAt: tally.lastDecisionAt,
      version: tally.version,
      headHash: '',
    },
  };
}

/** What the promise assumes of the decisions of this site that wait together. */
function assumptionsOf({ definition }: PolicyView, { pending }: PolicyCounts) {
  return promiseAssumptions(withoutRewards(definition), Math.max(0, pending - 1));
}

/** A log of rewards, or a model that was fitted to some, may be other sites' harvests. */
export function withoutRewards(definition: ShownDefinition): PolicyDefinition {
  const { prior, baseline, ...rest } = definition;
  const { log, ...plain } = baseline;
  return { ...rest, baseline: plain };
}

function plainHealth({ health }: PolicyView): string {
  return health.state === 'ok' ? '' : 'The policy is halted. Decisions are the baseline.';
}
