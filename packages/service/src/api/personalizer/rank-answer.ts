/**
 * A decision as the answer to a rank call.
 *
 * The action comes first. Probabilities are those with which each action was played: of a coin where there was one, and
 * otherwise 1 and 0, because the gate decides and not chance.
 */
import type { DecisionReceipt } from '../../wire.ts';

export interface RankAnswer {
  readonly ranking: readonly { readonly id: string; readonly probability: number }[];
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

export function rankAnswer(
  receipt: DecisionReceipt,
  eventId: string,
  ids: readonly string[],
): RankAnswer {
  const { id: decisionId, action, chosenBy, reason: why, mode } = receipt;
  const others = ids.filter((other) => other !== action);
  const ranking = [action, ...others].map((id) => ({
    id,
    probability: probabilityOf(id, receipt),
  }));
  return {
    ranking,
    eventId,
    rewardActionId: action,
    hedgerow: { decisionId, safe: true, chosenBy, why, mode },
  };
}

function probabilityOf(id: string, { action, proposal, baseline, coin }: DecisionReceipt): number {
  if (coin === null || proposal === baseline.action) return id === action ? 1 : 0;
  if (id === proposal) return coin.playProbability;
  return id === baseline.action ? 1 - coin.playProbability : 0;
}
