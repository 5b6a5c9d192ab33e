/**
 * Says in sentences why an action is played and what would have to change for the other outcome.
 *
 * Numbers are rounded for people; the exact ones stand in the receipt beside these sentences.
 */
import type { HedgeReason } from '../learners/hedge/hedge-decision.ts';
import {
  isAffordable,
  isForProposal,
  type Proposing,
  type ReceiptCoin,
  type ReceiptMargin,
} from './receipt.ts';

export interface ExplanationInput {
  readonly reason: HedgeReason;
  readonly proposal: string;
  /** If not the learner's, nothing is said of how it looks. */
  readonly proposedBy: Proposing;
  readonly baseline: string;
  readonly margin: ReceiptMargin;
  readonly coin: ReceiptCoin | null;
  /** What one more round with the baseline adds to the budget at least, in reward units. */
  readonly baselineIncrement: number;
  /** Predicted reward of the proposal, in reward units. */
  readonly proposalPrediction: number;
}

/** Returns one sentence that tells what is played and why. */
export function explanation(input: ExplanationInput): string {
  const { proposal, baseline, margin } = input;
  const amount = (value: number) => formatAmount(value, margin.unit);
  switch (input.reason) {
    case 'proposal-is-safe':
      return `${merit(input)} (${amount(input.proposalPrediction)} expected), and ${worstCase(margin)}.`;
    case 'held-out':
      return `${proposal} was allowed, but this round goes to ${baseline} by the flip of a coin, to keep measuring what ${baseline} earns.`;
    case 'coin-decides':
      return `${proposal} would be played with probability ${formatPercent(input.coin!.playProbability)}, otherwise ${baseline}, to keep measuring what ${baseline} earns; a coin will decide.`;
    case 'not-certified':
      return margin.before < 0
        ? `${merit(input)}, but it could lose, and ${overdrawn(margin)}; so ${baseline} is played.`
        : `${merit(input)}, but if it paid as little as it can, the safety budget would be ${shortage(margin)} short; so ${baseline} is played.`;
    case 'proposal-is-baseline':
      return input.proposedBy === 'exploration'
        ? `${baseline} is what you do today and also what was drawn by lot.`
        : `${baseline} is what you do today and also what looks best.`;
    case 'shadow':
      return `${baseline} is played because the policy only watches; ${withoutShadow(input)}.`;
    case 'safe-mode':
      return `${baseline} is played because the policy is in safe mode.`;
  }
}

/** What would have been played if the policy did more than watch, and why. */
function withoutShadow({ proposal, baseline, margin, coin }: ExplanationInput): string {
  const anyway = `${baseline} would have been played anyway`;
  if (proposal === baseline) return `${anyway}: it is also what looks best`;
  if (!isAffordable(margin)) {
    return `${anyway}: if ${proposal} paid as little as it can, the safety budget would be ${shortage(margin)} short`;
  }
  if (coin?.number === null) {
    return `${proposal} would be played with probability ${formatPercent(coin.playProbability)}`;
  }
  if (coin !== null && !isForProposal(coin))
    return `${anyway}: the coin gives this round to it, to keep measuring what it earns`;
  return `${proposal} would have been played`;
}

/** Returns what would have to change for the other outcome. */
export function whatWouldChange(input: ExplanationInput): string[] {
  const { proposal, baseline, margin } = input;
  const amount = (value: number) => formatAmount(value, margin.unit);
  switch (input.reason) {
    case 'proposal-is-safe':
      return [
        `${baseline} would be played if the safety budget were ${amount(margin.ifProposed)} smaller.`,
      ];
    case 'held-out':
      return [
        `${proposal} would be played if the coin had shown less than ${formatShare(input.coin!.playProbability)}; it showed ${formatShare(input.coin!.number!)}.`,
      ];
    case 'coin-decides':
      return ['How the coin falls is known when the decision is made, and not before.'];
    case 'not-certified':
      return missingBudget(input);
    case 'proposal-is-baseline':
      if (input.proposedBy === 'exploration') return ['Another lot would name another action.'];
      return ['Another action would be proposed if its rewards, or its uncertainty, were higher.'];
    case 'shadow':
      return [
        'Proposals are played, where the promise allows it, once the policy does more than watch.',
      ];
    case 'safe-mode':
      return ['The learner is asked again when safe mode is switched off.'];
  }
}

function merit({ proposal, proposedBy }: ExplanationInput): string {
  return `${proposal} ${MERITS[proposedBy]}`;
}

const MERITS: Readonly<Record<Proposing, string>> = {
  learner: 'looks most promising',
  'second-look': 'is worth another try, to keep learning',
  caller: 'was proposed',
  exploration: 'was drawn by lot',
};

/** A correction, or actions that were not played as told, took back what had been spent. */
function overdrawn(margin: ReceiptMargin): string {
  return `the safety budget is overdrawn by ${formatAmount(-margin.before, margin.unit)}`;
}

function worstCase(margin: ReceiptMargin): string {
  if (margin.before < 0) return `it cannot lose, although ${overdrawn(margin)}`;
  if (margin.after < 0) return 'the rest of the window makes up for the worst that can come of it';
  const left = formatAmount(margin.after, margin.unit);
  return `even if it pays as little as it can, ${left} of the safety budget remain`;
}

/** What is missing, or "just" where it is less than rounding can tell. */
function shortage(margin: ReceiptMargin): string {
  const missing = -margin.ifProposed;
  const isTiny = missing <= 1e-9 * Math.max(1, Math.abs(margin.before));
  return isTiny ? 'just' : formatAmount(missing, margin.unit);
}

function missingBudget(input: ExplanationInput): string[] {
  const { proposal, baseline, margin, baselineIncrement } = input;
  const missing = -margin.ifProposed;
  const amount = shortage(margin) === 'just' ? 'just a little' : shortage(margin);
  const sentences = [`${proposal} would be played if the safety budget were ${amount} larger.`];
  if (baselineIncrement > 0) {
    const rounds = Math.ceil(missing / baselineIncrement - 1e-9) || 1;
    sentences.push(
      `${formatCount(rounds, 'more round')} with ${baseline} would earn that for sure.`,
    );
  }
  sentences.push(
    'A larger allowed shortfall, a higher lowest reward (if it is true) or a narrower interval for the baseline makes this sooner.',
  );
  return sentences;
}

/** Writes an amount with three significant digits, or to the unit if that is more, and its unit. */
export function formatAmount(value: number, unit: string): string {
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : threeDigits(value);
  return unit === '' ? String(rounded) : `${rounded} ${unit}`;
}

/**
 * The same as Number(value.toPrecision(3)) below 1000, in a tenth of the time unless it is a close call: a whole number below
 * 1000 divided by a power of ten is the number nearest to what that writes.
 */
function threeDigits(value: number): number {
  const size = Math.abs(value);
  const scale = size >= 100 ? 1 : size >= 10 ? 10 : size >= 1 ? 100 : 1000;
  const digits = Math.floor(scale * size);
  const left = scale * size - digits;
  const isClose = Math.abs(left - 0.5) < 1e-6 || size < 0.1;
  if (isClose) return Number(value.toPrecision(3));
  return (Math.sign(value) * (left < 0.5 ? digits : digits + 1)) / scale;
}

function formatShare(share: number): string {
  return share.toFixed(3);
}

/** A probability as people say it, rounded down: nothing that is open is said to be certain. */
function formatPercent(probability: number): string {
  return `${Math.floor(1000 * probability + 1e-9) / 10} %`;
}

function formatCount(count: number, noun: string): string {
  return count === 1 ? `One ${noun}` : `${count} ${noun}s`;
}
