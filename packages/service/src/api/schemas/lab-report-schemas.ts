/**
 * What the service says of the lab's reports.
 */
import { z } from 'zod';
import type { ReportSummary, ReportView } from '../../wire.ts';
import { described, named } from './schema-registry.ts';
import { time } from './text-schemas.ts';

export const REPORT_ID: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const reportId: z.ZodType<string> = described(z.string().regex(REPORT_ID), {
  description: 'Id of a report: letters, digits, ., _ and -, at most 64.',
  examples: ['paper'],
});

const summaryFields = {
  id: reportId,
  title: z.string(),
  madeAt: time,
  fileCount: z.int().min(1),
};

export const reportList: z.ZodType<readonly ReportSummary[]> = z.array(
  named('ReportSummary', z.strictObject(summaryFields)),
);

export const reportView: z.ZodType<ReportView> = named(
  'ReportView',
  z.strictObject({
    ...summaryFields,
    markdown: z.string(),
    figures: z.array(
      z.strictObject({
        path: z.string(),
        type: z.enum(['image/svg+xml', 'image/png']),
        data: described(z.string(), { contentEncoding: 'base64' }),
      }),
    ),
  }),
);
