/**
 * Several names, one on each line, with what is wrong with them.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface LinesFieldProps {
  readonly label: string;
  readonly text: string;
  readonly fault?: string | null;
  readonly onInput: (text: string) => void;
}

export function LinesField({ label, text, fault = null, onInput }: LinesFieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        value={text}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <span class="field-fault" id={`${id}-fault`} role="alert">
        {fault}
      </span>
    </div>
  );
}
