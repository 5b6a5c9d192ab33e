/**
 * Reports of the lab that the service was started with.
 */
import { z } from 'zod';
import { ServiceProblem } from '../../problems/problem.ts';
import type { LabReports } from '../lab-report.ts';
import { reportId, reportList, reportView } from '../schemas/lab-report-schemas.ts';
import type { Access } from '../security/access.ts';
import { answers, type IdInPath, KEY_SECURITY } from './route-schema.ts';
import type { HttpServer } from './route-tools.ts';

const READ: Access = { kind: 'key', scope: 'read', bucket: 'reads', subject: 'none' };
const COMMON = { tags: ['lab'], security: KEY_SECURITY } as const;

const reportInPath: z.ZodType<IdInPath> = z.strictObject({ id: reportId });

export function registerLabReportRoutes(app: HttpServer, reports: LabReports): void {
  app.route({
    method: 'GET',
    url: '/v1/reports',
    config: { access: READ },
    schema: {
      ...COMMON,
      operationId: 'listReports',
      summary: 'Reports of the lab that this service was started with, newest first',
      response: answers({
        description: 'All of them; empty if there are none.',
        schema: reportList,
      }),
    },
    handler: async () => [...reports.values()].map(({ summary }) => summary),
  });
  app.route({
    method: 'GET',
    url: '/v1/reports/:id',
    config: { access: READ },
    schema: {
      ...COMMON,
      operationId: 'getReport',
      summary: 'A report with its figures',
      params: reportInPath,
      response: answers({
        description: 'Its Markdown, and the figures that the Markdown names.',
        schema: reportView,
        problems: ['HR_REPORT_UNKNOWN'],
      }),
    },
    handler: async (request, reply) => {
      const report = reports.get(request.params.id);
      if (report === undefined) throw unknownReport(request.params.id);
      return reply.type('application/json; charset=utf-8').send(report.body);
    },
  });
}

function unknownReport(id: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_REPORT_UNKNOWN',
    detail: `The report must be one that the service has read at its start, but none is named "${id}". GET /v1/reports lists them.`,
  });
}
