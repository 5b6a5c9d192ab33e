/**
 * A table from a spreadsheet: pasted, or a file that is opened here. It stays in the page until somebody
 * has seen what was understood of it.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { decodeFile } from './decode-file.ts';

export interface TableInputProps {
  readonly label: string;
  /** Which columns are understood, with an example of a line. */
  readonly help: string;
  readonly example: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

export function TableInput(props: TableInputProps): JSX.Element {
  const id = useId();
  const open = (files: FileList | null) => {
    const take = (bytes: ArrayBuffer) => props.onText(decodeFile(new Uint8Array(bytes)));
    void files?.[0]?.arrayBuffer().then(take);
  };
  return (
    <div class="table-input stack-tight">
      <div class="field">
        <label for={id}>{props.label}</label>
        <textarea
          id={id}
          rows={7}
          spellcheck={false}
          placeholder={props.example}
          aria-describedby={`${id}-help`}
          value={props.text}
          onInput={(event) => props.onText(event.currentTarget.value)}
        />
        <span id={`${id}-help`} class="field-help">
          {props.help}
        </span>
      </div>
      <div class="field">
        <label for={`${id}-file`}>Or open a CSV file</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => open(event.currentTarget.files)}
        />
      </div>
    </div>
  );
}
