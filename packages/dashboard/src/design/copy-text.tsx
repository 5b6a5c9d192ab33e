/**
 * Text to take away: shown as it is, with a button that copies it.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';

export interface CopyTextProps {
  readonly text: string;
  /** What is copied, for the button: "the command". */
  readonly what: string;
}

export function CopyText({ text, what }: CopyTextProps): JSX.Element {
  const [said, setSaid] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied.'),
      () => setSaid('The browser refused; select the text instead.'),
    );
  };
  return (
    <div class="copy-text">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text scrolls, so it takes the focus. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <div class="copy-row">
        <Button onClick={copy}>Copy {what}</Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}
