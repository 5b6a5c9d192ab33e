/**
 * A farm never sees another farm's harvest: not in listings, receipts, budgets, counts, audits, exports,
 * news or refusals. The test writes rewards that occur nowhere else, and looks for them everywhere.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DecisionReceipt, PolicyView } from '../../wire.ts';
import { auditView, corridor, policyView } from '../schemas/policy-schemas.ts';
import { sitesView } from '../schemas/subject-schemas.ts';
import { FARM, RAINY } from '../testing/example-policy.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import type { Scope } from './scopes.ts';

const LOG = [6.10101, 6.20202];
const DEFINITION = {
  ...FARM,
  baseline: { action: 'usual', log: { rewards: LOG, link: 'same-mean' as const } },
  size: { typical: 4 },
  execution: 'assume' as const,
};
/** What the farm in the north harvests: numbers that nobody else has. */
const SECRETS = [7.31415926, 8.27182818, 9.16180339];
const ALL: readonly Scope[] = [
  'decide',
  'reward',
  'ack',
  'void',
  'correct',
  'read',
  'export',
  'admin',
];

let server: TestServer;
let north: string;
let south: string;
let whole: string;

beforeEach(async () => {
  server = await createTestServer();
  await server.service.define('farm', { definition: DEFINITION });
  north = await server.addKey({ scopes: [...ALL, 'site:north'] });
  south = await server.addKey({ scopes: [...ALL, 'site:south'] });
  whole = await server.addKey();
});
afterEach(() => server.close());

function ask(
  secret: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object | string,
) {
  const type = typeof payload === 'string' ? 'application/jsonl' : 'application/json';
  return server.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(payload !== undefined && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  });
}

const SUBJECTS = '/v1/policies/farm/subjects';
const decideUrl = '/v1/policies/farm/decisions';

async function decide(secret: string, more: object = {}): Promise<DecisionReceipt> {
  const answer = await ask(secret, 'POST', decideUrl, { ...RAINY, ...more });
  expect(answer.statusCode).toBe(200);
  return answer.json() as DecisionReceipt;
}

/** A season in the north, with its secrets, and one decision in the south. */
async function season(): Promise<{ own: DecisionReceipt; foreign: DecisionReceipt }> {
  await ask(north, 'PUT', `${SUBJECTS}/Field of the north`, { subject: { size: SECRETS[0] } });
  const own = await decide(south);
  const foreign = await decide(north);
  const more = [foreign, await decide(north), await decide(north)];
  for (const [k, { id }] of more.entries()) {
    await ask(north, 'POST', `/v1/decisions/${id}/reward`, { value: SECRETS[k] });
  }
  return { own, foreign };
}

const READS = [
  '/v1/policies',
  '/v1/policies/farm',
  '/v1/policies/farm/decisions',
  '/v1/policies/farm/decisions?limit=1',
  '/v1/policies/farm/corridor',
  '/v1/policies/farm/audit',
  '/v1/policies/farm/definition',
  '/v1/policies/farm/sites',
  '/v1/policies/farm/subjects',
  '/v1/policies/farm/export',
  '/v1/policies/farm/export?format=jsonl',
  '/v1/policies/farm/export?format=receipts',
];

