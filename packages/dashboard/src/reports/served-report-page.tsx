/**
 * One report of the service, by its address.
 */

import type { ReportView as ServedView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { REPORTS_ADDRESS } from '../addresses/route.ts';
import { Note } from '../design/note.tsx';
import { PageHeading } from '../design/page-heading.tsx';
import { Skeleton } from '../design/skeleton.tsx';
import { momentText } from '../design/time-text.ts';
import { FailureNote } from '../live/failure-note.tsx';
import { type Loaded, useLoaded } from '../live/use-loaded.ts';
import { ReportView } from './report-view.tsx';
import { servedReport } from './served-report.ts';

export function ServedReportPage({ id }: { readonly id: string }): JSX.Element {
  const loaded = useLoaded({
    name: `report ${id}`,
    load: (service, signal) => service.report(id, { signal }),
  });
  const { value } = loaded;
  return (
    <>
      <PageHeading
        title="Report"
        above={<a href={REPORTS_ADDRESS}>All reports</a>}
        lead={
          value === null
            ? `“${id}” of this service.`
            : `“${id}” of this service, made ${momentText(value.madeAt)}.`
        }
      />
      <LoadedReport loaded={loaded} />
    </>
  );
}

function LoadedReport({ loaded }: { readonly loaded: Loaded<ServedView> }): JSX.Element {
  const { value, failure, reload } = loaded;
  const report = useMemo(() => (value === null ? null : servedReport(value)), [value]);
  if (report !== null) return <ReportView report={report} />;
  if (value !== null) return <NoReport detail="Its text is not what the lab writes." />;
  // An id that cannot be one is refused; to the reader it is the same as one that is not there.
  if (failure?.kind === 'missing' || failure?.kind === 'refused') {
    return <NoReport detail={failure.detail} />;
  }
  if (failure === null) return <Skeleton height={20} label="Loading the report" />;
  return <FailureNote failure={failure} what="this report" onRetry={reload} />;
}

function NoReport({ detail }: { readonly detail: string }): JSX.Element {
  return (
    <Note tone="careful" title="The service cannot show this report" isNews>
      <p>{detail}</p>
      <p>
        <a href={REPORTS_ADDRESS}>See every report it has</a>
      </p>
    </Note>
  );
}
