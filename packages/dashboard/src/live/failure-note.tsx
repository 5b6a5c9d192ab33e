/**
 * Tells a failure and what can be done about it. That the service is away is told above the page.
 */
import type { JSX } from 'preact';
import { Button } from '../design/button.tsx';
import { Note } from '../design/note.tsx';
import type { Failure } from './failure.ts';
import { KeyForm } from './key-form.tsx';

export interface FailureNoteProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
  /** What could not be shown: "this policy". */
  readonly what: string;
}

export function FailureNote({ failure, onRetry, what }: FailureNoteProps): JSX.Element {
  switch (failure.kind) {
    case 'away':
      return <p class="soft">Waiting for the service.</p>;
    case 'key':
      return <KeyForm />;
    case 'forbidden':
      return (
        <Note tone="careful" title={`This key may not see ${what}`} isNews>
          <p>{failure.detail}</p>
        </Note>
      );
    case 'missing':
      return (
        <Note tone="careful" title={`The service does not know ${what}`} isNews>
          <p>{failure.detail}</p>
          <p>
            <a href="#/">See every policy it knows</a>
          </p>
        </Note>
      );
    case 'refused':
      return (
        <Note tone="bad" title="The service refused" isNews>
          <p>{failure.detail}</p>
          <Button onClick={onRetry}>Try again</Button>
        </Note>
      );
  }
}
