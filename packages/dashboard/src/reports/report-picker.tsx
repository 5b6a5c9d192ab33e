/**
 * Asks for a report: its folder, or an archive or single files of it.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { CopyText } from '../design/copy-text.tsx';

export interface ReportPickerProps {
  readonly onFiles: (files: readonly File[]) => void;
}

const COMMAND = 'npm run reproduce -- --quick --output my-report';

export function ReportPicker({ onFiles }: ReportPickerProps): JSX.Element {
  return (
    <div class="columns">
      <section class="card" aria-labelledby="open-report">
        <h2 id="open-report">Open a report</h2>
        <p class="card-lead">
          Choose the folder that <code>hedgerow reproduce</code> or <code>hedgerow run</code> made.
          It is read in this browser; nothing leaves your computer.
        </p>
        <FileInput label="Folder of a report" isFolder onFiles={onFiles} />
        <FileInput
          label="Or its files, or a ZIP archive of it"
          isFolder={false}
          onFiles={onFiles}
        />
      </section>
      <section class="card" aria-labelledby="make-report">
        <h2 id="make-report">Make one</h2>
        <p class="card-lead">
          This plays the paper’s experiments on your computer and writes figures, tables and a
          verdict on every claim. It shows how far it is.
        </p>
        <CopyText text={COMMAND} what="the command" />
      </section>
    </div>
  );
}

interface FileInputProps extends ReportPickerProps {
  readonly label: string;
  readonly isFolder: boolean;
}

function FileInput({ label, isFolder, onFiles }: FileInputProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: true } : { accept: '.md,.svg,.png,.json,.html,.zip' })}
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files !== null && files.length > 0) onFiles([...files]);
        }}
      />
    </div>
  );
}
