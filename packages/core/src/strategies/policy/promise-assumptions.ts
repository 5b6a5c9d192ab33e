/**
 * What a promise about expected rewards rests on beyond what is declared.
 *
 * The expected total averages over what forecasts leave open. The certificate takes what earlier
 * decisions left open as known, also where their rewards have not come: decisions that are in flight
 * together must not share it. Fifty fields under one weather do (docs/concepts/certificate.md).
 */
import { POLICY_DEFAULTS } from './defaults.ts';
import type { PolicyDefinition } from './policy-definition.ts';

/** What forecasts leave open is independent between decisions that wait for their reward together. */
export type PromiseAssumption = 'shared-state-assumed-independent';

/** Returns what is assumed of a decision beside `othersInFlight` that wait for their reward. */
export function promiseAssumptions(
  { promise }: PolicyDefinition,
  othersInFlight: number,
): readonly PromiseAssumption[] {
  const isObserved = (promise ?? POLICY_DEFAULTS.promise) === 'observed';
  return isObserved || othersInFlight === 0 ? [] : ['shared-state-assumed-independent'];
}
