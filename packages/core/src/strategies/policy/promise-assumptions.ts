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
export type PromiseAssumption =
  | 'shared-state-assumed-independent'
  /** Told outcomes contradict what is declared: then nothing is promised. */
  | 'a-declaration-was-contradicted'
  /** What a strip earns does not depend on what is done on the strips beside it. */
  | 'strips-do-not-affect-each-other';

/** Returns what is assumed of a decision beside `othersInFlight` that wait for their reward. */
export function promiseAssumptions(
  { promise, split }: PolicyDefinition,
  othersInFlight: number,
): readonly PromiseAssumption[] {
  if (split !== undefined) return ['strips-do-not-affect-each-other'];
  const isObserved = (promise ?? POLICY_DEFAULTS.promise) === 'observed';
  return isObserved || othersInFlight === 0 ? [] : ['shared-state-assumed-independent'];
}
