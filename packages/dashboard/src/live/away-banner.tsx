/**
 * Says above the page that the service does not answer, and from when is what one sees.
 *
 * While it is away, programs that use the client copy their usual choice; nothing is at risk.
 */
import type { JSX } from 'preact';
import { Button } from '../design/button.tsx';
import { Note } from '../design/note.tsx';
import { agoText, currentTime } from '../design/time-text.ts';
import { connection, isAway } from './connection.ts';
import { retryNow } from './retry.ts';

export function AwayBanner(): JSX.Element | null {
  return isAway.value ? <AwayNote /> : null;
}

function AwayNote(): JSX.Element {
  const { lastSeen } = connection.value;
  return (
    <Note tone="bad" title="The service does not answer" isNews>
      <p>
        {lastSeen === null
          ? 'This page has not had an answer yet.'
          : `What you see is from ${seenText(lastSeen)}.`}{' '}
        I keep trying, with growing pauses. Programs that use the client play their usual choice
        meanwhile, so no risk is taken.
      </p>
      <Button onClick={retryNow}>Try again now</Button>
    </Note>
  );
}

function seenText(lastSeen: number): string {
  const text = agoText(new Date(lastSeen).toISOString(), currentTime());
  return text === 'just now' ? 'a moment ago' : text;
}
