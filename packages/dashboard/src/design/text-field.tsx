/**
 * One line of text with its label, and what is wrong with it if that can be.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface TextFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
  /** What is wrong with it, null if nothing is; absent where nothing can be. */
  readonly fault?: string | null;
  /** What is typed: words of at most 200 characters, or an amount. */
  readonly kind: 'words' | 'amount';
}

const KINDS = {
  words: { maxLength: 200 },
  amount: { inputMode: 'decimal', autocomplete: 'off' },
} as const;

export function TextField({ label, text, onInput, fault, kind }: TextFieldProps): JSX.Element {
  const id = useId();
  const faultId = `${id}-fault`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        {...KINDS[kind]}
        {...(fault !== undefined && {
          'aria-invalid': fault !== null,
          'aria-describedby': faultId,
        })}
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {fault !== undefined && (
        <span class="field-fault" id={faultId} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
