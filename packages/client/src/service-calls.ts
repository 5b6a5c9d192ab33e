/**
 * The routes of the service, one call each.
 */

import type {
  BatchReply,
  DecisionFilter,
  DecisionReceipt,
  DecisionRequest,
  ExportFormat,
  PolicyView,
  RewardRequest,
} from '@hedgerow/service/wire';
import type {
  DecideCallOptions,
  MinimalCallOptions,
  PoliciesCallOptions,
  ServiceCalls,
} from './client.ts';
import { ConnectionError } from './errors.ts';
import { exportOf } from './export-answer.ts';
import { newKey } from './new-key.ts';
import type { AnswerPage, Requester, RequestOptions } from './requester.ts';
import { requireHeaderText, type ServiceAddress, type ServiceRequest } from './send.ts';
import { sendRewards } from './send-rewards.ts';
import { watchPolicy } from './watch-policy.ts';

/** Policies on a page of the service. */
const PAGE_POLICIES = 500;

export interface ServiceCallsInput {
  readonly address: ServiceAddress;
  readonly requester: Requester;
  /** For a decision that does not say. */
  readonly decisionTimeoutMs: number;
  readonly random: () => number;
}

/** Returns a call for each route. */
export function createServiceCalls(input: ServiceCallsInput): ServiceCalls {
  const { address, random, requester } = input;
  const { json } = requester;
  return {
    decide: (policy, request, options = {}) =>
      decideByText(input, { policy, body: JSON.stringify(request) }, options),
    preview: (policy, request, options) =>
      json(post(`${policyPath(policy)}/preview`, request), options),
    planGroup: (policy, request, options = {}) =>
      json(...keyed(post(`${policyPath(policy)}/groups`, request), options)),
    closeGroup: (policy, group, options) =>
      json(post(`${policyPath(policy)}/groups/${encodeURIComponent(group)}/close`, {}), options),
    decideMany: async (
      policy: string,
      decisions: readonly DecisionRequest[],
      { receipts, ...options }: DecideCallOptions & Partial<MinimalCallOptions> = {},
    ) => {
      const request = {
        ...post(`${policyPath(policy)}/decisions/batch`, { decisions }),
        ...(receipts === 'minimal' ? { prefer: 'return=minimal' } : {}),
      };
      return (await json<BatchReply>(...keyed(request, options))).answers;
    },
    sendRewards: (policy, rewards, options = {}) =>
      sendRewards({ requester, path: `${policyPath(policy)}/rewards`, rewards, options }),
    reward: (decision, reward, options) =>
      json(told(`${decisionPath(decision)}/reward`, rewardRequest(reward)), options),
    ack: (decision, request = {}, options) =>
      json(told(`${decisionPath(decision)}/ack`, request), options),
    void: (decision, request, options) =>
      json(told(`${decisionPath(decision)}/void`, request), options),
    correct: (decision, request, options) =>
      json(post(`${decisionPath(decision)}/corrections`, request), options),

    policies: (options) => listPolicies(requester, options),
    policy: (id, { site, ...options } = {}) =>
      json(get(policyPath(id) + queryOf({ site })), options),
    ...governingCalls(requester),
    decisions: (policy, filter = {}, options) =>
      json(get(`${policyPath(policy)}/decisions${queryOf(filter)}`), options),
    decision: (id, options) => json(get(decisionPath(id)), options),
    audit: (policy, { site, ...options } = {}) =>
      json(get(`${policyPath(policy)}/audit${queryOf({ site })}`), options),
    corridor: (policy, request = {}, options) =>
      json(get(`${policyPath(policy)}/corridor${queryOf(request)}`), options),
    forecasts: (policy, options) => json(get(`${policyPath(policy)}/forecasts`), options),
    weights: (policy, options) => json(get(`${policyPath(policy)}/weights`), options),
    setMode: (policy, request, options) =>
      json(post(`${policyPath(policy)}/mode`, request), options),
    safeMode: (policy, request = {}, options) =>
      json(post(`${policyPath(policy)}/safe-mode`, request), options),
    reports: (options) => json(get('/v1/reports'), options),
    report: (id, options) => json(get(`/v1/reports/${encodeURIComponent(id)}`), options),
    exportUrl: (policy, format, site) =>
      address.replicas.first.url + exportPath(policy, format, site),
    export: async (policy, format, { site, ...options } = {}) => {
      const request = { ...get(exportPath(policy, format, site)), accept: '*/*' };
      return await exportOf(await requester.open(request, options), format);
    },
    events: (policy, { site, ...options } = {}) => {
      const path = `${policyPath(policy)}/events${queryOf({ site })}`;
      return watchPolicy({ ...options, address, random, path });
    },
  };
}

type GoverningCalls = Pick<
  ServiceCalls,
  | 'define'
  | 'previewDefinition'
  | 'definition'
  | 'remove'
  | 'forget'
  | 'removals'
  | 'restore'
  | 'subjects'
  | 'putSubjects'
  | 'putSubject'
  | 'removeSubject'
  | 'sites'
