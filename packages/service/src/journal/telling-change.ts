/**
 * What a message about a decision changes in how it stands.
 *
 * A divided decision has its reward when all its parts have come; until then it is only known to have
 * been carried out.
 */
import { changeBy, type StandingChange } from '@hedgerow/core/lifecycle';
import type { Confirmed, Corrected, FellBack, Rewarded, Voided } from './entry.ts';

/** Something said about a decision; `isLearnt` tells whether the core is to be asked. */
export type Telling = Confirmed | FellBack | Voided | Rewarded | Corrected;

export function changeByTelling(telling: Telling): StandingChange {
  if (telling.kind !== 'rewarded' && telling.kind !== 'corrected') return changeBy(telling);
  const { kind, value } = telling;
  return value === null
    ? { state: 'executed', isOnlyIfIssued: true, reward: null }
    : changeBy({ kind, value });
}
