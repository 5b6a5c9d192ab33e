/**
 * Receipts as entries hold them, and as they were answered.
 *
 * An entry holds what the promise rests on, and of what is only shown no more than cannot be told again from the definition:
 *
 *     bounds         packed; the names of the actions follow from definition and request
 *     sentences      left out where the numbers of the receipt lead to the same words
 *     promise        left out but for what it assumes at the moment
 *     context        left out unless forecasts were put right: it is what the request says
 *     propensities   left out unless lots could be drawn: they follow from the coin
 *
 * The whole is made again from the entry and the entries that define its generation, to the letter, and without anything
 * in between. Entries of earlier versions hold the whole receipt, and so does one whose definition's place is not known.
 */
import { type ReceiptTeller, toldPropensities } from '@hedgerow/core/receipts';
import type { DecisionReceipt } from '../wire.ts';
import type { Decided, DefinedAt, FreshlyDecided, ShownText, StoredReceipt } from './entry.ts';
import { packBounds, unpackBounds } from './packed-bounds.ts';
import { packPropensities, unpackPropensities } from './packed-propensities.ts';

/** Returns the receipt as it is stored. */
export function compactReceipt(
  { receipt, request }: FreshlyDecided,
  teller: ReceiptTeller,
  definedAt: DefinedAt,
): StoredReceipt {
  const { explanation, change, bounds, promise, context, margin, ...others } = receipt;
  const { propensity: _told, propensities, ...facts } = others;
  const { unit, ...amounts } = margin;
  const actions = teller.allowedActions(request);
  const packed = packBounds(bounds, actions, teller.reward);
  const told = teller.sentences(receipt, predictionOf(receipt));
  const isToldAgain =
    told !== null && told.explanation === explanation && isSameList(told.change, change);
  const shown: ShownText = {
    definedAt,
    bounds: packed ?? bounds,
    ...(isToldAgain ? {} : { said: [explanation, ...change] }),
    ...(promise.assumptions.length === 0 ? {} : { assumptions: promise.assumptions }),
    ...(receipt.recalibrated === undefined ? {} : { context }),
    chances: receipt.exploration === undefined ? '' : packPropensities(propensities ?? [], actions),
  };
  return { ...facts, margin: amounts, shown };
}

/** Returns the receipt as it was answered, to the letter; the teller must be that of the definition it was made under. */
export function wholeReceipt(
  { receipt, request }: Pick<Decided, 'receipt' | 'request'>,
  teller: ReceiptTeller,
): DecisionReceipt {
  const { shown, ...stored } = receipt;
  if (shown === undefined) return stored as DecisionReceipt;
  const { id, sequence, action, chosenBy, reason, ...afterReason } = stored;
  const { proposal, proposedBy, baseline, margin, coin, exploration, ...others } = afterReason;
  const actions = teller.allowedActions(request);
  const bounds =
    typeof shown.bounds === 'string'
      ? unpackBounds(shown.bounds, actions, teller.reward)
      : shown.bounds;
  return {
    ...{ id, sequence, action, chosenBy, reason },
    ...sentencesOf(receipt, bounds, teller),
    ...{ proposal, proposedBy, baseline, bounds },
    promise: { ...teller.promise, assumptions: shown.assumptions ?? [] },
    margin: { ...margin, unit: teller.unit },
    coin,
    ...chancesOf(stored, shown, actions),
    ...(exploration === undefined ? {} : { exploration }),
    context: shown.context ?? teller.context(request.context),
    ...others,
  };
}

/** What it told of its chances; those of earlier versions told nothing, and are not given any words. */
function chancesOf(
  stored: StoredReceipt,
  { chances }: ShownText,
  actions: readonly string[],
): Partial<Pick<DecisionReceipt, 'propensity' | 'propensities'>> {
  if (chances === undefined) return {};
  if (chances === '') return toldPropensities(stored, actions);
  return unpackPropensities(chances, actions, stored.action);
}

/**
 * Returns a receipt with its chances, also if an earlier version answered it: they follow from its coin. Where a lot could be drawn and
 * the decision was forgotten, nobody knows them any more.
 */
export function withChances(receipt: DecisionReceipt): DecisionReceipt {
  if (receipt.propensity !== undefined || receipt.exploration !== undefined) return receipt;
  const actions = receipt.bounds.map(({ action }) => action);
  return { ...receipt, ...toldPropensities(receipt, actions) };
}

type Sentences = Pick<DecisionReceipt, 'explanation' | 'change'>;

function sentencesOf(
  receipt: StoredReceipt,
  bounds: DecisionReceipt['bounds'],
  teller: ReceiptTeller,
): Sentences {
  const { said } = receipt.shown!;
  if (said !== undefined) {
    const [explanation = '', ...change] = said;
    return { explanation, change };
  }
  const told = teller.sentences(receipt, predictionOf({ proposal: receipt.proposal, bounds }));
  if (told !== null) return told;
  throw new Error(`The sentences of ${receipt.id} are neither stored nor can they be told again.`);
}

function predictionOf({ proposal, bounds }: Pick<DecisionReceipt, 'proposal' | 'bounds'>): number {
  return bounds.find(({ action }) => action === proposal)?.predicted ?? 0;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, i) => text === other[i]);
}
