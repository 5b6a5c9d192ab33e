/**
 * Turns a report as the service sends it into one that can be shown. Pictures become data addresses: they
 * are shown as images, in which no script can run.
 */
import type { ReportView } from '@hedgerow/client';
import type { OpenedReport } from './open-report.ts';
import { parseReport } from './parse-report.ts';

/** Null if the text is not what the lab writes. */
export function servedReport({ markdown, figures }: ReportView): OpenedReport | null {
  const content = parseReport(markdown);
  if (content === null) return null;
  const pictures = new Map(
    figures.map(({ path, type, data }) => [path, `data:${type};base64,${data}`]),
  );
  return { content, pictures };
}
