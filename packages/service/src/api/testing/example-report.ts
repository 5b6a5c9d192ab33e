/**
 * A small report of the lab for tests.
 */
import type { ReportView } from '../../wire.ts';
import { createLabReport, type LabReports } from '../lab-report.ts';

/** It has the id of the example policy, so that requests by chance find it. */
export const REPORT: ReportView = {
  id: 'farm',
  title: 'A farm, simulated',
  madeAt: '2026-05-04T09:30:00.000Z',
  fileCount: 2,
  markdown: '# A farm, simulated\n\n![It rises.](figures/a.png)\n',
  figures: [{ path: 'figures/a.png', type: 'image/svg+xml', data: 'PHN2Zy8+' }],
};

export const REPORTS: LabReports = new Map([[REPORT.id, createLabReport(REPORT)]]);
