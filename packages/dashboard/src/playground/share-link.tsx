/**
 * A button that copies the address of this configuration.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import type { Configuration } from './configuration.ts';
import { playgroundAddress } from './playground-address.ts';

export function ShareLink({
  configuration,
}: {
  readonly configuration: Configuration;
}): JSX.Element {
  const [said, setSaid] = useState('');
  const copy = () => {
    const link = new URL(playgroundAddress(configuration), location.href).href;
    navigator.clipboard.writeText(link).then(
      () => setSaid('Copied. Whoever opens it sees the same run.'),
      () => setSaid('The browser refused; copy the address of this page instead.'),
    );
  };
  return (
    <div class="share-link">
      <Button onClick={copy}>Copy link</Button>
      <span class="small soft" role="status">
        {said}
      </span>
    </div>
  );
}
