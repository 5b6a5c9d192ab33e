/**
 * A report of the lab, held in memory as it is sent. Only what is in the map that the server is given can
 * be served: no id from a URL ever becomes a path of the file system.
 */
import type { ReportSummary, ReportView } from '../wire.ts';

export interface LabReport {
  readonly summary: ReportSummary;
  /** The whole answer as JSON: figures are large, and are turned into text once. */
  readonly body: Buffer;
}

/** Reports by their id, in the order in which they are listed. */
export type LabReports = ReadonlyMap<string, LabReport>;

/** Returns a report, ready to be served. */
export function createLabReport(view: ReportView): LabReport {
  const { id, title, madeAt, fileCount } = view;
  return { summary: { id, title, madeAt, fileCount }, body: Buffer.from(JSON.stringify(view)) };
}