describe('a key of one site', () => {
  it('decides for its site, and for no other', async () => {
    expect(await decide(south)).toMatchObject({ site: 'south' });
    expect(await decide(south, { site: 'south' })).toMatchObject({ site: 'south' });
    const before = await server.stateHash();
    const foreign = await ask(south, 'POST', decideUrl, { ...RAINY, site: 'north' });
    expect(foreign.json()).toMatchObject({ code: 'HR_FORBIDDEN' });
    expect(foreign.body).not.toContain('north');
    const plan = { group: 'May', situations: [{ ...RAINY, site: 'north' }], commit: true };
    expect((await ask(south, 'POST', '/v1/policies/farm/groups', plan)).statusCode).toBe(403);
    const batch = { decisions: [{ ...RAINY, site: 'north' }] };
    const answers = (await ask(south, 'POST', `${decideUrl}/batch`, batch)).json().answers;
    expect(answers).toMatchObject([{ status: 403 }]);
    const inline = await ask(south, 'POST', '/v1/policies/new/decisions', {
      policy: FARM,
      ...RAINY,
    });
    expect(inline.statusCode).toBe(403);
    expect(await server.stateHash()).toBe(before);
  });

  it('finds nothing of another site in anything that can be read', async () => {
    await season();
    for (const url of READS) {
      const { statusCode, body } = await ask(south, 'GET', url);
      expect(statusCode, url).toBe(200);
      expect(body, url).not.toContain('north');
      for (const secret of [...SECRETS, ...LOG]) expect(body, url).not.toContain(String(secret));
    }
  });

  it('reads the same, byte for byte, whatever another site reports', async () => {
    const { foreign } = await season();
    const before = await Promise.all(READS.map(async (url) => (await ask(south, 'GET', url)).body));
    const correction = { value: 0.5, reason: 'scale' };
    const url = `/v1/decisions/${foreign.id}/corrections`;
    expect((await ask(north, 'POST', url, correction)).statusCode).toBe(200);
    await decide(north, { subject: 'Field of the north' });
    await ask(north, 'PUT', SUBJECTS, { subjects: [{ name: 'Another' }] });
    const after = await Promise.all(READS.map(async (url) => (await ask(south, 'GET', url)).body));
    expect(after).toEqual(before);
  });

  it('sees neither predictions nor sentences that quote them', async () => {
    await season();
    const receipt = await decide(south);
    expect(receipt.bounds).toEqual([]);
    expect(receipt.change).toEqual([]);
    expect(receipt.explanation).not.toMatch(/[0-9]/);
    const view = (await ask(south, 'GET', `/v1/decisions/${receipt.id}`)).json();
    expect(view.receipt).toEqual(receipt);
    const preview = await ask(south, 'POST', '/v1/policies/farm/preview', RAINY);
    expect(preview.json().bounds).toEqual([]);
    const plan = { group: 'May', situations: [RAINY] };
    const planned = (await ask(south, 'POST', '/v1/policies/farm/groups', plan)).json();
    expect(planned.receipts[0].bounds).toEqual([]);
    expect((await decide(whole, { site: 'south' })).bounds).not.toEqual([]);
  });

  it('does not learn whether a decision of another site exists', async () => {
    const { foreign } = await season();
    const { sequence } = foreign;
    const missing = `farm.1.${sequence + 1000}`;
    const requests: ['GET' | 'POST', string, object?][] = [
      ['GET', ''],
      ['POST', '/ack', {}],
      ['POST', '/void', { reason: 'unrelated' }],
      ['POST', '/reward', { value: 5 }],
      ['POST', '/reward', { value: 5000 }],
      ['POST', '/reward', { try: 5 }],
      ['POST', '/corrections', { value: 5, reason: 'x' }],
    ];
    const before = await server.stateHash();
    for (const [method, path, payload] of requests) {
      const ofOther = await ask(south, method, `/v1/decisions/${foreign.id}${path}`, payload);
      const ofNobody = await ask(south, method, `/v1/decisions/${missing}${path}`, payload);
      expect(ofOther.statusCode, path).toBe(404);
      expect(ofOther.body, path).toBe(ofNobody.body);
    }
    const lines = [foreign.id, missing].map((decision) => JSON.stringify({ decision, value: 5 }));
    const bulk = await ask(south, 'POST', '/v1/policies/farm/rewards', lines.join('\n'));
    const [first, second] = bulk.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect({ ...first, line: 0, decision: '' }).toEqual({ ...second, line: 0, decision: '' });
    expect(await server.stateHash()).toBe(before);
  });

  it('keeps the subjects of its site, and touches no other', async () => {
    const shared = { name: 'Common', notes: { of: 'all' } };
    const southern = { name: 'Low', size: 3, site: 'south' };
    await ask(north, 'PUT', SUBJECTS, { subjects: [{ name: 'High', size: 7.31415926 }] });
    await ask(whole, 'PUT', `${SUBJECTS}/Common`, { subject: { notes: shared.notes } });
    const own = await ask(south, 'PUT', SUBJECTS, { subjects: [{ name: 'Low', size: 3 }] });
    expect(own.json()).toEqual({ policy: 'farm', subjects: [southern], revision: 1 });
    expect((await ask(south, 'GET', SUBJECTS)).json()).toEqual(own.json());
    expect((await ask(whole, 'GET', SUBJECTS)).json()).toMatchObject({
      subjects: [{ name: 'High', site: 'north' }, shared, southern],
      revision: 3,
    });
    const narrowed = await ask(whole, 'GET', `${SUBJECTS}?site=south`);
    expect(narrowed.json()).toEqual(own.json());
    expect((await ask(south, 'PUT', SUBJECTS, { subjects: [] })).json().subjects).toEqual([]);
    const left = (await ask(whole, 'GET', SUBJECTS)).json().subjects as { name: string }[];
    expect(left.map(({ name }) => name)).toEqual(['High', 'Common']);
  });

  it('takes no name, no subject and no site from another', async () => {
    await ask(north, 'PUT', SUBJECTS, { subjects: [{ name: 'High', size: 7.31415926 }] });
    await ask(whole, 'PUT', `${SUBJECTS}/Common`, { subject: { size: 8.27182818 } });
    const before = await server.stateHash();
    for (const name of ['High', 'Common']) {
      const one = await ask(south, 'PUT', `${SUBJECTS}/${name}`, { subject: {} });
      expect(one.json()).toMatchObject({ status: 409, code: 'HR_SUBJECT_TAKEN' });
      const all = await ask(south, 'PUT', SUBJECTS, { subjects: [{ name }] });
      expect(all.json()).toMatchObject({ status: 409, code: 'HR_SUBJECT_TAKEN' });
      const gone = await ask(south, 'DELETE', `${SUBJECTS}/${name}`);
      const missing = await ask(south, 'DELETE', `${SUBJECTS}/Nothing`);
      expect(gone.body).toBe(missing.body.replace('Nothing', name));
      const decided = await ask(south, 'POST', decideUrl, { ...RAINY, subject: name });
      const unknown = await ask(south, 'POST', decideUrl, { ...RAINY, subject: 'Nothing' });
      expect(decided.json()).toMatchObject({ code: 'HR_SUBJECT_UNKNOWN' });
      expect(decided.body).toBe(unknown.body.replace('Nothing', name));
      const request = { group: 'May', situations: [{ ...RAINY, subject: name }] };
      for (const commit of [false, true]) {
        const plan = { ...request, commit };
        const planned = await ask(south, 'POST', '/v1/policies/farm/groups', plan);
        expect(planned.json()).toMatchObject({ code: 'HR_SUBJECT_UNKNOWN' });
      }
      const shown = { ...RAINY, subject: name };
      const preview = await ask(south, 'POST', '/v1/policies/farm/preview', shown);
      expect(preview.json()).toMatchObject({ code: 'HR_SUBJECT_UNKNOWN' });
    }
    const foreign = { subject: { site: 'north' } };
    expect((await ask(south, 'PUT', `${SUBJECTS}/New`, foreign)).statusCode).toBe(403);
    expect(await server.stateHash()).toBe(before);
  });

  it('sees how its own site stands, and wider keys how all do', async () => {
    const { own } = await season();
    await ask(south, 'POST', `/v1/decisions/${own.id}/reward`, { value: 5 });
    const sites = (await ask(south, 'GET', '/v1/policies/farm/sites')).json();
    expect(sitesView.safeParse(sites).success).toBe(true);
    const view = (await ask(south, 'GET', '/v1/policies/farm')).json() as PolicyView;
    expect(sites.sites).toEqual([
      {
        site: 'south',
        margin: view.margin,
        counts: view.counts,
        size: 1,
        triedSize: own.chosenBy === 'learner' ? 1 : 0,
        subjects: 0,
        lastDecisionAt: own.decidedAt,
      },
    ]);
    const all = (await ask(whole, 'GET', '/v1/policies/farm/sites')).json();
    expect(all.sites).toMatchObject([
      { site: 'north', counts: { decisions: 3, rewards: 3 }, size: 3, subjects: 1 },
      sites.sites[0],
    ]);
  });

  it('has its own budget, counts and audit', async () => {
    const { own } = await season();
    await ask(south, 'POST', `/v1/decisions/${own.id}/reward`, { value: 5 });
    const view = (await ask(south, 'GET', '/v1/policies/farm')).json() as PolicyView;
    expect(policyView.safeParse(view).success).toBe(true);
    expect(view).toMatchObject({
      site: 'south',
      headHash: '',
      counts: { decisions: 1, rewards: 1 },
    });
    const audit = (await ask(south, 'GET', '/v1/policies/farm/audit')).json();
    expect(auditView.safeParse(audit).success).toBe(true);
    expect(audit).toMatchObject({ decisions: 1, rederivedCount: 1, isKept: true });
    const points = (await ask(south, 'GET', '/v1/policies/farm/corridor')).json();
    expect(corridor.safeParse(points).success).toBe(true);
    expect(points.points).toHaveLength(1);
    const wide = await ask(whole, 'GET', '/v1/policies/farm?site=south');
    expect(wide.json()).toEqual(view);
    expect((await ask(whole, 'GET', '/v1/policies/farm')).json().counts.decisions).toBe(4);
  });

  it('pages through its own decisions without learning how much others did', async () => {
    for (let k = 0; k < 3; k++) {
      await decide(south);
      await decide(north);
    }
    const seen: string[] = [];
    let before = '';
    for (let page = 0; page < 3; page++) {
      const url = `/v1/policies/farm/decisions?limit=1${before}`;
      const { decisions, next } = (await ask(south, 'GET', url)).json();
      seen.push(...decisions.map(({ id }: { id: string }) => id));
      if (next !== null) expect(next).toBe(decisions.at(-1).sequence);
      before = `&before=${next}`;
    }
    expect(seen).toEqual(['farm.1.5', 'farm.1.3', 'farm.1.1']);
    const foreign = await ask(south, 'GET', '/v1/policies/farm/decisions?before=4');
    expect(foreign.json()).toEqual({ decisions: [], next: null });
  });

  it('may not ask for what is about more than its site', async () => {
    const refused: ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?][] = [
      ['GET', '/v1/policies/farm/weights'],
      ['GET', '/v1/policies/farm/forecasts'],
      ['POST', '/v1/policies/farm/safe-mode', {}],
      ['POST', '/v1/policies/farm/mode', { mode: 'live' }],
      ['PUT', '/v1/policies/farm', { definition: DEFINITION }],
      ['POST', '/v1/policies/farm/groups/May/close', {}],
      ['DELETE', '/v1/policies/farm', {}],
      ['DELETE', '/v1/policies/farm?erase=true', {}],
      ['POST', '/v1/policies/farm/restore', {}],
      ['GET', '/v1/reports'],
      ...READS.slice(1).map((url): ['GET', string] => [
        'GET',
        `${url}${url.includes('?') ? '&' : '?'}site=north`,
      ]),
    ];
    const before = await server.stateHash();
    for (const [method, url, payload] of refused) {
      const answer = await ask(south, method, url, payload);
      expect(answer.json(), url).toMatchObject({ code: 'HR_FORBIDDEN' });
    }
    expect(await server.stateHash()).toBe(before);
  });

  it('hears of its own decisions and not of those of others', async () => {
    const heard: unknown[] = [];
    const stop = server.service.watch('farm', (news) => heard.push(news), 'south');
    const quiet = () => new Promise((resolve) => setTimeout(resolve, 30));
    await decide(south);
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0));
    await quiet();
    const own = heard.length;
    const { id } = await decide(north);
    await ask(north, 'POST', `/v1/decisions/${id}/reward`, { value: SECRETS[0]! });
    await quiet();
    expect(heard).toHaveLength(own);
    expect(JSON.stringify(heard)).not.toContain('north');
    stop();
  });

  it('is told nothing of the reason for which a policy is halted', async () => {
    await season();
    const chain = server.journal.disk.chains.get('farm')!;
    const last = chain.at(-1)!;
    chain[chain.length - 1] = {
      ...last,
      text: last.text.replace('"isLearnt":true', '"isLearnt":null'),
    };
    await server.service.close();
    server.journal.disk.snapshots.clear();
    const again = await createTestServer({ journal: server.journal });
    const answer = await again.app.inject({
      url: '/v1/policies/farm',
      headers: { authorization: `Bearer ${south}` },
    });
    expect(answer.json().health).toEqual({
      state: 'halted',
      detail: 'The policy is halted. Decisions are the baseline.',
    });
    await again.app.close();
    await again.service.close();
  });
});
