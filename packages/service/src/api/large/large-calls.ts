/**
 * Requests that may be long, or have long answers: definitions, plans, lists. They are read, carried out and
 * answered as text in one place, which is the decider that has the policy: the thread that speaks HTTP passes
 * bytes on, and is free for others.
 */
import type { z } from 'zod';
import type { RefusedDecision } from '../../decisions/commands/decide-many-command.ts';
import type { CallerKey } from '../../decisions/commands/idempotency.ts';
import type {
  AnswerForm,
  AskedDecision,
  DecisionService,
  ManyAnswer,
} from '../../decisions/decision-service.ts';
import { nextRound } from '../../instruments/next-round.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type { DecisionRequest, GroupPlan } from '../../wire.ts';
import { problemBody } from '../errors/problem-reply.ts';
import { invalidInput } from '../errors/schema-fault.ts';
import { LARGE_BODY_BYTES } from '../http-options.ts';
import { parseJsonBody } from '../json-body.ts';
import { fit } from '../schemas/fit.ts';
import { batchRequest, definitionRequest, groupRequest } from '../schemas/request-schemas.ts';
import { subjectsRequest } from '../schemas/subject-schemas.ts';
import type { Caller } from '../security/access.ts';
import {
  callerKey,
  forOwnSite,
  groupForOwnSite,
  receiptFor,
  receiptTextFor,
  siteFor,
  subjectForOwnSite,
} from '../security/own-site.ts';
import { timeToRead } from './time-to-read.ts';

/** A request as it came, and who asks: plain data. */
export interface LargeRequest {
  readonly body: Uint8Array;
  readonly id: string;
  readonly site: string | null;
  /** Whether all of a receipt may be seen. */
  readonly isReader: boolean;
  /** The Idempotency-Key header; null if there was none. */
  readonly key: string | null;
  /** How receipts are to be answered, where there are any. */
  readonly form: AnswerForm;
}

export interface LargeAnswer {
  /** JSON, or its bytes. */
  readonly body: string | Uint8Array;
  readonly isReplay: boolean;
}

export interface LargeCalls {
  defineLarge(policy: string, request: LargeRequest): Promise<LargeAnswer>;
  previewDefinitionLarge(policy: string, request: LargeRequest): Promise<LargeAnswer>;
  definitionLarge(policy: string, site?: string): Promise<LargeAnswer>;
  planGroupLarge(policy: string, request: LargeRequest): Promise<LargeAnswer>;
  decideManyLarge(policy: string, request: LargeRequest): Promise<LargeAnswer>;
  putSubjectsLarge(policy: string, request: LargeRequest): Promise<LargeAnswer>;
  subjectsLarge(policy: string, site?: string): Promise<LargeAnswer>;
  sitesLarge(policy: string, site?: string): Promise<LargeAnswer>;
}

/** Answers them where the service is. */
export function largeCalls(service: DecisionService): LargeCalls {
  return {
    defineLarge: async (policy, { body, id }) =>
      answer(await service.define(policy, await read(definitionRequest, body), id)),
    previewDefinitionLarge: async (policy, { body }) =>
      answer(await service.previewDefinition(policy, await read(definitionRequest, body))),
    definitionLarge: async (policy, site) => answer(await service.definition(policy, site)),
    planGroupLarge: (policy, request) => planGroup(service, policy, request),
    decideManyLarge: (policy, request) => decideMany(service, policy, request),
    putSubjectsLarge: async (policy, request) => {
      const caller = callerOf(request);
      const { subjects: given, ...rest } = await read(subjectsRequest, request.body);
      const subjects = given.map((subject) => subjectForOwnSite(caller, subject));
      return answer(await service.putSubjects(policy, { ...rest, subjects }, siteFor(caller)));
    },
    subjectsLarge: async (policy, site) => answer(await service.subjects(policy, site)),
    sitesLarge: async (policy, site) => answer(await service.sites(policy, site)),
  };
}

/** Has them answered by whoever has the policy. */
export function largeCallsBy(
  ask: (policy: string, name: string, input: readonly unknown[]) => Promise<unknown>,
): LargeCalls {
  const by = <Name extends keyof LargeCalls>(name: Name): LargeCalls[Name] => {
    const call = (policy: string, given: unknown) => ask(policy, name, [policy, given]);
    return call as LargeCalls[Name];
  };
  return {
    defineLarge: by('defineLarge'),
    previewDefinitionLarge: by('previewDefinitionLarge'),
    definitionLarge: by('definitionLarge'),
    planGroupLarge: by('planGroupLarge'),
    decideManyLarge: by('decideManyLarge'),
    putSubjectsLarge: by('putSubjectsLarge'),
    subjectsLarge: by('subjectsLarge'),
    sitesLarge: by('sitesLarge'),
  };
}

