/**
 * One field by hand: a new one, or one that is changed.
 */
import type { Subject } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/select-field.tsx';
import { TextField } from '../../design/text-field.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { readableName } from '../../words/readable-name.ts';
import { sizeUnit } from '../../words/units.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import { draftOf, EMPTY_DRAFT, type FieldDraft, readField } from './field-draft.ts';
import { placeVariables, soilVariables, variableLabel } from './field-variables.ts';
import { keepFields } from './keep-fields.ts';

export interface FieldFormProps {
  readonly farm: Farm;
  /** The field that is changed; null for a new one. */
  readonly edited: Subject | null;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function FieldForm({ farm, edited, onDone, onCancel }: FieldFormProps): JSX.Element {
  const { definition } = farm.view;
  const [draft, setDraft] = useState<FieldDraft>(edited === null ? EMPTY_DRAFT : draftOf(edited));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const action = useAction();
  const save = async () => {
    const others = farm.fields.map(({ name }) => name).filter((name) => name !== edited?.name);
    const read = readField(draft, definition, others, edited ?? undefined);
    setFaults(read.faults);
    if (read.field === null) return;
    const kept = farm.fields.filter(({ name }) => name !== edited?.name);
    const isDone = await action.run((client) => keepFields(client, farm, [...kept, read.field!]));
    if (!isDone) return;
    setDraft({ ...EMPTY_DRAFT, site: draft.site, usual: draft.usual, values: draft.values });
    onDone();
  };
  return (
    <form
      class="form field-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FieldInputs farm={farm} draft={draft} faults={faults} onDraft={setDraft} />
      {action.failure !== null && (
        <p class="field-fault" role="alert">
          {actionFailureText(action.failure)}
        </p>
      )}
      <div class="row">
        <Button type="submit" weight="main" isDisabled={action.isBusy}>
          {edited === null ? `Add this ${wordsOf(definition).subject}` : 'Keep the change'}
        </Button>
        {edited !== null && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

interface FieldInputsProps {
  readonly farm: Farm;
  readonly draft: FieldDraft;
  readonly faults: Readonly<Record<string, string>>;
  readonly onDraft: (draft: FieldDraft) => void;
}

function FieldInputs({ farm, draft, faults, onDraft }: FieldInputsProps): JSX.Element {
  const { definition } = farm.view;
  const words = wordsOf(definition);
  const hybrids = definition.actions.map((one) => (typeof one === 'string' ? one : one.name));
  const text = (name: 'name' | 'size' | 'site' | 'blocks', label: string) => (
    <TextField
      kind={name === 'size' || name === 'blocks' ? 'amount' : 'words'}
      label={label}
      text={draft[name]}
      fault={faults[name] ?? null}
      onInput={(typed) => onDraft({ ...draft, [name]: typed })}
    />
  );
  const setValue = (name: string, value: string) =>
    onDraft({ ...draft, values: { ...draft.values, [name]: value } });
  return (
    <div class="field-grid">
      {text('name', 'Name')}
      {text('size', `Size (${sizeUnit(definition)})`)}
      {text('site', `${titled(words.site)} (if there are several)`)}
      {soilVariables(definition).map((variable) => (
        <TextField
          key={variable.name}
          kind="amount"
          label={variableLabel(variable)}
          text={draft.values[variable.name] ?? ''}
          fault={faults[variable.name] ?? null}
          onInput={(typed) => setValue(variable.name, typed)}
        />
      ))}
      {placeVariables(definition).map(({ name, categories }) => (
        <SelectField
          key={name}
          label={titled(readableName(name))}
          value={draft.values[name] ?? ''}
          options={['', ...categories]}
          fault={faults[name] ?? null}
          onChange={(value) => setValue(name, value)}
        />
      ))}
      <SelectField
        label={`Usual ${words.action} here`}
        value={draft.usual}
        options={['', ...hybrids]}
        emptyText={`${definition.baseline.action}, as everywhere`}
        onChange={(usual) => onDraft({ ...draft, usual })}
      />
      {text('blocks', 'Blocks, each with its own try and check')}
      <DivisibleBox draft={draft} onDraft={onDraft} />
    </div>
  );
}

function DivisibleBox({
  draft,
  onDraft,
}: Pick<FieldInputsProps, 'draft' | 'onDraft'>): JSX.Element {
  const id = useId();
  return (
    <div class="check-field">
      <input
        id={id}
        type="checkbox"
        checked={draft.isDivisible}
        onChange={(event) => onDraft({ ...draft, isDivisible: event.currentTarget.checked })}
      />
      <label for={id}>It can be divided into strips</label>
    </div>
  );
}
