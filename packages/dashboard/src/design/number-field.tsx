/**
 * A number that can be typed, with its unit, its rule and what is wrong with it.
 */
import './fields.css';
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly help?: string;
  readonly step?: number;
  /** Returns what is wrong with a number, or null. */
  readonly faultOf: (value: number) => string | null;
  /** Told with null while what stands in the field is no valid number. */
  readonly onChange: (value: number | null) => void;
}

export function NumberField(props: NumberFieldProps): JSX.Element {
  const { label, value, help, faultOf, onChange } = props;
  const id = useId();
  const [text, setText] = useState(String(value));
  // A value that comes from elsewhere, such as an address, takes the place of what was typed.
  useEffect(() => setText((old) => (Number(old) === value ? old : String(value))), [value]);
  const fault = faultIn(text, faultOf);
  const change = (typed: string) => {
    setText(typed);
    onChange(faultIn(typed, faultOf) === null ? Number(typed) : null);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        step={props.step ?? 'any'}
        value={text}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-text`}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <span id={`${id}-text`} class={fault === null ? 'field-help' : 'field-fault'}>
        {fault ?? help}
      </span>
    </div>
  );
}

function faultIn(text: string, faultOf: NumberFieldProps['faultOf']): string | null {
  return text.trim() === '' ? 'A number is needed here.' : faultOf(Number(text));
}
