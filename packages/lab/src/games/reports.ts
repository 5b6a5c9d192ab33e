/**
 * What may truthfully be reported of a decision, as the moves of a game.
 */
import type { Outcome, Policy } from '@hedgerow/core';

export type ReportName =
  | 'told'
  | 'late'
  | 'confirmed, late'
  | 'lost'
  | 'typed wrong'
  | 'cancelled'
  | 'fell back'
  | 'cancelled, knowing more'
  | 'fell back, knowing more';

export interface Report {
  /** Whether it is chosen with its decision; a wrong number is typed when a reward is told. */
  readonly isDecision: boolean;
  /** What a decision for x then adds to the true slack, if nothing was drawn. */
  readonly adds: 'as issued' | 'nothing' | 'the baseline';
  /** Whether a reward waits to be told. */
  readonly isWaiting: boolean;
  /** What is called at once in place of telling the reward. */
  readonly act?: (policy: Policy, id: string) => Outcome;
}

export const REPORTS: Readonly<Record<ReportName, Report>> = {
  told: { isDecision: true, adds: 'as issued', isWaiting: false },
  late: { isDecision: true, adds: 'as issued', isWaiting: true },
  'confirmed, late': {
    isDecision: true,
    adds: 'as issued',
    isWaiting: true,
    act: (policy, id) => policy.confirm(id),
  },
  lost: { isDecision: true, adds: 'as issued', isWaiting: false },
  'typed wrong': { isDecision: false, adds: 'as issued', isWaiting: true },
  cancelled: {
    isDecision: true,
    adds: 'nothing',
    isWaiting: false,
    act: (policy, id) => policy.cancel(id, { reason: 'unrelated' }),
  },
  'fell back': {
    isDecision: true,
    adds: 'the baseline',
    isWaiting: false,
    act: (policy, id) => policy.fellBack(id, { reason: 'unrelated' }),
  },
  // Chosen when the reward is known to the player: the decision stays as issued.
  'cancelled, knowing more': {
    isDecision: false,
    adds: 'as issued',
    isWaiting: true,
    act: (policy, id) => policy.cancel(id, { reason: 'newer-information' }),
  },
  'fell back, knowing more': {
    isDecision: false,
    adds: 'as issued',
    isWaiting: true,
    act: (policy, id) => policy.fellBack(id, { reason: 'newer-information' }),
  },
};
