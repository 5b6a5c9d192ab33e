/**
 * What became of the decision: what was said about it, in order, and what can still be said.
 */
import type { DecisionEvent, DecisionView, ShownDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { amountText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import { momentText } from '../../design/time-text.ts';
import { standingWords } from '../../words/part-words.ts';
import { PartsForms } from './parts/parts-form.tsx';
import { PlayedButtons } from './played-buttons.tsx';
import { RewardForm } from './reward-form.tsx';

export interface SinceCardProps {
  readonly decision: DecisionView;
  /** Null until it has come. */
  readonly definition: ShownDefinition | null;
  readonly onChanged: () => void;
}

export function SinceCard({ decision, definition, onChanged }: SinceCardProps): JSX.Element {
  const { unit } = decision.receipt.margin;
  const Form = decision.partRewards === undefined ? RewardForm : PartsForms;
  return (
    <Card title="What happened since" lead={leadOf(decision)}>
      <div class="columns">
        <ol class="timeline">
          <li>
            <span class="timeline-what">{decidedText(decision)}</span>
            <span class="small soft">{momentText(decision.decidedAt)}</span>
          </li>
          {decision.events.map((event) => (
            <li key={`${event.at} ${event.kind} ${event.value}`}>
              <span class="timeline-what">{eventText(event, unit)}</span>
              <span class="small soft">
                {momentText(event.at)}
                {reasonText(event) !== '' && ` · ${reasonText(event)}`}
                {event.isLearnt === false && ' · kept, but not learnt from'}
              </span>
            </li>
          ))}
        </ol>
        <div class="stack">
          {decision.state === 'issued' && definition?.execution !== 'assume' && (
            <PlayedButtons decision={decision} onChanged={onChanged} />
          )}
          {decision.state !== 'void' && decision.state !== 'fell-back' && (
            <Form decision={decision} definition={definition} onChanged={onChanged} />
          )}
        </div>
      </div>
    </Card>
  );
}

function decidedText({ action, receipt }: DecisionView): string {
  const isDivided = (receipt.parts?.length ?? 0) > 1;
  return `Decided: ${action}${isDivided ? ', on a part' : ''}`;
}

function leadOf(decision: DecisionView): string {
  const { reward, state, receipt, correctionCount, partRewards } = decision;
  const { unit } = receipt.margin;
  if (state === 'void' || state === 'fell-back') {
    const isLost = decision.events.some(({ reason: why }) => why === 'newer-information');
    if (isLost) return `${GIVEN_UP[state]}, because more was known by then: ${STAYS}`;
    return state === 'void' ? `${GIVEN_UP.void}, so it does not count.` : `${GIVEN_UP[state]}.`;
  }
  const isHeard = partRewards !== undefined && (partRewards.try ?? partRewards.check) !== null;
  const parts = isHeard ? ` Of its parts, ${standingWords(partRewards, unit)}.` : '';
  if (reward === null) {
    return `Its reward has not come ${isHeard ? 'in full ' : ''}yet.${parts} It may come late; nothing is lost.`;
  }
  const corrected = correctionCount === 0 ? '' : ', as corrected';
  return `It paid ${amountText(reward, unit)}${corrected}.${parts}`;
}

const GIVEN_UP = {
  void: 'The round did not take place',
  'fell-back': 'The usual choice was taken instead',
} as const;
const STAYS = 'it stays in the total as it was decided, and what it would have paid is lost.';

/** Why it was not carried out, in words; the text itself of any other reason. */
function reasonText({ reason = '', note = '' }: DecisionEvent): string {
  const why = REASONS[reason] ?? (reason === '' ? '' : `“${reason}”`);
  return [why, note === '' ? '' : `“${note}”`].filter((part) => part !== '').join(' · ');
}

const REASONS: Readonly<Record<string, string>> = {
  unrelated: 'for an unrelated reason',
  'newer-information': 'because more was known by then',
};

function eventText(event: DecisionEvent, unit: string): string {
  const parts = event.partRewards && standingWords(event.partRewards, unit);
  const amount = event.value == null ? 'on one part so far' : amountText(event.value, unit);
  switch (event.kind) {
    case 'confirmed':
      return event.executed === undefined
        ? 'Confirmed: it was done'
        : `Confirmed: tried on ${percentText(event.executed.share)} of it`;
    case 'fell-back':
      return 'The usual choice was taken instead';
    case 'voided':
      return 'It did not take place';
    case 'rewarded':
      return parts === undefined ? `Paid ${amount}` : `Reported: ${parts}`;
    case 'corrected':
      if (parts !== undefined) return `Corrected: ${parts}`;
      return event.previous == null
        ? `Corrected to ${amount}`
        : `Corrected from ${amountText(event.previous, unit)} to ${amount}`;
  }
}
