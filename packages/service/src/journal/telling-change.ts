/**
 * What a message about a decision changes in how it stands.
 *
 * A divided decision has its reward when all its parts have come; until then it is only known to have
 * been carried out.
 */

import type { GiveUpReason } from '@hedgerow/core';
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

/**
 * Why a decision was given up, if that is what is said. Earlier versions knew one reason alone, and kept any words in
 * its place.
 */
export function giveUpReasonOf(telling: Telling): GiveUpReason | undefined {
  switch (telling.kind) {
    case 'fell-back':
    case 'voided':
      return telling.reason === 'newer-information' ? telling.reason : 'unrelated';
    case 'confirmed':
      return telling.reason;
    default:
      return undefined;
  }
}
