/**
 * What a promise about expected rewards rests on beyond what is declared.
 *
 * The expected total averages over what forecasts leave open. The certificate takes what earlier
 * decisions left open as known, also where their rewards have not come: decisions that are in flight
 * together must not share it. Fifty fields under one weather do (docs/concepts/certificate.md).
 *
 * And decisions that are given up as unrelated must tell nothing of what their actions would have earned.
 */
import { POLICY_DEFAULTS } from './defaults.ts';
import type { PolicyDefinition } from './policy-definition.ts';

export type PromiseAssumption =
  /** What forecasts leave open is independent between decisions that wait for their reward together. */
  | 'shared-state-assumed-independent'
  /** Told outcomes contradict what is declared: then nothing is promised. */
  | 'a-declaration-was-contradicted'
  /**
   * A coin measures the baseline, and this decision shares the state of the world with others: rewards are
   * expected ones in the state that came, not averages over the forecast.
   */
  | 'counted-in-the-state-that-came'
  /**
   * Its group was begun by an earlier call, and more may be known by now: nobody bets on it, so it counts as the
   * worst it can be. Plan what shares a group together.
   */
  | 'joined-later'
  /** What a strip earns does not depend on what is done on the strips beside it. */
  | 'strips-do-not-affect-each-other'
  /** Decisions given up because of what became known later are told as `newer-information`. */
  | 'given-up-for-unrelated-reasons';

/** The group of a decision, and whether it joined it after the call that began it. */
export interface InGroup {
  readonly group?: string | undefined;
  readonly joinedLater?: boolean | undefined;
}

/** Returns what is assumed of a decision, of a group, beside `othersInFlight` that wait for a reward. */
export function promiseAssumptions(
  definition: PolicyDefinition,
  othersInFlight: number,
  inGroup: InGroup = {},
): readonly PromiseAssumption[] {
  const shared = sharedAssumptions(definition, othersInFlight, inGroup);
  // What may be given up is what nobody has confirmed; divided decisions are charged for any reason.
  const isRevocable = definition.split === undefined && definition.execution === 'confirm';
  return isRevocable ? [...shared, 'given-up-for-unrelated-reasons'] : shared;
}

function sharedAssumptions(
  { promise, split, baseline }: PolicyDefinition,
  othersInFlight: number,
  { group, joinedLater = false }: InGroup,
): readonly PromiseAssumption[] {
  if (split !== undefined) return ['strips-do-not-affect-each-other'];
  const isObserved = (promise ?? POLICY_DEFAULTS.promise) === 'observed';
  const isMeasured = baseline.reward === undefined && baseline.log === undefined;
  if (isMeasured && !isObserved && group !== undefined) return ['counted-in-the-state-that-came'];
  if (isObserved) return [];
  const inFlight = othersInFlight === 0 ? [] : (['shared-state-assumed-independent'] as const);
  return joinedLater ? [...inFlight, 'joined-later'] : inFlight;
}