function answer(value: unknown): LargeAnswer {
  return { body: JSON.stringify(value), isReplay: false };
}

/** Returns what a body says, or throws the problem it has. */
async function read<Value>(schema: z.ZodType<Value>, body: Uint8Array): Promise<Value> {
  await timeToRead(body);
  const { buffer, byteOffset, byteLength } = body;
  const said = parseJsonBody(Buffer.from(buffer, byteOffset, byteLength));
  // Either takes as long as the other.
  if (byteLength > LARGE_BODY_BYTES) await nextRound();
  const result = fit(schema, said);
  if (result.success) return result.data;
  throw invalidInput(result.error.issues);
}

type LargeCaller = Pick<Caller, 'id' | 'site' | 'hasScope'>;

function callerOf({ id, site, isReader }: LargeRequest): LargeCaller {
  return { id, site, hasScope: (scope) => scope === 'read' && isReader };
}

async function planGroup(
  service: DecisionService,
  policy: string,
  request: LargeRequest,
): Promise<LargeAnswer> {
  const caller = callerOf(request);
  const asked = groupForOwnSite(caller, await read(groupRequest, request.body));
  if (asked.commit !== true) {
    const plan = await service.previewGroup(policy, asked, siteFor(caller));
    return { body: await planBytes(caller, plan), isReplay: false };
  }
  const key = callerKey(caller, request.key);
  const { plan, isReplay } = await service.issueGroup(policy, asked, key);
  return { body: await planBytes(caller, plan), isReplay };
}

/** As much of the plan as the caller may see, and others have their turn while it is written; budgets are amounts. */
async function planBytes(
  caller: LargeCaller,
  { receipts, sites, ...plan }: GroupPlan,
): Promise<Uint8Array> {
  const pieces: Buffer[] = [Buffer.from(`${JSON.stringify(plan).slice(0, -1)},"receipts":[`)];
  for (const [place, receipt] of receipts.entries()) {
    if (place > 0) pieces.push(COMMA);
    if (place % RECEIPTS_AT_ONCE === 0) await nextRound();
    pieces.push(Buffer.from(JSON.stringify(receiptFor(caller, receipt))));
  }
  const seen = caller.hasScope('read') ? sites : [];
  return Buffer.concat([...pieces, Buffer.from(`],"sites":${JSON.stringify(seen)}}`)]);
}

/** Receipts of a plan that are written without a pause. */
const RECEIPTS_AT_ONCE = 25;

async function decideMany(
  service: DecisionService,
  policy: string,
  request: LargeRequest,
): Promise<LargeAnswer> {
  const caller = callerOf(request);
  const { key, form } = request;
  const { decisions } = await read(batchRequest, request.body);
  const asked = decisions.map((decision, place) => {
    const ownKey = callerKey(caller, key === null ? null : `${key}/${place}`);
    return askedBy(caller, decision, ownKey);
  });
  const allowed = asked.filter((one) => 'request' in one);
  const made = (await service.decideMany(policy, allowed, form)).values();
  const answers = asked.map((one) => ('request' in one ? made.next().value! : one));
  return { body: listBytes(answers.map((one) => answerBytes(caller, form, one))), isReplay: false };
}

/** What one asks for its own site, or why it may not. */
function askedBy(
  caller: LargeCaller,
  decision: DecisionRequest,
  key: CallerKey,
): AskedDecision | RefusedDecision {
  try {
    return { request: forOwnSite(caller, decision), caller: key };
  } catch (error) {
    if (error instanceof ServiceProblem) return { kind: 'refused', problem: error.text };
    throw error;
  }
}

/** Joined as bytes: texts that are joined before are copied once more each. */
function listBytes(answers: readonly (readonly Buffer[])[]): Uint8Array {
  const pieces = answers.flatMap((answer, place) => (place === 0 ? answer : [COMMA, ...answer]));
  return Buffer.concat([LIST_START, ...pieces, LIST_END]);
}

const LIST_START: Buffer = Buffer.from('{"answers":[');
const LIST_END: Buffer = Buffer.from(']}');
const COMMA: Buffer = Buffer.from(',');
const ANSWER_START: Buffer = Buffer.from('{"status":200,"receipt":');
const ANSWER_END: Buffer = Buffer.from('}');

/** Receipts are texts already: reading and writing them once more would take as long as deciding. */
function answerBytes(caller: LargeCaller, form: AnswerForm, answer: ManyAnswer): Buffer[] {
  if (answer.kind === 'refused') {
    const problem = new ServiceProblem(answer.problem);
    return [Buffer.from(JSON.stringify({ status: problem.status, problem: problemBody(problem) }))];
  }
  const text = form === 'minimal' ? answer.text : receiptTextFor(caller, answer.text);
  return [ANSWER_START, Buffer.from(text), ANSWER_END];
}
