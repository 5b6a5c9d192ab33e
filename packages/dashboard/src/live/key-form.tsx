/**
 * Asks for the API key.
 */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Note } from '../design/note.tsx';
import { apiKey, chooseApiKey } from './api-key.ts';

export function KeyForm(): JSX.Element {
  const id = useId();
  const [text, setText] = useState('');
  const isRefused = apiKey.value !== undefined;
  return (
    <Note
      tone="careful"
      title={isRefused ? 'The service refuses this API key' : 'The service asks for an API key'}
      isNews
    >
      <p>
        {isRefused
          ? 'It may have been mistyped or withdrawn. Enter another one.'
          : 'Whoever runs the service can make one that may read.'}{' '}
        The key stays in this tab and is sent to this service only.
      </p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          chooseApiKey(text);
        }}
      >
        <div class="field">
          <label for={id}>API key</label>
          <input
            id={id}
            type="password"
            autocomplete="off"
            placeholder="hk_…"
            required
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <div class="row">
          <Button type="submit" weight="main">
            Use this key
          </Button>
          {isRefused && <Button onClick={() => chooseApiKey('')}>Forget the old key</Button>}
        </div>
      </form>
    </Note>
  );
}
