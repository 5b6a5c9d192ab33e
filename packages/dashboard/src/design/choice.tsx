/**
 * One of a few views, as a row of buttons.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Null while none of them is chosen. */
  readonly value: Value | null;
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend class="visually-hidden">{props.label}</legend>
      {Object.entries<string>(props.options).map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value as Value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
