/**
 * Writes the receipt of a decision that has just been booked.
 */
import type { ContextDistribution } from '../../context/context-distribution.ts';
import { baselineIncrement } from '../../safety/promise-terms.ts';
import type { HedgeDecision } from '../learners/hedge/hedge-decision.ts';
import type { HedgeLearner } from '../learners/hedge/hedge-learner.ts';
import type { CheckedDefinition } from './checked-definition.ts';
import { type ExplanationInput, explanation, whatWouldChange } from './explain.ts';
import { LIKELY_DEVIATIONS } from './likely-deviations.ts';
import { type Outlook, outsideField } from './outlook.ts';
import type { InGroup } from './promise-assumptions.ts';
import { promiseOf } from './promise-of.ts';
import type {
  ActionBounds,
  ActionPropensity,
  Receipt,
  ReceiptCoin,
  ReceiptMargin,
} from './receipt.ts';

export interface ReceiptInput {
  readonly checked: CheckedDefinition;
  readonly learner: HedgeLearner;
  readonly decision: HedgeDecision;
  /** Indices of the actions that were allowed, in the order of the learner's rows. */
  readonly allowed: readonly number[];
  readonly baselineIndex: number;
  readonly context: ContextDistribution;
  /** Whether the proposal came with the call. */
  readonly isCallersProposal: boolean;
  /** Decisions that waited for their reward when this one was made. */
  readonly othersInFlight: number;
  /** Its size, group and site; absent where the call named none. */
  readonly terms: Pick<Receipt, 'size' | 'group' | 'site'>;
  /** What a season may bring; null where nothing is said of how seasons stray. */
  readonly outlook: Outlook | null;
}

/** Returns the receipt. */
export function writeReceipt(input: ReceiptInput): Receipt {
  const { checked, decision, allowed, context } = input;
  const { sequence } = decision.ticket;
  const nameOfRow = (row: number) => checked.actionNames[allowed[row]!]!;
  const explained = explanationInput(input, nameOfRow);
  return {
    id: `d${sequence}`,
    sequence,
    action: nameOfRow(decision.playedAction),
    chosenBy: decision.chosenBy,
    reason: decision.reason,
    explanation: explanation(explained),
    change: whatWouldChange(explained),
    proposal: explained.proposal,
    proposedBy: explained.proposedBy,
    baseline: { action: explained.baseline, reward: decision.offer.baselineReward },
    bounds: input.outlook?.bounds ?? boundsOf(input, nameOfRow),
    promise: promiseOf(checked, input.othersInFlight, inGroup(input)),
    margin: explained.margin,
    coin: explained.coin,
    ...propensitiesOf(decision, nameOfRow),
    ...explorationOf(decision),
    context: context.describe(),
    ...input.terms,
    ...outsideField(input.outlook),
  };
}

function inGroup({ decision, terms: { group } }: ReceiptInput): InGroup {
  return { group, joinedLater: decision.ticket.entry.stake.joinedLater };
}

function explanationInput(
  { checked, learner, decision, baselineIndex, isCallersProposal }: ReceiptInput,
  nameOfRow: (row: number) => string,
): ExplanationInput {
  const { quote, offer, reason } = decision;
  const baselineReward = offer.baselineReward?.min ?? checked.definition.reward.min;
  const ownWish = decision.isSecondLook ? 'second-look' : 'learner';
  const wishedBy = isCallersProposal ? 'caller' : ownWish;
  const margin: ReceiptMargin = {
    before: quote.slack,
    ifProposed: quote.margin,
    worstIncrement: quote.increment,
    // However the coin may fall.
    after:
      reason === 'coin-decides'
        ? Math.min(quote.slack, quote.margin)
        : learner.bookOf(decision.ticket.site).slack(),
    unit: checked.unit,
  };
  return {
    reason,
    proposal: nameOfRow(decision.proposedAction),
    proposedBy: decision.lot?.isDrawn === true ? 'exploration' : wishedBy,
    baseline: checked.actionNames[baselineIndex]!,
    margin,
    coin: coinOf(decision),
    baselineIncrement: baselineIncrement(checked.terms, baselineReward),
    proposalPrediction: offer.proposalPrediction,
  };
}

/** Of all actions that could have been chosen, and of the one that was. */
function propensitiesOf(
  { propensities, playedAction }: HedgeDecision,
  nameOfRow: (row: number) => string,
): Pick<Receipt, 'propensity' | 'propensities'> {
  const possible: ActionPropensity[] = [];
  for (let row = 0; row < propensities.length; row++) {
    const probability = propensities[row]!;
    if (probability > 0) possible.push({ action: nameOfRow(row), probability });
  }
  return { propensity: propensities[playedAction]!, propensities: possible };
}

function explorationOf({ lot }: HedgeDecision): Pick<Receipt, 'exploration'> {
  return lot === null ? {} : { exploration: { number: lot.number, share: lot.share } };
}

/** The coin of a round that one decides, flipped or not; null if none does. */
function coinOf({ coin, quote, isCoinRound }: HedgeDecision): ReceiptCoin | null {
  return isCoinRound ? { number: coin, playProbability: quote.playProbability } : null;
}

/** What the model thinks of every allowed action, within the range that rewards can have. */
function boundsOf(
  { learner, checked, allowed }: ReceiptInput,
  nameOfRow: (row: number) => string,
): ActionBounds[] {
  const { min, max } = checked.definition.reward;
  return learner.beliefs.mapRound(allowed.length, (prediction, deviation, row) => {
    const reach = LIKELY_DEVIATIONS * deviation;
    return {
      action: nameOfRow(row),
      predicted: prediction,
      low: Math.max(min, prediction - reach),
      high: Math.min(max, prediction + reach),
    };
  });
}
