/**
 * One of several names, with its label and what is wrong with the choice.
 */
import './fields.css';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  /** An empty name stands for no choice. */
  readonly options: readonly string[];
  readonly emptyText?: string;
  readonly help?: string;
  /** What is wrong with it, null if nothing is. */
  readonly fault?: string | null;
  readonly onChange: (value: string) => void;
}

export function SelectField(props: SelectFieldProps): JSX.Element {
  const { label, value, options, emptyText = 'choose', help, fault = null, onChange } = props;
  const id = useId();
  const said = fault ?? help;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={fault !== null}
        {...(said !== undefined && { 'aria-describedby': `${id}-text` })}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? emptyText : option}
          </option>
        ))}
      </select>
      {said !== undefined && (
        <span id={`${id}-text`} class={fault === null ? 'field-help' : 'field-fault'}>
          {said}
        </span>
      )}
    </div>
  );
}
