/**
 * The receipt as a sentence and a picture, and what would have changed it.
 */
import type { DecisionReceipt, ShownDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { assumptionWords } from '../../words/assumption-words.ts';
import {
  decisionExplanation,
  decisionSentence,
  isForLearning,
} from '../../words/decision-sentence.ts';
import { named } from '../../words/named.ts';
import { outsideText } from '../../words/outlook-words.ts';
import { BoundsPicture } from './bounds-picture.tsx';
import { BudgetSteps } from './budget-steps.tsx';
import { DecisionFacts } from './decision-facts.tsx';
import { OutlookList } from './outlook-list.tsx';

export interface ReceiptCardProps {
  readonly receipt: DecisionReceipt;
  /** Null until it has come. */
  readonly definition: ShownDefinition | null;
}

export function ReceiptCard({ receipt, definition }: ReceiptCardProps): JSX.Element {
  const id = useId();
  return (
    <section class="card receipt-card" aria-labelledby={id}>
      <div class="stack">
        <h2 id={id} class="sentence">
          {decisionSentence(receipt)}
        </h2>
        <p class="page-lead">{decisionExplanation(receipt)}</p>
        <DecisionFacts receipt={receipt} definition={definition} />
        {assumptionWords(receipt.promise).map((sentence) => (
          <p key={sentence} class="soft">
            {sentence}
          </p>
        ))}
      </div>
      <div class="stack">
        <div class="stack-tight">
          <h3>What it does to the safety budget</h3>
          <BudgetSteps receipt={receipt} definition={definition} />
        </div>
        {receipt.change.length > 0 && (
          <div class="stack-tight">
            <h3>What would have changed it</h3>
            <ul class="sentences">
              {receipt.change.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div class="stack-tight">
        <h3>What each action was thought to pay</h3>
        {receipt.outside?.map((outside) => (
          <p key={outside.variable}>{outsideText(outside)}</p>
        ))}
        {receipt.bounds.length === 0 ? (
          <p>The model was not asked.</p>
        ) : definition !== null && receipt.bounds.some(({ outlook }) => outlook !== undefined) ? (
          <OutlookList receipt={receipt} definition={definition} />
        ) : (
          <>
            <BoundsPicture receipt={receipt} />
            <p class="small soft">
              The dot is the best guess; the bar is where the truth most likely lies.
              {receipt.parts !== undefined && ` ${besideText(receipt)}`}
              {isForLearning(receipt) && ` ${learningText(receipt)}`}
              {receipt.proposedBy === 'caller' && ` ${BROUGHT_TEXT}`}
            </p>
          </>
        )}
      </div>
    </section>
  );
}

const BROUGHT_TEXT =
  'These are guesses of hedgerow, from reported rewards alone; the proposal came from whoever asked.';

function besideText({ baseline }: DecisionReceipt): string {
  return `Each is compared with ${named(baseline.action)} beside it, so that one has no bar of its own.`;
}

function learningText({ action }: DecisionReceipt): string {
  return `${named(action)} has not the best guess, but so little is known of it that it may well be the best: trying it is how that is learnt.`;
}
