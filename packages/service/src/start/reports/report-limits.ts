/**
 * How much of the lab's reports is kept in memory. A report of the paper takes about a third of a megabyte.
 */
export interface ReportLimits {
  readonly reports: number;
  /** Of one report. */
  readonly figures: number;
  readonly fileBytes: number;
  /** Of one report, so that no answer is endless. */
  readonly reportBytes: number;
  /** Of all reports together. */
  readonly totalBytes: number;
}

export const REPORT_LIMITS: ReportLimits = {
  reports: 50,
  figures: 100,
  fileBytes: 8_000_000,
  reportBytes: 16_000_000,
  totalBytes: 64_000_000,
};
