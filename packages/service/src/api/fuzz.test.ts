/**
 * Requests by chance, made of our own OpenAPI document: none of them breaks the service, every answer
 * fits its schema, and what is refused changes nothing.
 *
 * HEDGEROW_FUZZ_COUNT sets the number of requests, HEDGEROW_FUZZ_SEED where chance begins.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../instruments/metrics.ts';
import { memberList } from './routes/member-routes.ts';
import {
  briefReceipt,
  decisionPage,
  decisionReceipt,
  decisionView,
  outcomeReply,
  preview,
} from './schemas/decision-schemas.ts';
import { batchReply, groupPlan, groupReply } from './schemas/group-schemas.ts';
import { reportList, reportView } from './schemas/lab-report-schemas.ts';
import {
  auditView,
  corridor,
  definitionPreview,
  definitionReply,
  definitionView,
  forecastsView,
  forgetReply,
  policyList,
  policyView,
  problem,
  removalList,
  removalReply,
  weightsView,
} from './schemas/policy-schemas.ts';
import { sitesView, subjectReply, subjectsView } from './schemas/subject-schemas.ts';
import { REPORTS } from './testing/example-report.ts';
import { type FuzzRequest, fuzzRequests } from './testing/fuzz-requests.ts';
import { createTestServer, type TestServer } from './testing/test-server.ts';

const COUNT = Number(process.env.HEDGEROW_FUZZ_COUNT ?? 20_000);
const SEED = Number(process.env.HEDGEROW_FUZZ_SEED ?? 1);

const status = z.strictObject({ status: z.literal('ok') });

/** What a good answer of each operation must fit; null where it is not JSON. */
const ANSWERS: Readonly<Record<string, z.ZodType | null>> = {
  decide: z.union([decisionReceipt, briefReceipt]),
  preview,
  getDecision: decisionView,
  ack: outcomeReply,
  void: outcomeReply,
  reward: outcomeReply,
  corrections: outcomeReply,
  listPolicies: policyList,
  getPolicy: policyView,
  definePolicy: definitionReply,
  previewDefinition: definitionPreview,
  setSafeMode: policyView,
  setMode: policyView,
  getDefinition: definitionView,
  removePolicy: removalReply,
  getRemovals: removalList,
  forgetDecisions: forgetReply,
  restorePolicy: policyView,
  listSubjects: subjectsView,
  putSubjects: subjectsView,
  putSubject: subjectReply,
  removeSubject: subjectReply,
  getSites: sitesView,
  listDecisions: decisionPage,
  getCorridor: corridor,
  getWeights: weightsView,
  getForecasts: forecastsView,
  getAudit: auditView,
  listReports: reportList,
  getReport: reportView,
  exportDecisions: null,
  sendRewards: null,
  decideMany: batchReply,
  planGroup: groupPlan,
  closeGroup: groupReply,
  getMembers: memberList,
  getMetrics: null,
  isAlive: status,
  isReady: status,
};

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ metrics: createMetrics(), reports: REPORTS });
});
afterAll(() => server.close());

const tally = new Map<string, number>();

async function check(request: FuzzRequest, before: string): Promise<string> {
  const answer = await server.app.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: {
      ...request.headers,
      ...(request.payload !== '' && { 'content-type': request.contentType }),
    },
    payload: request.payload,
  });
  const { statusCode, body } = answer;
  const about = `${JSON.stringify(request)}\n→ ${statusCode} ${body.slice(0, 2000)}`;
  const after = await server.stateHash();
  tally.set(
    `${request.operationId} ${statusCode}`,
    (tally.get(`${request.operationId} ${statusCode}`) ?? 0) + 1,
  );
  if (statusCode >= 500) throw new Error(`A request broke the service: ${about}`);
  if (statusCode === 200) {
    if (request.isBroken) throw new Error(`A broken request was accepted: ${about}`);
    const schema = ANSWERS[request.operationId];
    if (schema === undefined) throw new Error(`No schema is known: ${about}`);
    const fault = schema === null ? undefined : schema.safeParse(JSON.parse(body)).error;
    if (fault) throw new Error(`An answer does not fit its schema: ${fault.message} ${about}`);
    return after;
  }
  if (!problem.safeParse(JSON.parse(body)).success) throw new Error(`Not a problem: ${about}`);
  if (after !== before) throw new Error(`A refused request changed the state: ${about}`);
  return after;
}

describe('requests by chance', () => {
  it('never break the service, and change nothing when refused', { timeout: 300_000 }, async () => {
    const document = (await server.app.inject('/openapi.json')).json();
    let before = await server.stateHash();
    const requests = fc.sample(fuzzRequests(document), { numRuns: COUNT, seed: SEED });
    for (const request of requests) before = await check(request, before);
    // Chance must have reached the inside: every operation answered well and refused at least once.
    if (COUNT < 5000) return;
    const answered = (wanted: (status: number) => boolean) =>
      new Set(
        [...tally.keys()]
          .filter((key) => wanted(Number(key.split(' ')[1])))
          .map((key) => key.split(' ')[0]),
      );
    expect([...answered((code) => code === 200)].sort()).toEqual(Object.keys(ANSWERS).sort());
    expect([...answered((code) => code >= 400)].sort()).toEqual(Object.keys(ANSWERS).sort());
  });
});
