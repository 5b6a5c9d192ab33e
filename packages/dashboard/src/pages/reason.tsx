/**
 * Why somebody does something that is kept in the records; it may stay unsaid.
 */
import type { JSX } from 'preact';
import { TextField } from '../design/text-field.tsx';

export interface ReasonFieldProps {
  readonly reason: string;
  readonly onInput: (reason: string) => void;
}

export function ReasonField({ reason, onInput }: ReasonFieldProps): JSX.Element {
  const label = 'Why (kept in the records, may stay empty)';
  return <TextField kind="words" label={label} text={reason} onInput={onInput} />;
}

export interface NoteFieldProps {
  readonly note: string;
  readonly onInput: (note: string) => void;
}

export function NoteField({ note, onInput }: NoteFieldProps): JSX.Element {
  const label = 'In your own words (kept in the records, may stay empty)';
  return <TextField kind="words" label={label} text={note} onInput={onInput} />;
}

/** Returns the part of a request that says why; nothing if nothing was said. */
export function whyOf(reason: string): { readonly reason?: string } {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}
