/**
 * A decision as the answer to a rank call.
 *
 * The action comes first. Probabilities are those with which each action was to be played: 1 and 0 where nothing is drawn, because
 * then the gate decides and not chance. The probability of a coin moves with the books, so whoever may not read them is told
 * none, and one site that of its own action alone.
 */
import type { DecisionReceipt } from '../../wire.ts';
import type { Caller } from '../security/access.ts';

export interface RankAnswer {
  readonly ranking: readonly { readonly id: string; readonly probability?: number }[];
  readonly eventId: string;
  readonly rewardActionId: string;
  /** What clients of Personalizer pass on and do not know. */
  readonly hedgerow: {
    readonly decisionId: string;
    readonly safe: boolean;
    readonly chosenBy: DecisionReceipt['chosenBy'];
    readonly why: DecisionReceipt['reason'];
    readonly mode: DecisionReceipt['mode'];
  };
}

export interface Ranked {
  readonly eventId: string;
  /** Of all actions that were given, in their order. */
  readonly ids: readonly string[];
  readonly caller: Pick<Caller, 'hasScope' | 'site'>;
}

export function rankAnswer(receipt: DecisionReceipt, { eventId, ids, caller }: Ranked): RankAnswer {
  const { id: decisionId, action, chosenBy, reason: why, mode } = receipt;
  const others = ids.filter((other) => other !== action);
  const maySee = (id: string) => caller.hasScope('read') && (caller.site === null || id === action);
  const ranking = [action, ...others].map((id) => ({
    id,
    ...(maySee(id) && { probability: probabilityOf(id, receipt) }),
  }));
  return {
    ranking,
    eventId,
    rewardActionId: action,
    hedgerow: { decisionId, safe: true, chosenBy, why, mode },
  };
}

/** Receipts of earlier versions do not tell it. */
function probabilityOf(id: string, { action, propensities }: DecisionReceipt): number {
  if (propensities === undefined) return id === action ? 1 : 0;
  return propensities.find((one) => one.action === id)?.probability ?? 0;
}
