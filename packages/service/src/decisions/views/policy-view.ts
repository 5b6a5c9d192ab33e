/**
 * A policy as people see it. It has three parts, so that it can be made from the policy's line in the journal as
 * well as from its state:
 *
 *     outline    what changes only with the definition
 *     progress   what changes from entry to entry, beyond numbers
 *     numbers    the standing's own
 */
import { type PolicyDefinition, promiseAssumptions } from '@hedgerow/core';
import type { PolicyLine, StandingNumbers } from '../../journal/standing.ts';
import type { PolicyCounts, PolicyView, ShownDefinition } from '../../wire.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { forecastSentences } from './forecasts-view.ts';

/** What changes only with the definition. */
export type PolicyOutline = Pick<
  PolicyView,
  | 'generation'
  | 'definition'
  | 'unit'
  | 'promise'
  | 'reserve'
  | 'createdAt'
  | 'generationStartedAt'
  | 'growth'
  | 'isDemonstration'
>;

/** What changes from entry to entry and is no number that is added up. */
export interface PolicyProgress
  extends Pick<PolicyView, 'mode' | 'alarms' | 'commonBaseline' | 'lastDecisionAt'> {
  /** Why it is halted; empty if it is not. */
  readonly detail: string;
  readonly counts: Omit<PolicyCounts, 'decisions' | 'learner' | 'pending' | 'unresolved'>;
}

export interface ViewParts {
  readonly line: Omit<PolicyLine, 'standing'>;
  readonly numbers: StandingNumbers;
  readonly progress: PolicyProgress;
  readonly outline: PolicyOutline;
}

export function policyView(state: PolicyState): PolicyView {
  const { policy, version, hash, archivedAt } = state;
  return viewFrom({
    line: { policy, version, hash, archivedAt },
    numbers: numbersOf(state, marginNow(state)),
    progress: progressOf(state),
    outline: outlineOf(state),
  });
}

export function viewFrom({ line, numbers, progress, outline }: ViewParts): PolicyView {
  const { decisions, learner, pending, unresolved, isHalted, margin } = numbers;
  const { baseline, ...counts } = progress.counts;
  const { definition, promise } = outline;
  const assumptions = promiseAssumptions(definition as PolicyDefinition, Math.max(0, pending - 1));
  return {
    id: line.policy,
    generation: outline.generation,
    definition,
    mode: progress.mode,
    health: {
      state: isHalted ? 'halted' : 'ok',
      detail: isHalted ? haltedDetail(progress.detail) : '',
    },
    ...(progress.alarms === undefined ? {} : { alarms: progress.alarms }),
    unit: outline.unit,
    promise: { ...promise, assumptions },
    reserve: outline.reserve,
    margin,
    counts: { decisions, learner, baseline, pending, unresolved, ...counts },
    ...(progress.commonBaseline === undefined ? {} : { commonBaseline: progress.commonBaseline }),
    createdAt: outline.createdAt,
    generationStartedAt: outline.generationStartedAt,
    ...(outline.growth === undefined ? {} : { growth: outline.growth }),
    lastDecisionAt: progress.lastDecisionAt,
    version: line.version,
    headHash: line.hash,
    ...(line.archivedAt === null ? {} : { archivedAt: line.archivedAt }),
    ...(outline.isDemonstration === true ? { isDemonstration: true } : {}),
  };
}

export function outlineOf(state: PolicyState): PolicyOutline {
  const definition = definitionOf(state);
  const { promise, startedAt, reserve, growth } = state.generations.at(-1)!;
  return {
    generation: generationOf(state),
    definition: shownDefinition(definition),
    unit: definition.reward.unit ?? '',
    promise,
    reserve: { declared: definition.reserve ?? 0, granted: reserve.granted },
    createdAt: state.generations[0]!.startedAt,
    generationStartedAt: startedAt,
    ...(growth === undefined ? {} : { growth }),
    ...(state.isDemonstration ? { isDemonstration: true } : {}),
  };
}

export function progressOf(state: PolicyState): PolicyProgress {
  const { mode, halt, lastDecisionAt } = state;
  const { baseline, rewards, corrections, fellBack, voided, expired, reasons, rewardTotal, usual } =
    state.tally;
  const alarms = forecastSentences(state);
  return {
    mode,
    detail: halt?.detail ?? '',
    ...(alarms.length === 0 ? {} : { alarms }),
    counts: {
      baseline,
      rewards,
      corrections,
      fellBack,
      voided,
      ...(expired === undefined ? {} : { expired }),
      reasons: { ...reasons },
      rewardTotal,
    },
    ...(usual === undefined ? {} : { commonBaseline: usual }),
    lastDecisionAt,
  };
}

/** The numbers of a standing, with the budget that somebody has worked out. */
export function numbersOf(state: PolicyState, margin: number | null): StandingNumbers {
  const { tally, open, halt, generations } = state;
  const isAssumed = definitionOf(state).execution === 'assume';
  return {
    margin,
    pending: open.size,
    unresolved: isAssumed ? 0 : open.issuedCount,
    decisions: tally.decisions,
    learner: tally.learner,
    isHalted: halt !== null,
    failureProbability: generations.reduce((sum, one) => sum + one.promise.failureProbability, 0),
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

/** The budget of the policy; where it has sites, the least of all books that were ever decided in. */
function marginNow(state: PolicyState): number | null {
  const { core } = state;
  if (core === null) return null;
  const margins = core.sites.map((site) => core.margin(site));
  return Math.min(...margins, ...(hasSiteless(state) ? [core.margin()] : []));
}

/** Whether there are decisions that name no site: they have a book together. */
export function hasSiteless({ core, tally }: PolicyState): boolean {
  return core?.sites.length === 0 || tally.decisions > (tally.sited ?? 0);
}

function haltedDetail(detail: string): string {
  return `${detail} Decisions are the baseline. Check the journal with "hedgerow verify"; to go on, start a new generation.`;
}
