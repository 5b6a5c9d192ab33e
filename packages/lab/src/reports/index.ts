/**
 * Reports of experiments.
 */
export {
  experimentReport,
  type WriteReportOptions,
  writeReport,
} from './experiment-report.ts';
export type { ReportFiles } from './write-report-files.ts';