>;

/** What a policy is, what it decides about, and its end. */
function governingCalls({ json }: Requester): GoverningCalls {
  return {
    define: (id, request, options) => json(put(policyPath(id), request), options),
    previewDefinition: (id, request, options) =>
      json(post(`${policyPath(id)}/definition/preview`, request), options),
    definition: (policy, { site, ...options } = {}) =>
      json(get(`${policyPath(policy)}/definition${queryOf({ site })}`), options),
    remove: (policy, request = {}, { erase, ...options } = {}) =>
      json(remove(policyPath(policy) + queryOf({ erase }), request), options),
    forget: (policy, request, options) =>
      json(post(`${policyPath(policy)}/forget`, request), options),
    removals: (options) => json(get('/v1/removed'), options),
    restore: (policy, request = {}, options) =>
      json(post(`${policyPath(policy)}/restore`, request), options),
    subjects: (policy, { site, ...options } = {}) =>
      json(get(`${policyPath(policy)}/subjects${queryOf({ site })}`), options),
    putSubjects: (policy, request, options) =>
      json(put(`${policyPath(policy)}/subjects`, request), options),
    putSubject: (policy, { name, ...request }, options) =>
      json(put(subjectPath(policy, name), request), options),
    removeSubject: (policy, { name, ...request }, options) =>
      json(remove(subjectPath(policy, name), request), options),
    sites: (policy, { site, ...options } = {}) =>
      json(get(`${policyPath(policy)}/sites${queryOf({ site })}`), options),
  };
}

/** Asks for a decision with a body that is written already; the same text under the same key. */
export async function decideByText(
  { requester, decisionTimeoutMs }: ServiceCallsInput,
  { policy, body }: { readonly policy: string; readonly body: string },
  options: DecideCallOptions & RequestOptions,
): Promise<DecisionReceipt> {
  const { key = newKey(), ...others } = options;
  requireHeaderText('key', key);
  const request: ServiceRequest = {
    method: 'POST',
    path: `${policyPath(policy)}/decisions`,
    body,
    key,
  };
  const answer = await requester.json<Partial<DecisionReceipt> | null>(request, {
    timeoutMs: decisionTimeoutMs,
    ...others,
  });
  if (typeof answer?.action === 'string' && typeof answer.id === 'string') {
    return answer as DecisionReceipt;
  }
  // Somebody will act on it, so at least this much is looked at.
  throw new ConnectionError(
    'A decision must have an id and an action, but the answer lacks one of them. ' +
      'Check that the url leads to the service.',
  );
}

/** A plain number is a reward without a context. */
export function rewardRequest(reward: number | RewardRequest): RewardRequest {
  return typeof reward === 'number' ? { value: reward } : reward;
}

/** A request that books something has a key, so that it can be repeated. */
function keyed(
  request: ServiceRequest,
  { key = newKey(), ...options }: DecideCallOptions,
): [ServiceRequest, RequestOptions] {
  requireHeaderText('key', key);
  return [{ ...request, key }, options];
}

function get(path: string): ServiceRequest {
  return { method: 'GET', path };
}

function post(path: string, body: object): ServiceRequest {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

/** What is said of a decision once: it may be said again at any time, and changes nothing. */
function told(path: string, body: object): ServiceRequest {
  return { ...post(path, body), isKnownAgain: true };
}

function put(path: string, body: object): ServiceRequest {
  return { ...post(path, body), method: 'PUT' };
}

/** Follows the pages to the end, or until there are as many as are asked for. */
async function listPolicies(
  requester: Requester,
  { archived, limit = Number.POSITIVE_INFINITY, ...options }: PoliciesCallOptions = {},
): Promise<readonly PolicyView[]> {
  const views: PolicyView[] = [];
  const first = limit < PAGE_POLICIES ? { archived, limit } : { archived };
  let next: string | null = `/v1/policies${queryOf(first)}`;
  while (next !== null && views.length < limit) {
    const page: AnswerPage<readonly PolicyView[]> = await requester.page(get(next), options);
    views.push(...page.body);
    next = page.next;
  }
  return views.slice(0, limit);
}

function remove(path: string, body: object): ServiceRequest {
  return { ...post(path, body), method: 'DELETE' };
}

function subjectPath(policy: string, name: string): string {
  return `${policyPath(policy)}/subjects/${encodeURIComponent(name)}`;
}

function policyPath(id: string): string {
  return `/v1/policies/${encodeURIComponent(id)}`;
}

function decisionPath(id: string): string {
  return `/v1/decisions/${encodeURIComponent(id)}`;
}

function exportPath(policy: string, format: ExportFormat, site?: string): string {
  return `${policyPath(policy)}/export${queryOf({ format, site })}`;
}

function queryOf(values: DecisionFilter | Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}
