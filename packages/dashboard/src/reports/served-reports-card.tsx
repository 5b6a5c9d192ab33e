/**
 * The reports that the service was started with, each a link to its own address.
 */
import type { ReportSummary } from '@hedgerow/client';
import type { JSX } from 'preact';
import { reportAddress } from '../addresses/route.ts';
import { Card } from '../design/card.tsx';
import { Skeleton } from '../design/skeleton.tsx';
import { momentText } from '../design/time-text.ts';
import { FailureNote } from '../live/failure-note.tsx';
import { useLoaded } from '../live/use-loaded.ts';

export function ServedReportsCard(): JSX.Element {
  const { value, failure, reload } = useLoaded({
    name: 'reports',
    load: (service, signal) => service.reports({ signal }),
  });
  return (
    <Card title="Reports of this service">
      {failure !== null && (
        <FailureNote failure={failure} what="the reports of this service" onRetry={reload} />
      )}
      {value === null && failure === null && <Skeleton height={4} label="Loading the reports" />}
      {value !== null && value.length === 0 && <NoReports />}
      {value !== null && value.length > 0 && (
        <ul class="served-reports">
          {value.map((summary) => (
            <ReportLine key={summary.id} summary={summary} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ReportLine({ summary }: { readonly summary: ReportSummary }): JSX.Element {
  const { id, title, madeAt, fileCount } = summary;
  return (
    <li>
      <a href={reportAddress(id)}>{title}</a>
      <p class="small soft">
        <code>{id}</code>, made <time dateTime={madeAt}>{momentText(madeAt)}</time>,{' '}
        {figuresText(fileCount - 1)}
      </p>
    </li>
  );
}

function figuresText(count: number): string {
  if (count === 0) return 'without figures';
  return count === 1 ? 'one figure' : `${count} figures`;
}

function NoReports(): JSX.Element {
  return (
    <p class="card-lead">
      There are none yet. Start the service with{' '}
      <code>hedgerow serve --reports &lt;folder&gt;</code>, and what <code>hedgerow reproduce</code>{' '}
      or <code>hedgerow run</code> wrote there is listed here for everybody who may read. It is read
      once, at the start.
    </p>
  );
}
