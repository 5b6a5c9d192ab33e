/**
 * The receipt of a decision: what is done, who chose it, why, and the numbers that prove it.
 *
 * Plain data. It is enough to re-derive the decision: `rederive` takes only the receipt and arrives
 * at the same action, or says which number does not fit.
 */
import type { ContextDescription } from '../../context/context-description.ts';
import type { RewardInterval } from '../../safety/books/safety-book.ts';
import type { HedgeReason } from '../learners/hedge/hedge-decision.ts';
import type { PromiseAssumption } from './promise-assumptions.ts';

export interface Receipt {
  readonly id: string;
  /** Order of decisions, counted from 1. */
  readonly sequence: number;
  /** The action to take. */
  readonly action: string;
  readonly chosenBy: 'learner' | 'baseline';
  readonly reason: HedgeReason;
  /** The same as a sentence for people. */
  readonly explanation: string;
  /** What would have to change for the other outcome, as sentences for people. */
  readonly change: readonly string[];
  /** The action the learner would like. */
  readonly proposal: string;
  /** Whose wish that is: the learner's own, or one that the caller brought along. */
  readonly proposedBy: 'learner' | 'caller';
  readonly baseline: ReceiptBaseline;
  /** What the model thinks of every action that was allowed; no promise rests on it. */
  readonly bounds: readonly ActionBounds[];
  readonly promise: ReceiptPromise;
  readonly margin: ReceiptMargin;
  /** The coin, where the baseline's reward is unknown; the proposal is played if it is below. */
  readonly coin: ReceiptCoin | null;
  /** What was known of the context. */
  readonly context: ContextDescription;
}

export interface ReceiptBaseline {
  readonly action: string;
  /** What was declared of its expected reward; null if nothing. */
  readonly reward: RewardInterval | null;
}

export interface ActionBounds {
  readonly action: string;
  /** Predicted reward for this forecast, in reward units. */
  readonly predicted: number;
  /** The expected reward likely lies between these (about 95 %, if the model is right). */
  readonly low: number;
  readonly high: number;
}

export interface ReceiptPromise {
  /** The promise in words. */
  readonly text: string;
  readonly failureProbability: number;
  /** What it rests on beyond the declarations in this decision; stable names, empty if nothing. */
  readonly assumptions: readonly PromiseAssumption[];
  /** Which mathematics keeps it. */
  readonly certificate: 'betting' | 'betting and equations' | 'hold-out coin' | 'observed total';
}

export interface ReceiptMargin {
  /** What is proved of the safety budget before this decision, in reward units; below 0: overdrawn. */
  readonly before: number;
  /** What would be left of it if the proposal were played and paid as little as it can. */
  readonly ifProposed: number;
  /** The least that the proposal adds to the budget; below 0 where it can lose. */
  readonly worstIncrement: number;
  /** What is left of it after this decision, in the worst case. */
  readonly after: number;
  readonly unit: string;
}

export interface ReceiptCoin {
  /** How the coin fell; null in a preview, which must not tell. */
  readonly number: number | null;
  readonly playProbability: number;
}

/** Returns the action that the numbers of the receipt lead to. */
export function rederive(receipt: Receipt): { action: string; chosenBy: 'learner' | 'baseline' } {
  const isAsked = receipt.reason !== 'safe-mode' && receipt.reason !== 'shadow';
  const isWanted = isAsked && receipt.proposal !== receipt.baseline.action;
  const isCertified = isAffordable(receipt.margin);
  const isDrawn = receipt.coin === null || isForProposal(receipt.coin);
  return isWanted && isCertified && isDrawn
    ? { action: receipt.proposal, chosenBy: 'learner' }
    : { action: receipt.baseline.action, chosenBy: 'baseline' };
}

/** Whether the proposal keeps the promise, or cannot lose, so that it makes no overdrawn budget worse. */
export function isAffordable({ ifProposed, worstIncrement }: ReceiptMargin): boolean {
  return ifProposed >= 0 || worstIncrement >= 0;
}

/** Whether the coin fell for the proposal; of one that is not flipped yet, the likelier side. */
export function isForProposal({ number, playProbability }: ReceiptCoin): boolean {
  return number === null ? playProbability >= 0.5 : number < playProbability;
}
