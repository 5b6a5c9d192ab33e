/**
 * What the result may depend on: numbers with their usual range, or categories.
 */
import type { JSX } from 'preact';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice } from '../design/choice.tsx';
import { TextField } from '../design/text-field.tsx';
import { LinesField } from './lines-field.tsx';
import { EMPTY_VARIABLE, type VariableDraft } from './policy-draft.ts';

export interface VariableFieldsProps {
  readonly variables: readonly VariableDraft[];
  readonly fault: string | null;
  readonly onVariables: (variables: readonly VariableDraft[]) => void;
}

export function VariableFields({
  variables,
  fault,
  onVariables,
}: VariableFieldsProps): JSX.Element {
  return (
    <Card
      title="What it may depend on"
      lead="What is known or forecast before each decision: a temperature, a weekday. It may stay empty."
    >
      {variables.map((variable, i) => (
        <OneVariable
          key={i}
          position={i + 1}
          variable={variable}
          onVariable={(changed) => onVariables(variables.with(i, changed))}
          onRemove={() => onVariables(variables.toSpliced(i, 1))}
        />
      ))}
      <p class="field-fault" role="alert">
        {fault}
      </p>
      <Button onClick={() => onVariables([...variables, EMPTY_VARIABLE])}>Add a variable</Button>
    </Card>
  );
}

const KINDS = { number: 'Number', categories: 'Categories' } as const;

interface OneVariableProps {
  /** Counted from 1. */
  readonly position: number;
  readonly variable: VariableDraft;
  readonly onVariable: (variable: VariableDraft) => void;
  readonly onRemove: () => void;
}

function OneVariable(props: OneVariableProps): JSX.Element {
  const { position, variable, onVariable, onRemove } = props;
  const { name, kind, min, max, categories } = variable;
  const typed = (field: keyof VariableDraft) => (text: string) =>
    onVariable({ ...variable, [field]: text });
  return (
    <div class="define-variable">
      <TextField
        kind="words"
        label={`Name of variable ${position}`}
        text={name}
        onInput={typed('name')}
      />
      <Choice
        label={`Kind of variable ${position}`}
        value={kind}
        options={KINDS}
        onChange={(chosen) => onVariable({ ...variable, kind: chosen })}
      />
      {kind === 'number' ? (
        <>
          <TextField kind="amount" label="Usually from" text={min} onInput={typed('min')} />
          <TextField kind="amount" label="to" text={max} onInput={typed('max')} />
        </>
      ) : (
        <LinesField
          label={`Categories of variable ${position}, one on each line`}
          text={categories}
          onInput={typed('categories')}
        />
      )}
      <Button onClick={onRemove}>Remove</Button>
    </div>
  );
}
