/**
 * The name of a policy, how it is, and whether what one sees is live.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { farmAddress } from '../../addresses/route.ts';
import { Badge } from '../../design/badge.tsx';
import { Note } from '../../design/note.tsx';
import { PageHeading } from '../../design/page-heading.tsx';
import type { PolicyFeed } from '../../live/use-policy-feed.ts';
import { statusOf } from '../../words/mode-words.ts';
import { waitingWords } from '../../words/waiting-words.ts';

const PACES: Readonly<Record<PolicyFeed['pace'], string>> = {
  connecting: 'Connecting',
  live: 'Updates by itself',
  slow: 'Asks every 15 seconds',
};

export interface PolicyHeadingProps {
  readonly view: PolicyView;
  readonly pace: PolicyFeed['pace'];
}

export function PolicyHeading({ view, pace }: PolicyHeadingProps): JSX.Element {
  const status = statusOf(view);
  const waiting = waitingWords(view);
  return (
    <>
      <PageHeading
        title={view.id}
        above={<PolicyPath />}
        beside={
          <>
            <Badge tone={status.tone}>{status.name}</Badge>
            {view.isDemonstration === true && <Badge tone="calm">Made up</Badge>}
            {view.archivedAt !== undefined && <Badge tone="careful">Archived</Badge>}
            <span class="small soft" role="status">
              {PACES[pace]}
            </span>
            {view.definition.split !== undefined && view.definition.size !== undefined && (
              <a href={farmAddress(view.id)}>Plan its seasons</a>
            )}
          </>
        }
      />
      {view.health.state === 'halted' && (
        <Note tone="bad" title="This policy is halted" isNews>
          <p>
            Its records do not fit together, so they are not trusted. Nothing is risked meanwhile:
            every decision is your usual choice.
          </p>
          <p class="small">{view.health.detail}</p>
        </Note>
      )}
      {view.alarms !== undefined && (
        <Note tone="bad" title="The forecasts are not to be trusted as they are" isNews>
          {view.alarms.map((alarm) => (
            <p key={alarm}>{alarm}</p>
          ))}
        </Note>
      )}
      {waiting !== null && (
        <Note tone="careful" title="Waiting for word">
          <p>{waiting}</p>
        </Note>
      )}
    </>
  );
}

/** Where one is. */
export function PolicyPath(): JSX.Element {
  return (
    <>
      <a href="#/">Your policies</a> / policy
    </>
  );
}
