/**
 * Reads the reports of the lab into memory, once, when the service starts. What is left out is told in the
 * log; only a folder that cannot be read at all ends the start.
 */
import { realpath } from 'node:fs/promises';
import { createLabReport, type LabReport, type LabReports } from '../../api/lab-report.ts';
import type { Logger } from '../../instruments/logger.ts';
import { StartFailure } from '../start-failure.ts';
import { type FoundFolders, findReportFolders, type ReportFolder } from './find-report-folders.ts';
import { readReport } from './read-report.ts';
import { REPORT_LIMITS, type ReportLimits } from './report-limits.ts';

export interface ReadReportsInput {
  /** One report, or a folder of reports; empty for none. */
  readonly folder: string;
  readonly logger: Logger;
  readonly limits?: ReportLimits;
}

/** Returns the reports, newest first. */
export async function readReports(input: ReadReportsInput): Promise<LabReports> {
  const { folder, logger, limits = REPORT_LIMITS } = input;
  if (folder === '') return new Map();
  const { root, folders, refused } = await findAll(folder);
  const tell = (detail: string) => logger.warn('report left out', { detail });
  for (const sentence of refused) tell(sentence);
  const reports = await takeReports(folders.slice(0, limits.reports), { root, limits, tell });
  const moreCount = folders.length - limits.reports;
  if (moreCount > 0) tell(`${moreCount} older reports: at most ${limits.reports} are taken`);
  if (reports.size === 0) logger.warn('no report was found', { detail: folder });
  else logger.info('reports read', { count: reports.size });
  return reports;
}

async function findAll(folder: string): Promise<FoundFolders & { readonly root: string }> {
  try {
    const root = await realpath(folder);
    return { root, ...(await findReportFolders(root)) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartFailure(
      'reports',
      `The folder of reports must be one that this user can read, but ${folder} is not (${code ?? message}). Choose another with --reports, or leave it out.`,
      { cause: error },
    );
  }
}

interface TakeOptions {
  readonly root: string;
  readonly limits: ReportLimits;
  readonly tell: (detail: string) => void;
}

async function takeReports(
  folders: readonly ReportFolder[],
  { root, limits, tell }: TakeOptions,
): Promise<LabReports> {
  const reports = new Map<string, LabReport>();
  let bytesLeft = limits.totalBytes;
  for (const { id, name, folder } of folders) {
    const bytesMax = Math.min(limits.reportBytes, bytesLeft);
    const { view, byteCount, leftOut } = await readReport({ root, folder, limits, bytesMax });
    bytesLeft -= byteCount;
    if (leftOut.length > 0) tell(`${name}: ${leftOut.join('; ')}`);
    if (view !== null) reports.set(id, createLabReport({ id, ...view }));
  }
  return reports;
}
