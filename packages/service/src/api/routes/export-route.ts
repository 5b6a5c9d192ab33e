/**
 * All decisions of a policy as a file, streamed.
 */
import { z } from 'zod';
import type { DecisionService } from '../../decisions/decision-service.ts';
import type { DecisionLogLine, ExportFormat, LogLine } from '../../wire.ts';
import { CallerPace } from '../caller-pace.ts';
import { CallerRoom } from '../caller-room.ts';
import { sendPieces } from '../connections/break-off.ts';
import { whenClosed } from '../connections/when-closed.ts';
import { csvText, jsonLines } from '../exports/export-lines.ts';
import { logLine } from '../exports/log-line.ts';
import { parquetBytes } from '../exports/parquet-bytes.ts';
import { exportQuery } from '../schemas/query-schemas.ts';
import { callerName } from '../security/caller-name.ts';
import { siteFor } from '../security/own-site.ts';
import { whileWelcome } from '../security/while-welcome.ts';
import { answers, KEY_SECURITY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

/** How the file of a format is named, and what it is. */
const FILES: Readonly<Record<ExportFormat, { readonly type: string; readonly ending: string }>> = {
  csv: { type: 'text/csv; charset=utf-8; header=present', ending: 'csv' },
  jsonl: { type: 'application/jsonl; charset=utf-8', ending: 'jsonl' },
  receipts: { type: 'application/jsonl; charset=utf-8', ending: 'jsonl' },
  log: { type: 'application/jsonl; charset=utf-8', ending: 'jsonl' },
  parquet: { type: 'application/vnd.apache.parquet', ending: 'parquet' },
};

/** Each export holds a page or a group of rows in memory until its reader takes it: up to some megabytes. */
const EXPORTS = {
  most: 32,
  mostOfCaller: 8,
  detail: 'At most 32 exports are written at a time, and 8 of one caller. Try again soon.',
};

export function registerExportRoute(
  app: HttpServer,
  { service, isStillWelcome, cutOff, options }: RouteTools,
): void {
  const room = new CallerRoom({ ...EXPORTS, lateMsMax: options.lateMsMax });
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
      summary:
        'Every decision of the present generation, oldest first, as CSV, JSON lines or Parquet',
      description:
        'In CSV, text cells that a spreadsheet could take for a formula begin with an apostrophe. With format=log every JSON line holds what was known (the context as it was asked), what was done and with which probability, the baseline, what was thought of every action, parts and the reward: the log that `hedgerow evaluate` reads. format=parquet is the same as a table. With format=receipts every line holds the receipt: the log that `hedgerow audit` reads.',
      security: KEY_SECURITY,
      params: policyInPath,
      querystring: exportQuery,
      response: answers({
        description:
          'The file; JSON lines (application/jsonl) with format=jsonl, log or receipts, Parquet (application/vnd.apache.parquet) with format=parquet.',
        contentType: 'text/csv',
        schema: z.string(),
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: async (request, reply) => {
      const { format = 'csv' } = request.query;
      const { id } = request.params;
      const site = siteFor(request.caller!, request.query.site);
      const pace = new CallerPace();
      const guest = { caller: callerName(request), pace, cutOff: () => cutOff(reply) };
      const leave = room.enter(guest);
      const onEnd: OnEnd = (letGo) =>
        whenClosed(reply.raw, () =>
          letGo()
            .catch(() => {})
            .finally(leave),
        );
      const pieces = await exported(service, { format, policy: id, site, onEnd });
      const told = whileWelcome(pieces, () => isStillWelcome(request.caller!));
      const { type, ending } = FILES[format];
      reply.type(type);
      reply.header('content-disposition', `attachment; filename="${id}-decisions.${ending}"`);
      return sendPieces(reply, pace.handedOut(told));
    },
  });
}

interface Exporting {
  readonly format: ExportFormat;
  readonly policy: string;
  readonly site: string | undefined;
  readonly onEnd: OnEnd;
}

/** Notes how whoever makes the pages lets go of them, for when nobody reads the file any more. */
type OnEnd = (letGo: () => Promise<unknown>) => void;

/** The file in pieces; an unknown policy is refused before the first of them. */
async function exported(
  service: DecisionService,
  { format, policy, site, onEnd }: Exporting,
): Promise<AsyncIterable<string | Uint8Array>> {
  if (format === 'csv') return csvText(await begun(service.allDecisions(policy, site), onEnd));
  if (format === 'jsonl') return jsonLines(await begun(service.allDecisions(policy, site), onEnd));
  const log = await begun(service.decisionLog(policy, site), onEnd);
  if (format === 'receipts') return jsonLines(log);
  return format === 'log' ? jsonLines(logPages(log)) : parquetBytes(logPages(log));
}

async function* logPages(
  log: AsyncIterable<readonly DecisionLogLine[]>,
): AsyncGenerator<readonly LogLine[]> {
  for await (const page of log) yield page.map(logLine);
}

/**
 * Fetches the first page now, so that an unknown policy is refused before the answer begins. If the reader hangs up before the first piece is
 * written, nobody but `onEnd` tells whoever makes the pages.
 */
async function begun<Page>(pages: AsyncIterable<Page>, onEnd: OnEnd): Promise<AsyncIterable<Page>> {
  const iterator = pages[Symbol.asyncIterator]();
  onEnd(async () => iterator.return?.());
  const first = await iterator.next();
  return (async function* () {
    for (let step = first; step.done !== true; step = await iterator.next()) yield step.value;
  })();
}
