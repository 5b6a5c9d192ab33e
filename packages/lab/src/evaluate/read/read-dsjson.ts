/**
 * Vowpal Wabbit's decision service format: one JSON object a line.
 *
 *     _label_cost (reward = −cost)   _label_Action (from 1)   _label_probability   p, a   c   pdrop   _skipLearn
 *
 * Actions are named by their `id` in `c._multi`, or else by their number. The first action is the baseline, as
 * Personalizer has it. Lines that were not to be learnt from, and lines without a label (dangling rewards), are left out
 * and counted. A line stands for 1 / (1 − pdrop) decisions, which no estimate here weights: such a log is
 * refused unless pdrop is 0.
 */
import { type LoggedDecision, logFault, requireProbability } from '../logged-decision.ts';

interface Event {
  readonly _label_cost?: unknown;
  readonly _label_probability?: unknown;
  readonly _label_Action?: unknown;
  readonly _skipLearn?: unknown;
  readonly pdrop?: unknown;
  readonly c?: Readonly<Record<string, unknown>>;
}

export function isDsjson(event: unknown): boolean {
  return typeof event === 'object' && event !== null && '_label_cost' in event;
}

/** Returns the decision of one line; null if the line is not to be counted. */
export function readDsjsonLine(event: Event, line: number): LoggedDecision | null {
  if (event._skipLearn === true || event._label_Action === undefined) return null;
  if (event.pdrop !== undefined && event.pdrop !== 0) {
    throw logFault(
      line,
      'must not be one of a thinned log',
      `pdrop ${JSON.stringify(event.pdrop)}`,
    );
  }
  const number = event._label_Action;
  if (!(typeof number === 'number' && Number.isInteger(number) && number >= 1)) {
    throw logFault(
      line,
      'must have _label_Action, counted from 1',
      JSON.stringify(number) ?? 'none',
    );
  }
  const { _multi: actions, ...context } = event.c ?? {};
  return {
    line,
    action: actionName(actions, number),
    probability: requireProbability(line, '_label_probability', event._label_probability),
    propensities: null,
    isForgotten: false,
    isVoided: false,
    parts: null,
    reward: rewardOf(event._label_cost, line),
    baseline: actionName(actions, 1),
    context,
    targetProbability: null,
  };
}

function rewardOf(cost: unknown, line: number): number {
  if (typeof cost === 'number' && Number.isFinite(cost)) return -cost || 0;
  throw logFault(line, 'must have a number as _label_cost', JSON.stringify(cost) ?? 'none');
}

function actionName(actions: unknown, number: number): string {
  const action = Array.isArray(actions) ? (actions[number - 1] as unknown) : undefined;
  const id = typeof action === 'object' && action !== null && 'id' in action ? action.id : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : String(number);
}
