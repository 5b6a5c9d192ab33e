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
  /**
   * A coin measures the baseline, and this decision shares the state of the world with others: rewards are
   * expected ones in the state that came, not averages over the forecast.
   */
  | 'counted-in-the-state-that-came'
  /** What a strip earns does not depend on what is done on the strips beside it. */
  | 'strips-do-not-affect-each-other';

/** Returns what is assumed of a decision, of a group, beside `othersInFlight` that wait for a reward. */
export function promiseAssumptions(
  { promise, split, baseline }: PolicyDefinition,
  othersInFlight: number,
  group?: string,
): readonly PromiseAssumption[] {
  if (split !== undefined) return ['strips-do-not-affect-each-other'];
  const isObserved = (promise ?? POLICY_DEFAULTS.promise) === 'observed';
  const isMeasured = baseline.reward === undefined && baseline.log === undefined;
  if (isMeasured && !isObserved && group !== undefined) return ['counted-in-the-state-that-came'];
  return isObserved || othersInFlight === 0 ? [] : ['shared-state-assumed-independent'];
}
