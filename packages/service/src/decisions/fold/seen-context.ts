/**
 * What the core sees of a context: forecasts that are called wrong are put right before. The receipt tells which.
 */
import type { DecisionReceipt, WireContext } from '../../wire.ts';
import { forecastAlarms, putRight } from './forecast-book.ts';
import { definitionOf, generationOf, type PolicyState } from './policy-state.ts';

/** Returns the context as the core is to see it. */
export function seenContext(state: PolicyState, context: WireContext): WireContext {
  if (generationOf(state) === 0) return context;
  return putRight(state.forecasts, definitionOf(state), context);
}

/** Returns what was done to which variables; nothing where nothing was. */
export function recalibrationOf(
  state: PolicyState,
  context: WireContext,
): Pick<DecisionReceipt, 'recalibrated'> {
  const alarms = forecastAlarms(state.forecasts);
  if (alarms.length === 0) return {};
  const seen = seenContext(state, context);
  const recalibrated = alarms
    .filter(([variable]) => seen[variable] !== context[variable])
    .map(([variable, { bias, spread }]) => ({ variable, bias, spread }));
  return recalibrated.length === 0 ? {} : { recalibrated };
}
