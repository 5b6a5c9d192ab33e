/**
 * A decision in one short sentence; the receipt's own explanation says the rest.
 */
import type { DecisionReceipt, DecisionState } from '@hedgerow/client';
import { amountText } from '../design/number-text.ts';
import { percentText } from '../design/percent-text.ts';
import { named } from './named.ts';

type Sentenced = Pick<
  DecisionReceipt,
  'action' | 'reason' | 'chosenBy' | 'bounds' | 'proposedBy' | 'parts'
>;

export function decisionSentence(receipt: Sentenced): string {
  const choose = `Choose ${named(receipt.action)}${onAPart(receipt)}`;
  if (receipt.reason === 'coin-decides') return `${choose}, most likely: a coin will decide.`;
  if (receipt.chosenBy === 'learner') {
    if (receipt.proposedBy === 'caller') {
      return `${choose}: it is what you proposed, and it is safe to try.`;
    }
    if (receipt.reason === 'tried-on-a-part') {
      return `${choose}: it may earn more, and that much of it is safe to try.`;
    }
    if (receipt.proposedBy === 'second-look') {
      return `${choose}: it is tried once more, to keep learning, and it is safe to find out.`;
    }
    return isForLearning(receipt)
      ? `${choose}: it may be the best of all, and it is safe to find out.`
      : `${choose}: it looks best, and it is safe to try.`;
  }
  switch (receipt.reason) {
    case 'not-certified':
      return `${choose}, as usual: trying something else was too risky.`;
    case 'proposal-is-baseline':
      return `${choose}, as usual: nothing else looked better.`;
    case 'held-out':
      return `${choose}, as usual: this round measures what it earns.`;
    case 'safe-mode':
      return `${choose}, as usual: safe mode was on.`;
    case 'shadow':
      return `${choose}, as usual: the policy was only watching.`;
    default:
      return `${choose}, as usual: the records could not be trusted.`;
  }
}

/** Of a divided decision: on how much of it, and what is kept beside it. */
function onAPart({ parts = [] }: Sentenced): string {
  const tried = parts.find(({ role }) => role === 'try');
  const check = parts.find(({ role }) => role === 'check');
  if (tried === undefined || check === undefined) return '';
  return ` on ${percentText(tried.share)} of it and keep ${named(check.action)} on the rest`;
}

/**
 * Returns the receipt's own explanation, but for one case: it calls an action promising that is tried for
 * what may be learnt, and beside a picture with better guesses that reads like a mistake. Of a divided decision it speaks of the
 * difference to the check, and stays.
 */
export function decisionExplanation(
  receipt: Sentenced & Pick<DecisionReceipt, 'explanation' | 'margin'>,
): string {
  const { action, bounds, explanation, margin, parts } = receipt;
  if (parts !== undefined) return explanation;
  const own = bounds.find((bound) => bound.action === action);
  if (own === undefined || !isForLearning(receipt) || margin.after < 0) return explanation;
  const amount = (value: number) => amountText(value, margin.unit);
  return `It is thought to pay ${amount(own.predicted)}, but it could be as much as ${amount(own.high)}. Even if it pays as little as it can, ${amount(margin.after)} of the safety budget remain.`;
}

/** True where another action has the better guess: this one is tried because little is known of it. */
export function isForLearning({ action, chosenBy, bounds, proposedBy }: Sentenced): boolean {
  const own = bounds.find((bound) => bound.action === action);
  if (chosenBy !== 'learner' || proposedBy === 'caller' || own === undefined) return false;
  return bounds.some(({ predicted }) => predicted > own.predicted);
}

export const STATES: Readonly<Record<DecisionState, string>> = {
  issued: 'Not confirmed yet',
  executed: 'Done',
  'fell-back': 'The usual choice was taken instead',
  void: 'Did not take place',
};
