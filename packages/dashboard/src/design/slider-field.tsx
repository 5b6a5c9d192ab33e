/**
 * A number on a slider, with its value in words beside the label.
 */
import './fields.css';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface SliderFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value in words: "± 2 °C". */
  readonly valueText: string;
  readonly help?: string;
  readonly onChange: (value: number) => void;
}

export function SliderField(props: SliderFieldProps): JSX.Element {
  const { label, value, min, max, step, valueText, help, onChange } = props;
  const id = useId();
  return (
    <div class="field slider-field">
      <div class="slider-head">
        <label class="field-label" for={id}>
          {label}
        </label>
        <output for={id}>{valueText}</output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
        {...(help === undefined ? {} : { 'aria-describedby': `${id}-help` })}
      />
      {help !== undefined && (
        <span id={`${id}-help`} class="field-help">
          {help}
        </span>
      )}
    </div>
  );
}
