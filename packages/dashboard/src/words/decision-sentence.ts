/**
 * A decision in one short sentence; the receipt's own explanation says the rest.
 */
import type { DecisionReceipt, DecisionState } from '@hedgerow/client';

export function decisionSentence({ action, reason, chosenBy }: DecisionReceipt): string {
  if (chosenBy === 'learner')
    return `Play ${action}: it looks most promising, and it is safe to try.`;
  switch (reason) {
    case 'not-certified':
      return `Play ${action}, as usual: trying something else was too risky.`;
    case 'proposal-is-baseline':
      return `Play ${action}, as usual: nothing else looked better.`;
    case 'held-out':
      return `Play ${action}, as usual: this round measures what it earns.`;
    case 'safe-mode':
      return `Play ${action}, as usual: safe mode was on.`;
    case 'shadow':
      return `Play ${action}, as usual: the policy was only watching.`;
    default:
      return `Play ${action}, as usual: the records could not be trusted.`;
  }
}

export const STATES: Readonly<Record<DecisionState, string>> = {
  issued: 'Not confirmed yet',
  executed: 'Played',
  'fell-back': 'The usual choice was played instead',
  void: 'Did not take place',
};
