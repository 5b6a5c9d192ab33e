/**
 * All decisions of a policy as a file, streamed.
 */
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { DecisionSummary } from '../../wire.ts';
import { exportLines } from '../export-lines.ts';
import { exportQuery } from '../schemas/query-schemas.ts';
import { siteFor } from '../security/own-site.ts';
import { answers, KEY_SECURITY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
  receipts: 'application/jsonl; charset=utf-8',
} as const;

export function registerExportRoute(app: HttpServer, { service }: RouteTools): void {
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/export',
    config: {
      access: {
        kind: 'key',
        scope: 'export',
        bucket: 'reads',
        subject: 'policy',
        isForSites: true,
      },
    },
    schema: {
      operationId: 'exportDecisions',
      tags: ['reports'],
      summary: 'Every decision of the present generation, oldest first, as CSV or JSON lines',
      description:
        'In CSV, text cells that a spreadsheet could take for a formula begin with an apostrophe. With format=receipts every JSON line holds the receipt too: the log that `hedgerow audit` reads.',
      security: KEY_SECURITY,
      params: policyInPath,
      querystring: exportQuery,
      response: answers({
        description: 'The file; JSON lines (application/jsonl) with format=jsonl or receipts.',
        contentType: 'text/csv',
        schema: z.string(),
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: async (request, reply) => {
      const { format = 'csv' } = request.query;
      const { id } = request.params;
      const hasReceipts = format === 'receipts';
      const site = siteFor(request.caller!, request.query.site);
      const pages = await begun(
        hasReceipts ? service.decisionLog(id, site) : service.allDecisions(id, site),
      );
      reply.type(CONTENT_TYPES[format]);
      reply.header(
        'content-disposition',
        `attachment; filename="${id}-decisions.${hasReceipts ? 'jsonl' : format}"`,
      );
      return reply.send(Readable.from(exportLines(pages, format)));
    },
  });
}

/** Fetches the first page now, so that an unknown policy is refused before the answer begins. */
async function begun(
  pages: AsyncIterable<readonly DecisionSummary[]>,
): Promise<AsyncIterable<readonly DecisionSummary[]>> {
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let step = first; step.done !== true; step = await iterator.next()) yield step.value;
    } finally {
      await iterator.return?.();
    }
  })();
}
