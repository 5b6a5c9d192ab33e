/**
 * Reports: what the lab has written, as the service has it or from the reader's own disk. Files that the
 * reader picks stay in this browser.
 */
import './reports.css';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { LazyPageProps } from '../addresses/route.ts';
import { Note } from '../design/note.tsx';
import { PageHeading } from '../design/page-heading.tsx';
import { Skeleton } from '../design/skeleton.tsx';
import { type FoundReport, findReports, type OpenedReport, openReport } from './open-report.ts';
import { readArchive } from './read-archive.ts';
import { chosenFiles, type ReportFile } from './report-files.ts';
import { ReportPicker } from './report-picker.tsx';
import { ReportView } from './report-view.tsx';
import { ServedReportPage } from './served-report-page.tsx';
import { ServedReportsCard } from './served-reports-card.tsx';

interface Shelf {
  readonly files: readonly ReportFile[];
  readonly reports: readonly FoundReport[];
}

type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'fault'; readonly text: string }
  | { readonly kind: 'report'; readonly found: FoundReport; readonly report: OpenedReport };

const EMPTY: Shelf = { files: [], reports: [] };

/** What follows `#/reports/` is the id of a report of the service. */
export function ReportsPage({ path }: LazyPageProps): JSX.Element {
  return path === '' ? <AllReports /> : <ServedReportPage key={path} id={path} />;
}

function AllReports(): JSX.Element {
  const [shelf, setShelf] = useState<Shelf>(EMPTY);
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  const newest = useRef(0);
  /** Shows what comes of the work, unless something newer was begun meanwhile. */
  const show = (work: () => Promise<Shown>) => {
    newest.current += 1;
    const own = newest.current;
    setShown({ kind: 'reading' });
    work()
      .catch((error: unknown): Shown => ({ kind: 'fault', text: textOfError(error) }))
      .then((result) => {
        if (own === newest.current) setShown(result);
      });
  };
  const take = (files: readonly File[]) =>
    show(async () => {
      const found = await shelfOf(files);
      setShelf(found);
      const [first] = found.reports;
      return first === undefined ? nothingFound(files) : await openedReport(found, first);
    });
  return (
    <>
      <PageHeading
        title="Reports"
        lead="The paper’s experiments, reproduced: figures, agreement with independent runs, and a verdict on every claim."
      />
      <ServedReportsCard />
      <ReportPicker onFiles={take} />
      {shelf.reports.length > 1 && (
        <ReportChoice
          shelf={shelf}
          shown={shown}
          onChoose={(found) => show(() => openedReport(shelf, found))}
        />
      )}
      <ShownReport shown={shown} />
    </>
  );
}

interface ReportChoiceProps {
  readonly shelf: Shelf;
  readonly shown: Shown;
  readonly onChoose: (found: FoundReport) => void;
}

function ReportChoice({ shelf, shown, onChoose }: ReportChoiceProps): JSX.Element {
  const current = shown.kind === 'report' ? shown.found.folder : '';
  return (
    <label class="field report-choice">
      <span class="field-label">{shelf.reports.length} reports were found</span>
      <select
        value={current}
        onChange={(event) => {
          const folder = event.currentTarget.value;
          const found = shelf.reports.find((report) => report.folder === folder);
          if (found !== undefined) onChoose(found);
        }}
      >
        {shelf.reports.map(({ folder }) => (
          <option key={folder} value={folder}>
            {folder === '' ? 'the chosen folder' : folder}
          </option>
        ))}
      </select>
    </label>
  );
}

function ShownReport({ shown }: { readonly shown: Shown }): JSX.Element | null {
  switch (shown.kind) {
    case 'nothing':
      return null;
    case 'reading':
      return <Skeleton height={20} label="Reading the report" />;
    case 'fault':
      return (
        <Note tone="bad" title="This could not be opened" isNews>
          <p>{shown.text}</p>
        </Note>
      );
    case 'report':
      return <ReportView report={shown.report} />;
  }
}

async function shelfOf(files: readonly File[]): Promise<Shelf> {
  const [only] = files;
  const isArchive = files.length === 1 && /\.zip$/i.test(only!.name);
  const contents = isArchive ? await readArchive(only!) : chosenFiles(files);
  if (contents === null) throw new Error(`“${only!.name}” is not a ZIP archive, or it is damaged.`);
  return { files: contents, reports: findReports(contents) };
}

async function openedReport({ files }: Shelf, found: FoundReport): Promise<Shown> {
  const report = await openReport(files, found);
  if (report !== null) return { kind: 'report', found, report };
  return { kind: 'fault', text: `“${found.file.path}” is not a report that the lab has written.` };
}

function nothingFound(files: readonly File[]): Shown {
  const isPage = files.some(({ name }) => /\.html?$/i.test(name));
  return {
    kind: 'fault',
    text: isPage
      ? 'An HTML report is a page by itself: open it in a tab of its own, it needs nothing else. To see it here, choose its folder.'
      : 'There is no report.md among these files. Choose the folder that was named as --output.',
  };
}

function textOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
