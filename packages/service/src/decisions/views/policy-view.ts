/**
 * A policy as people see it.
 */
import { type PolicyDefinition, promiseAssumptions } from '@hedgerow/core';
import type { PolicyCounts, PolicyView, ShownDefinition } from '../../wire.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { forecastSentences } from './forecasts-view.ts';

export function policyView(state: PolicyState): PolicyView {
  const definition = definitionOf(state);
  const alarms = forecastSentences(state);
  return {
    id: state.policy,
    generation: generationOf(state),
    definition: shownDefinition(definition),
    mode: state.mode,
    health: {
      state: state.halt === null ? 'ok' : 'halted',
      detail: state.halt === null ? '' : haltedDetail(state.halt.detail),
    },
    ...(alarms.length === 0 ? {} : { alarms }),
    unit: definition.reward.unit ?? '',
    promise: promiseNow(state),
    reserve: reserveNow(state),
    margin: marginNow(state),
    counts: countsOf(state),
    createdAt: state.generations[0]!.startedAt,
    generationStartedAt: state.generations.at(-1)!.startedAt,
    ...growthOf(state),
    lastDecisionAt: state.lastDecisionAt,
    version: state.version,
    headHash: state.hash,
    ...(state.archivedAt === null ? {} : { archivedAt: state.archivedAt }),
    ...(state.isDemonstration ? { isDemonstration: true } : {}),
  };
}

/** A view is pushed several times a second: numbers that nobody reads would be most of it. */
const PRECISION_COUNT_SHOWN = 64;

function shownDefinition(definition: PolicyDefinition): ShownDefinition {
  const { prior, ...rest } = definition;
  if (prior === undefined || prior.precision.length <= PRECISION_COUNT_SHOWN) return definition;
  const { precision, ...shown } = prior;
  return { ...rest, prior: shown };
}

/** How often the present definition was added to; nothing if never. */
function growthOf({ generations }: PolicyState): Pick<PolicyView, 'growth'> {
  const { growth } = generations.at(-1)!;
  return growth === undefined ? {} : { growth };
}

/** The promise, with what it assumes of the decisions that wait for their reward together. */
function promiseNow({ generations, tally }: PolicyState): PolicyView['promise'] {
  const { promise, definition } = generations.at(-1)!;
  return {
    ...promise,
    assumptions: promiseAssumptions(definition, Math.max(0, tally.pending - 1)),
  };
}

/** The budget of the policy; where it has sites, the least of all books that were ever decided in. */
function marginNow({ core, tally }: PolicyState): number | null {
  if (core === null) return null;
  const margins = core.sites.map((site) => core.margin(site));
  // Decisions that name no site have a book together.
  const isSiteless = margins.length === 0 || tally.decisions > (tally.sited ?? 0);
  return Math.min(...margins, ...(isSiteless ? [core.margin()] : []));
}

function reserveNow({ generations }: PolicyState): PolicyView['reserve'] {
  const { definition, reserve } = generations.at(-1)!;
  return { declared: definition.reserve ?? 0, granted: reserve.granted };
}

function haltedDetail(detail: string): string {
  return `${detail} Decisions are the baseline. Check the journal with "hedgerow verify"; to go on, start a new generation.`;
}

function countsOf({ tally, played, generations }: PolicyState): PolicyCounts {
  const isAssumed = generations.at(-1)!.definition.execution === 'assume';
  return {
    decisions: tally.decisions,
    learner: tally.learner,
    baseline: tally.baseline,
    pending: tally.pending,
    unresolved: isAssumed ? 0 : tally.pending - played.size,
    rewards: tally.rewards,
    corrections: tally.corrections,
    fellBack: tally.fellBack,
    voided: tally.voided,
    reasons: { ...tally.reasons },
    rewardTotal: tally.rewardTotal,
  };
}
