/**
 * The questions that make a farm learn sooner, in the order of what they are worth, each with what it is
 * worth. A false answer breaks the promise, so every answer but the range may be left open.
 */
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { TextField } from '../../design/text-field.tsx';
import type { FarmDraft, FarmFaults } from './farm-draft.ts';

export interface DeclarationsCardProps {
  readonly draft: FarmDraft;
  readonly faults: FarmFaults;
  readonly unit: string;
  /** Whether there are trial results: a crop model that the farm starts from. */
  readonly hasModel: boolean;
  readonly onDraft: (draft: FarmDraft) => void;
}

type Answer = 'blocks' | 'drop' | 'noise' | 'usualLeast' | 'usualMost' | 'least' | 'most';

export function DeclarationsCard(props: DeclarationsCardProps): JSX.Element {
  const { draft, faults, unit, hasModel, onDraft } = props;
  const input = (key: Answer, label: string) => (
    <TextField
      kind="amount"
      label={label}
      text={draft[key]}
      fault={faults[key] ?? null}
      onInput={(text) => onDraft({ ...draft, [key]: text })}
    />
  );
  return (
    <Card
      title="What you know"
      lead="Answer what you are sure of, in this order: the first are worth most. A false answer breaks the promise; an open one only makes it slower."
    >
      <ol class="questions">
        <Question
          title="Into how many blocks can you divide a field?"
          worth="Each block has its own try and check. On a small farm this is worth most: with 8 fields, four blocks a field tripled the gain by the fifth season (0.12 to 0.37 t/ha)."
        >
          {input('blocks', 'Blocks a field')}
        </Question>
        <Question
          title="Are there results of trials?"
          worth="They tell what to try first. With 8 fields they raised the gain by the fifth season from 0.12 to 0.47 t/ha. The promise never trusts them."
        >
          <p class="small">
            {hasModel ? 'Yes: the crop model above.' : 'No crop model is chosen above.'}
          </p>
        </Question>
        <Question
          title="How far could the worst hybrid you would ever sow stay below your own beside it, on average over a field?"
          worth="More may be tried on the first day, and about twice as much in every season after."
        >
          {input('drop', `At most (${unit})`)}
        </Question>
        <Question
          title="How far off is the measured mean of a few strips?"
          worth="Nothing on the first day, the most from the second season on. Two of three measurements lie within this."
        >
          {input('noise', `About (${unit})`)}
        </Question>
        <Question
          title="Between which yields do your own fields lie, with your own hybrid, in any year?"
          worth="More on the first day."
        >
          <div class="field-group">
            {input('usualLeast', `Least (${unit})`)}
            {input('usualMost', `Most (${unit})`)}
          </div>
        </Question>
        <Question
          title="What is the least, and the most, that any field can yield at all?"
          worth="Needed. The narrower it truly is, the sooner more may be tried."
        >
          <div class="field-group">
            {input('least', `Least (${unit})`)}
            {input('most', `Most (${unit})`)}
          </div>
        </Question>
      </ol>
    </Card>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly worth: string;
  readonly children: JSX.Element;
}

function Question({ title, worth, children }: QuestionProps): JSX.Element {
  return (
    <li class="question">
      <div>
        <h3>{title}</h3>
        <p class="small soft">{worth}</p>
      </div>
      {children}
    </li>
  );
}
