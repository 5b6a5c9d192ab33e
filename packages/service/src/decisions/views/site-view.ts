/**
 * A policy as one site may see it: its own budget, counts and decisions, and of all that is shared only
 * what every site was told anyway. Numbers that others move (entries of the journal, the time of the
 * newest decision) are its own here, and rewards that a definition was made with are left out.
 */
import { type PolicyDefinition, promiseAssumptions } from '@hedgerow/core';
import type { DecisionRow } from '../../journal/journal.ts';
import type { PolicyCounts, PolicyView } from '../../wire.ts';

export interface SiteViewInput {
  /** Of the whole policy. */
  readonly view: PolicyView;
  readonly site: string;
  /** The budget of the site; null while halted. */
  readonly margin: number | null;
  /** All decisions of the site in the present generation, oldest first. */
  readonly pages: AsyncIterable<readonly DecisionRow[]>;
}

export interface SiteSummary {
  readonly view: PolicyView;
  /** Smallest budget that was left after any decision of the site. */
  readonly tightest: { readonly sequence: number; readonly margin: number } | null;
}

export async function summariseSite(input: SiteViewInput): Promise<SiteSummary> {
  const { site, margin, pages } = input;
  // Forecasts are judged by the weather of all sites.
  const { alarms, ...view } = input.view;
  const isAssumed = view.definition.execution === 'assume';
  const tally = new SiteTally();
  for await (const page of pages) for (const row of page) tally.add(row);
  const counts = tally.counts(isAssumed);
  return {
    tightest: tally.tightest,
    view: {
      ...view,
      site,
      definition: withoutRewards(view.definition),
      health: { state: view.health.state, detail: plainHealth(view) },
      promise: { ...view.promise, assumptions: assumptionsOf(view, counts) },
      margin,
      counts,
      lastDecisionAt: tally.lastDecisionAt,
      version: tally.version,
      headHash: '',
    },
  };
}

class SiteTally {
  tightest: SiteSummary['tightest'] = null;
  lastDecisionAt: string | null = null;
  readonly #rows: Record<keyof Omit<PolicyCounts, 'reasons'>, number> = {
    decisions: 0,
    learner: 0,
    baseline: 0,
    pending: 0,
    unresolved: 0,
    rewards: 0,
    corrections: 0,
    fellBack: 0,
    voided: 0,
    rewardTotal: 0,
  };
  readonly #reasons: Record<string, number> = {};

  add(row: DecisionRow): void {
    const counts = this.#rows;
    const isOpen = row.reward === null && (row.state === 'issued' || row.state === 'executed');
    counts.decisions += 1;
    counts[row.chosenBy] += 1;
    if (isOpen) counts.pending += 1;
    if (isOpen && row.state === 'issued') counts.unresolved += 1;
    if (row.state === 'fell-back') counts.fellBack += 1;
    if (row.state === 'void') counts.voided += 1;
    if (row.reward !== null) {
      counts.rewards += 1;
      counts.rewardTotal += row.reward * (row.size ?? 1);
    }
    counts.corrections += row.correctionCount;
    this.#reasons[row.reason] = (this.#reasons[row.reason] ?? 0) + 1;
    this.lastDecisionAt = row.decidedAt;
    this.#noteMargin(row);
  }

  /** Grows with everything that the site did. */
  get version(): number {
    const { decisions, rewards, corrections, fellBack, voided, pending, unresolved } = this.#rows;
    // One that was confirmed counts once more, and one that was rewarded twice.
    const heard = pending - unresolved + 2 * rewards;
    return decisions + heard + corrections + fellBack + voided;
  }

  counts(isAssumed: boolean): PolicyCounts {
    const unresolved = isAssumed ? 0 : this.#rows.unresolved;
    return { ...this.#rows, unresolved, reasons: this.#reasons };
  }

  #noteMargin({ marginAfter: margin, sequence }: DecisionRow): void {
    if (margin === null || (this.tightest !== null && this.tightest.margin <= margin)) return;
    this.tightest = { sequence, margin };
  }
}

/** What the promise assumes of the decisions of this site that wait together. */
function assumptionsOf({ definition }: PolicyView, { pending }: PolicyCounts) {
  return promiseAssumptions(definition, Math.max(0, pending - 1));
}

/** A log of rewards, or a model that was fitted to some, may be other sites' harvests. */
function withoutRewards(definition: PolicyDefinition): PolicyDefinition {
  const { prior, baseline, ...rest } = definition;
  const { log, ...plain } = baseline;
  return { ...rest, baseline: plain };
}

function plainHealth({ health }: PolicyView): string {
  return health.state === 'ok' ? '' : 'The policy is halted. Decisions are the baseline.';
}
