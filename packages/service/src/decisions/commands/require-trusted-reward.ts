/**
 * What a call says of the baseline's reward is worked out from the forecast of that call. Once forecasts are called
 * wrong it is no longer taken: the books would give credit for it. Refused is the call, and nothing is booked; what
 * the definition declares of the baseline stands.
 */
import { forecastAlarm } from '../../problems/refusals.ts';
import type { DecisionRequest } from '../../wire.ts';
import { forecastAlarms } from '../fold/forecast-book.ts';
import type { PolicyState } from '../fold/policy-state.ts';

export function requireTrustedReward(
  { core, forecasts }: PolicyState,
  requests: readonly Pick<DecisionRequest, 'baseline'>[],
): void {
  // Where the core is not asked nothing is booked.
  if (core === null || requests.every(({ baseline }) => baseline?.reward === undefined)) return;
  const names = forecastAlarms(forecasts).map(([name]) => name);
  if (names.length > 0) throw forecastAlarm(names);
}
