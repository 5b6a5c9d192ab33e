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
  readonly reason: HedgeReason | SplitReason;
  /** The same as a sentence for people. */
  readonly explanation: string;
  /** What would have to change for the other outcome, as sentences for people. */
  readonly change: readonly string[];
  /** The action the learner would like. */
  readonly proposal: string;
  /**
   * Whose wish that is: the learner's own, one that the caller brought along, or one drawn by lot. A second look is the
   * learner's, too: something else looks better, but it is too early to leave this for good.
   */
  readonly proposedBy: Proposing;
  readonly baseline: ReceiptBaseline;
  /** What the model thinks of every action that was allowed; no promise rests on it. */
  readonly bounds: readonly ActionBounds[];
  readonly promise: ReceiptPromise;
  readonly margin: ReceiptMargin;
  /** The coin, where the baseline's reward is unknown; the proposal is played if it is below. */
  readonly coin: ReceiptCoin | null;
  /**
   * With which probability this action was to be chosen, given all that was known before anything was drawn: the
   * forecast, the books, and the wish of learner or caller. 1 where nothing is drawn. Of a divided decision it is that
   * of the plan, which is certain; each strip is in a part with the probability of its share.
   */
  readonly propensity: number;
  /** The same of all actions that could have been chosen, in declared order; they add up to 1. */
  readonly propensities: readonly ActionPropensity[];
  /** The lot of exploration; absent where the definition has none. */
  readonly exploration?: ReceiptExploration;
  /** What was known of the context. */
  readonly context: ContextDescription;
  /** Size of the decision, its group and its site; absent where it has none. */
  readonly size?: number;
  readonly group?: string;
  readonly site?: string;
  /** Where decisions can be divided: the part that is tried, and the check beside it. */
  readonly parts?: readonly ReceiptPart[];
  /** What lies outside of what was ever seen; absent where nothing does. */
  readonly outside?: readonly OutsideVariable[];
}

export type Proposing = 'learner' | 'second-look' | 'caller' | 'exploration';

export interface ActionPropensity {
  readonly action: string;
  readonly probability: number;
}

export interface ReceiptExploration {
  /** A lot was drawn if it is below the share; null in a preview, which must not tell. */
  readonly number: number | null;
  readonly share: number;
}

/** Why a divided decision is as it is; stable names, safe to store. */
export type SplitReason =
  | Extract<
      HedgeReason,
      'proposal-is-safe' | 'not-certified' | 'proposal-is-baseline' | 'shadow' | 'safe-mode'
    >
  /** The proposal is tried on as much of the decision as keeps the promise; the rest is the check. */
  | 'tried-on-a-part';

export interface ReceiptPart {
  readonly role: 'try' | 'check';
  readonly action: string;
  readonly share: number;
  readonly size: number;
  /** Which of the strips, counted from 1, by a draw; null in a preview, which must not tell. */
  readonly strips: readonly number[] | null;
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
  /** What one season may bring here; absent where no prior says how seasons stray. */
  readonly outlook?: ActionOutlook;
}

export interface ActionOutlook {
  /** Eight of ten seasons lie between these, if the model is right: mostly season and place. */
  readonly low: number;
  readonly high: number;
  /** Against the baseline's action in the same place and season. */
  readonly beside: {
    readonly predicted: number;
    /** Eight of ten differences lie between these. */
    readonly low: number;
    readonly high: number;
    /** Chance that it earns more. */
    readonly chance: number;
  };
}

/** A variable whose mean lies outside of what the data of the prior have seen. */
export interface OutsideVariable {
  readonly variable: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

export interface ReceiptPromise {
  /** The promise in words. */
  readonly text: string;
  readonly failureProbability: number;
  /** What it rests on beyond the declarations in this decision; stable names, empty if nothing. */
  readonly assumptions: readonly PromiseAssumption[];
  /** Which mathematics keeps it. */
  readonly certificate:
    | 'betting'
    | 'betting and equations'
    | 'hold-out coin'
    | 'observed total'
    | 'check beside the try';
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

/** The part of a receipt that its action follows from. */
export interface DerivingNumbers
  extends Pick<Receipt, 'reason' | 'proposal' | 'baseline' | 'coin' | 'parts'> {
  readonly margin: Pick<ReceiptMargin, 'ifProposed' | 'worstIncrement'>;
}

/** Returns the action that the numbers of the receipt lead to. */
export function rederive(receipt: DerivingNumbers): {
  action: string;
  chosenBy: 'learner' | 'baseline';
} {
  const isAsked = receipt.reason !== 'safe-mode' && receipt.reason !== 'shadow';
  const isTried = receipt.parts?.some(({ role }) => role === 'try') ?? true;
  const isWanted = isAsked && isTried && receipt.proposal !== receipt.baseline.action;
  const isCertified = isAffordable(receipt.margin);
  const isDrawn = receipt.coin === null || isForProposal(receipt.coin);
  return isWanted && isCertified && isDrawn
    ? { action: receipt.proposal, chosenBy: 'learner' }
    : { action: receipt.baseline.action, chosenBy: 'baseline' };
}

/** Whether the proposal keeps the promise, or cannot lose, so that it makes no overdrawn budget worse. */
export function isAffordable({
  ifProposed,
  worstIncrement,
}: Pick<ReceiptMargin, 'ifProposed' | 'worstIncrement'>): boolean {
  return ifProposed >= 0 || worstIncrement >= 0;
}

/** Whether the coin fell for the proposal; of one that is not flipped yet, the likelier side. */
export function isForProposal({ number, playProbability }: ReceiptCoin): boolean {
  return number === null ? playProbability >= 0.5 : number < playProbability;
}
