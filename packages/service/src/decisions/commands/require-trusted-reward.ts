/**
 * What a call says of mean rewards, that of the baseline and the floors of actions, is worked out from the forecast of that
 * call. Once forecasts are called wrong it is no longer taken: the books would give credit for it. Refused is the call, and
 * nothing is booked; what the definition declares stands.
 */
import { forecastAlarm } from '../../problems/refusals.ts';
import type { DecisionRequest } from '../../wire.ts';
import { forecastAlarms } from '../fold/forecast-book.ts';
import type { PolicyState } from '../fold/policy-state.ts';

type Told = Pick<DecisionRequest, 'baseline' | 'floors'>;

export function requireTrustedReward(
  { core, forecasts }: PolicyState,
  requests: readonly Told[],
): void {
  // Where the core is not asked nothing is booked.
  if (core === null) return;
  const field = FIELDS.find((one) => requests.some((request) => isTold[one](request)));
  if (field === undefined) return;
  const names = forecastAlarms(forecasts).map(([name]) => name);
  if (names.length > 0) throw forecastAlarm(field, names);
}

const isTold = {
  'baseline.reward': ({ baseline }: Told) => baseline?.reward !== undefined,
  floors: ({ floors = {} }: Told) => Object.keys(floors).length > 0,
};
const FIELDS = ['baseline.reward', 'floors'] as const;
