/**
 * What can be told of a receipt from its definition and its own numbers: sentences, the promise, the context, the names of
 * its actions. Whoever stores receipts may leave these out and have them told again.
 *
 * What was told once is told again to the letter, for ever: sentences that are worded better later have to keep the earlier ones for what was
 * stored before (the journals in the fixtures of the service notice).
 */
import type { ContextDescription } from '../../context/context-description.ts';
import { baselineIncrement } from '../../safety/promise-terms.ts';
import { checkDefinition } from './checked-definition.ts';
import { explanation, whatWouldChange } from './explain.ts';
import type { DecideOptions } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { promiseOf } from './promise-of.ts';
import type { Receipt, ReceiptMargin, ReceiptPromise } from './receipt.ts';
import { type ContextValue, createVariables } from './variables.ts';

/** The part of a receipt that its sentences are made of. */
export interface TellingNumbers
  extends Pick<Receipt, 'proposal' | 'proposedBy' | 'baseline' | 'coin'> {
  readonly reason: string;
  readonly margin: Omit<ReceiptMargin, 'unit'>;
}

export interface ReceiptTeller {
  readonly unit: string;
  /** As it stands for a decision that no other waits beside. */
  readonly promise: ReceiptPromise;
  readonly reward: { readonly min: number; readonly max: number };
  /** The actions that a call allows, in the order of a receipt's bounds. */
  allowedActions(call: Pick<DecideOptions, 'allowed' | 'baseline'>): readonly string[];
  context(value: ContextValue): ContextDescription;
  /**
   * The sentences, with what is predicted of the proposal. Null where the numbers are not all in the receipt: of decisions that
   * can be divided.
   */
  sentences(
    numbers: TellingNumbers,
    proposalPrediction: number,
  ): Pick<Receipt, 'explanation' | 'change'> | null;
}

/** Returns the teller of all receipts under one definition. */
export function receiptTeller(definition: PolicyDefinition): ReceiptTeller {
  const checked = checkDefinition(definition, 'stored');
  const variables = createVariables(definition.context);
  const { actionNames, unit, terms } = checked;
  const { min, max } = definition.reward;
  return {
    unit,
    promise: promiseOf(checked, 0),
    reward: { min, max },
    allowedActions: ({ allowed, baseline }) => {
      if (allowed === undefined) return actionNames;
      const wanted = new Set([...allowed, baseline?.action ?? definition.baseline.action]);
      return actionNames.filter((name) => wanted.has(name));
    },
    context: (value) => variables.read(value).describe(),
    sentences: (numbers, proposalPrediction) => {
      if (definition.split !== undefined) return null;
      const input = {
        reason: numbers.reason as Exclude<Receipt['reason'], 'tried-on-a-part'>,
        proposal: numbers.proposal,
        proposedBy: numbers.proposedBy,
        baseline: numbers.baseline.action,
        margin: { ...numbers.margin, unit },
        coin: numbers.coin,
        baselineIncrement: baselineIncrement(terms, numbers.baseline.reward?.min ?? min),
        proposalPrediction,
      };
      return { explanation: explanation(input), change: whatWouldChange(input) };
    },
  };
}

/** The part of a receipt that its probabilities follow from, unless lots were drawn. */
interface ChanceNumbers extends Pick<Receipt, 'action' | 'proposal' | 'baseline' | 'coin'> {
  readonly reason: string;
}

/** Why a coin decided, or will; for any other reason nothing was open. */
const COIN_REASONS: readonly string[] = ['proposal-is-safe', 'held-out', 'coin-decides'];

/**
 * With which probability actions were to be chosen, where no lot could be drawn; `actions` are those that were allowed,
 * in declared order.
 */
export function toldPropensities(
  { reason, action, proposal, baseline, coin }: ChanceNumbers,
  actions: readonly string[],
): Pick<Receipt, 'propensity' | 'propensities'> {
  if (coin === null || !COIN_REASONS.includes(reason)) {
    return { propensity: 1, propensities: [{ action, probability: 1 }] };
  }
  const { playProbability } = coin;
  const both = [
    { action: proposal, probability: playProbability },
    { action: baseline.action, probability: 1 - playProbability },
  ];
  const place = (one: { readonly action: string }) => actions.indexOf(one.action);
  return {
    propensity: action === proposal ? playProbability : 1 - playProbability,
    propensities: both.sort((one, other) => place(one) - place(other)),
  };
}
