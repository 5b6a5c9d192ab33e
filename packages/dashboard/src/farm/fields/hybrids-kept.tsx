/**
 * The hybrids of a farm, and one more when there is a new one to be bought.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { countText } from '../../design/number-text.ts';
import { TextField } from '../../design/text-field.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import type { Farm } from '../data/use-farm.ts';
import { wordsOf } from '../data/words-of.ts';
import { addHybrid, hybridFault } from './keep-hybrids.ts';

export interface HybridsKeptProps {
  readonly farm: Farm;
  readonly onChanged: () => void;
}

export function HybridsKept({ farm, onChanged }: HybridsKeptProps): JSX.Element {
  const { definition } = farm.view;
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const action = useAction();
  const word = wordsOf(definition).action;
  const known = definition.actions.map((one) => (typeof one === 'string' ? one : one.name));
  const add = async () => {
    const wanted = name.trim();
    const found = hybridFault(wanted, known);
    setFault(found);
    if (found !== null) return;
    if (!(await action.run((client) => addHybrid(client, farm, wanted)))) return;
    setName('');
    onChanged();
  };
  return (
    <Card
      title={countText(known.length, word)}
      lead={`A ${word} that is new begins with nothing known and is tried on strips when its turn comes. What is proved and learnt stays.`}
    >
      <p>{known.join(', ')}</p>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField
          kind="words"
          label={`Name of another ${word}`}
          text={name}
          fault={fault}
          onInput={setName}
        />
        {action.failure !== null && (
          <p class="field-fault" role="alert">
            {actionFailureText(action.failure)}
          </p>
        )}
        <div class="row">
          <Button type="submit" isDisabled={action.isBusy}>
            Add this {word}
          </Button>
        </div>
      </form>
    </Card>
  );
}
