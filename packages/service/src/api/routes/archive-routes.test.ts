/**
 * The end of a policy over HTTP: what has decided is archived and can return, what never did is removed,
 * a demonstration is erased without a trace, and any other after a while, with a proof left of it.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDecisionService } from '../../decisions/create-decision-service.ts';
import type { PoliciesOptions } from '../../decisions/decision-service.ts';
import { refusalOf } from '../../decisions/testing/sample-service.ts';
import { verifyJournal } from '../../decisions/verify/verify-journal.ts';
import { verifyRemovals } from '../../decisions/verify/verify-removals.ts';
import { createMetrics } from '../../instruments/metrics.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import type { PolicyView } from '../../wire.ts';
import { policyView, removalList, removalReply } from '../schemas/policy-schemas.ts';
import { FARM, FIRST, RAINY } from '../testing/example-policy.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const NO_KEY = { scope: 'local', text: null };
const URL = '/v1/policies/farm';
const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
  await server.service.decide('farm', FIRST, { scope: 'local', text: 'once' });
});
afterEach(() => server.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function ask(method: Method, url: string, payload?: object, headers: object = {}) {
  const answer = await server.app.inject({
    method,
    url,
    headers: { ...headers },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}

const names = async (query = '') =>
  ((await ask('GET', `/v1/policies${query}`)).body as PolicyView[]).map(({ id }) => id);

async function refused(call: ReturnType<typeof ask>, status: number, code: string) {
  const before = await server.stateHash();
  expect((await call).body).toMatchObject({ status, code });
  expect(await server.stateHash()).toBe(before);
}

describe('a policy that has decided', () => {
  it('is archived once, and returns once', async () => {
    const { body } = await ask('DELETE', URL, { reason: 'The trial is over.' });
    expect(removalReply.safeParse(body).success).toBe(true);
    expect(body).toEqual({ policy: 'farm', outcome: 'archived' });
    const archived = await server.stateHash();
    expect((await ask('DELETE', URL)).body).toEqual({ policy: 'farm', outcome: 'archived' });
    expect(await server.stateHash()).toBe(archived);
    const view = (await ask('GET', URL)).body as PolicyView;
    expect(policyView.safeParse(view).success).toBe(true);
    expect(view.archivedAt).toBe(server.clock.now());
    const back = (await ask('POST', `${URL}/restore`, { reason: 'once more' })).body;
    expect(policyView.safeParse(back).success).toBe(true);
    expect(back).not.toHaveProperty('archivedAt');
    const restored = await server.stateHash();
    expect((await ask('POST', `${URL}/restore`)).status).toBe(200);
    expect(await server.stateHash()).toBe(restored);
    expect((await ask('POST', `${URL}/decisions`, RAINY)).body).toMatchObject({ id: 'farm.1.2' });
    expect((await verifyJournal(server.journal)).isWhole).toBe(true);
  });

  it('decides no more, plans no more, and stays as it is', async () => {
    await ask('PUT', `${URL}/subjects/Home`, { subject: {} });
    await ask('DELETE', URL);
    const plan = { group: 'g', situations: [RAINY] };
    await refused(ask('POST', `${URL}/decisions`, RAINY), 409, 'HR_ARCHIVED');
    await refused(ask('POST', `${URL}/decisions`, FIRST), 409, 'HR_ARCHIVED');
    await refused(ask('POST', `${URL}/preview`, RAINY), 409, 'HR_ARCHIVED');
    await refused(ask('POST', `${URL}/groups`, plan), 409, 'HR_ARCHIVED');
    await refused(ask('POST', `${URL}/groups`, { ...plan, commit: true }), 409, 'HR_ARCHIVED');
    await refused(ask('PUT', `${URL}/subjects`, { subjects: [] }), 409, 'HR_ARCHIVED');
    await refused(ask('DELETE', `${URL}/subjects/Home`), 409, 'HR_ARCHIVED');
    const other = { definition: { ...FARM, allowedShortfall: 0.3 }, reason: 'bolder' };
    await refused(ask('PUT', URL, other), 409, 'HR_ARCHIVED');
    expect((await ask('PUT', URL, { definition: FARM })).status).toBe(200);
    const batch = await ask('POST', `${URL}/decisions/batch`, { decisions: [RAINY] });
    expect(batch.body.answers).toMatchObject([{ status: 409, problem: { code: 'HR_ARCHIVED' } }]);
  });

  it('still hears of its decisions, and shows all of them', async () => {
    await ask('DELETE', URL);
    const header = { 'idempotency-key': 'once' };
    const replayed = await ask('POST', `${URL}/decisions`, FIRST, header);
    expect(replayed.body).toMatchObject({ id: 'farm.1.1' });
    const rewarded = await ask('POST', '/v1/decisions/farm.1.1/reward', { value: 5 });
    expect(rewarded.body).toMatchObject({ outcome: 'recorded', isLearnt: true });
    const corrected = { value: 6, reason: 'scale' };
    expect((await ask('POST', '/v1/decisions/farm.1.1/corrections', corrected)).status).toBe(200);
    const lines = await server.app.inject({
      method: 'POST',
      url: `${URL}/rewards`,
      payload: '{"decision":"farm.1.1","value":6}',
      headers: { 'content-type': 'application/jsonl' },
    });
    expect(JSON.parse(lines.body)).toMatchObject({ outcome: 'repeated' });
    for (const part of ['decisions', 'audit', 'corridor', 'weights', 'definition', 'sites']) {
      expect((await ask('GET', `${URL}/${part}`)).status, part).toBe(200);
    }
    expect((await server.app.inject(`${URL}/export`)).body).toContain('farm.1.1');
  });

  it('is listed only if asked for, and counted in no metric, but its promise is', async () => {
    await server.service.decide('other', FIRST, NO_KEY);
    const before = (await ask('GET', '/v1/policies/other/audit')).body;
    await ask('DELETE', URL);
    expect(await names()).toEqual(['other']);
    expect(await names('?archived=false')).toEqual(['other']);
    expect(await names('?archived=true')).toEqual(['farm', 'other']);
    const metrics = createMetrics();
    metrics.readFrom({ totals: () => server.service.totals() });
    expect(await metrics.text()).not.toContain('farm');
    expect(await metrics.text()).toContain('hedgerow_policies{state="archived"} 1');
    const after = (await ask('GET', '/v1/policies/other/audit')).body;
    expect(after.failureProbabilityTotal).toBe(before.failureProbabilityTotal);
  });

  it('is not even loaded at the next start, and no policy is to be listed', async () => {
    await server.service.decide('other', FIRST, NO_KEY);
    await ask('DELETE', URL);
    const journal = new CountingJournal({ disk: server.journal.disk });
    const service = createDecisionService({ journal, clock: server.clock });
    const listed = async (options?: PoliciesOptions) =>
      (await service.policies(options)).policies.map(({ id }) => id);
    expect(await listed()).toEqual(['other']);
    expect(await listed({ isArchivedShown: true })).toEqual(['farm', 'other']);
    expect(await service.totals()).toMatchObject({ ok: 1, archived: 1, pending: 1 });
    await service.audit('other');
    expect(journal.loaded).toEqual(['other']);
    expect((await service.policy('farm')).archivedAt).toBeDefined();
  });

  it('is archived after a restart too, from its snapshot and from its entries', async () => {
    await ask('DELETE', URL);
    await server.service.close();
    const { journal, clock } = server;
    for (const isWithSnapshot of [true, false]) {
      if (!isWithSnapshot) journal.disk.snapshots.clear();
      const service = createDecisionService({ journal, clock });
      const decided = service.decide('farm', RAINY, NO_KEY);
      await expect(decided).rejects.toMatchObject({ code: 'HR_ARCHIVED' });
      await service.close();
    }
    expect((await verifyJournal(journal)).isWhole).toBe(true);
    journal.disk.archived.delete('farm');
    const { policies } = await verifyJournal(journal);
    expect(policies[0]!.problem?.what).toContain('not listed as archived');
  });

  it('stays archived when all policies are renewed after a restore from a backup', async () => {
    await ask('DELETE', URL);
    const view = await server.service.renew('farm', 'restored');
    expect(view).toMatchObject({ generation: 2, archivedAt: expect.any(String) });
    await refused(ask('POST', `${URL}/decisions`, RAINY), 409, 'HR_ARCHIVED');
  });

  it('is archived while it is halted, and never taken for one that decided nothing', async () => {
    const chain = server.journal.disk.chains.get('farm')!;
    chain[1] = { ...chain[1]!, text: '{' };
    const service = createDecisionService({ journal: server.journal, clock: server.clock });
    expect(await service.remove('farm', {})).toEqual({ policy: 'farm', outcome: 'archived' });
    expect(await service.policy('farm')).toMatchObject({ health: { state: 'halted' } });
    const decided = service.decide('farm', RAINY, NO_KEY);
    await expect(decided).rejects.toMatchObject({ code: 'HR_ARCHIVED' });
    expect(chain).toHaveLength(3);
  });

  const confirmed = { confirm: 'farm', reason: 'asked for' };
  const erase = (body: object = confirmed) => ask('DELETE', `${URL}?erase=true`, body);

  it('is not erased while it decides, nor too early, nor by mistake', async () => {
    await refused(erase(), 409, 'HR_NOT_ERASABLE');
    const late = { definition: FARM, demonstration: true };
    await refused(ask('PUT', URL, late), 422, 'HR_INVALID_INPUT');
    await ask('DELETE', URL);
    await refused(erase(), 409, 'HR_NOT_ERASABLE');
    expect((await erase()).body.detail).toContain('archived less than 30 days ago');
    server.clock.advance(30 * DAY_MS - 1);
    await refused(erase(), 409, 'HR_NOT_ERASABLE');
    server.clock.advance(1);
    await refused(erase({}), 409, 'HR_NOT_ERASABLE');
    await refused(erase({ confirm: 'Farm' }), 409, 'HR_NOT_ERASABLE');
  });

  it('is erased when it was archived long enough, and a proof is left', async () => {
    const { disk } = server.journal;
    await ask('DELETE', URL);
    const chain = disk.chains.get('farm')!;
    const [entries, lastHash] = [chain.length, chain.at(-1)!.hash];
    server.clock.advance(30 * DAY_MS);
    expect((await erase()).body).toEqual({ policy: 'farm', outcome: 'erased' });
    await refused(ask('GET', URL), 404, 'HR_POLICY_UNKNOWN');
    await refused(erase(), 404, 'HR_POLICY_UNKNOWN');
    const left = (await ask('GET', '/v1/removed')).body;
    expect(removalList.safeParse(left).success).toBe(true);
    const said = { policy: 'farm', entries, lastHash, by: 'local', reason: 'asked for' };
    expect(left).toMatchObject([{ position: 1, ...said, time: server.clock.now() }]);
    expect(await verifyRemovals(server.journal)).toEqual({ removals: 1, problem: null });
    disk.removals[0] = { ...disk.removals[0]!, entries: 1 };
    expect(await verifyRemovals(server.journal)).toMatchObject({ problem: { position: 1 } });
  });

  it('leaves a name that is never given again, also after a restart', async () => {
    await ask('DELETE', URL);
    server.clock.advance(30 * DAY_MS);
    await erase();
    const taken = [409, 'HR_POLICY_REMOVED'] as const;
    await refused(ask('PUT', URL, { definition: FARM }), ...taken);
    await refused(ask('POST', `${URL}/decisions`, FIRST), ...taken);
    const service = createDecisionService({ journal: server.journal, clock: server.clock });
    expect(await refusalOf(service.define('farm', { definition: FARM }))).toBe('HR_POLICY_REMOVED');
    // Removals are a chain.
    await ask('PUT', '/v1/policies/wheat', { definition: FARM });
    await ask('POST', '/v1/policies/wheat/decisions', RAINY);
    await ask('DELETE', '/v1/policies/wheat');
    server.clock.advance(31 * DAY_MS);
    await ask('DELETE', '/v1/policies/wheat?erase=true', { confirm: 'wheat' });
    const [first, second] = (await ask('GET', '/v1/removed')).body;
    expect(second.previousHash).toBe(first.hash);
    expect(await verifyRemovals(server.journal)).toEqual({ removals: 2, problem: null });
  });
});

describe('a policy that never decided', () => {
  it('is removed, and its name is free', async () => {
    await ask('PUT', '/v1/policies/new', { definition: FARM });
    await ask('PUT', '/v1/policies/new/subjects/Home', { subject: {} });
    const { body } = await ask('DELETE', '/v1/policies/new');
    expect(body).toEqual({ policy: 'new', outcome: 'removed' });
    await refused(ask('GET', '/v1/policies/new'), 404, 'HR_POLICY_UNKNOWN');
    await refused(ask('DELETE', '/v1/policies/new'), 404, 'HR_POLICY_UNKNOWN');
    expect(await names('?archived=true')).toEqual(['farm']);
    const definition = { ...FARM, allowedShortfall: 0.3 };
    const again = await ask('PUT', '/v1/policies/new', { definition });
    expect(again.body).toMatchObject({ generation: 1 });
    expect((await ask('GET', '/v1/policies/new')).body).toMatchObject({ version: 1 });
    expect((await ask('GET', '/v1/policies/new/subjects')).body.revision).toBe(0);
  });

  it('counts every generation: one that decided under an earlier definition is archived', async () => {
    const definition = { ...FARM, allowedShortfall: 0.3 };
    await ask('PUT', URL, { definition, reason: 'bolder' });
    expect((await ask('DELETE', URL)).body.outcome).toBe('archived');
  });
});

describe('a demonstration', () => {
  const DEMO = '/v1/policies/demo';
  beforeEach(async () => {
    const request = { definition: FARM, demonstration: true };
    expect((await ask('PUT', DEMO, request)).body).toMatchObject({ isDemonstration: true });
    for (const key of ['a', 'b']) {
      await ask('POST', `${DEMO}/decisions`, RAINY, { 'idempotency-key': key });
    }
    await ask('PUT', `${DEMO}/subjects/Home`, { subject: {} });
    await ask('POST', '/v1/decisions/demo.1.1/reward', { value: 5 });
  });

  it('says so, whatever its generation, also after a restart', async () => {
    expect((await ask('GET', DEMO)).body.isDemonstration).toBe(true);
    expect((await ask('GET', URL)).body).not.toHaveProperty('isDemonstration');
    const definition = { ...FARM, allowedShortfall: 0.3 };
    await ask('PUT', DEMO, { definition, reason: 'bolder' });
    await server.service.close();
    const service = createDecisionService({ journal: server.journal, clock: server.clock });
    expect(await service.policy('demo')).toMatchObject({ generation: 2, isDemonstration: true });
    expect((await verifyJournal(server.journal)).isWhole).toBe(true);
  });

  it('is archived like any other unless it is to be erased', async () => {
    expect((await ask('DELETE', DEMO)).body.outcome).toBe('archived');
    expect((await ask('DELETE', `${DEMO}?erase=false`)).body.outcome).toBe('archived');
    expect((await ask('DELETE', `${DEMO}?erase=true`)).body.outcome).toBe('erased');
  });

  it('is erased without a trace, and a later policy of its name starts clean', async () => {
    const others = server.journal.disk.chains.get('farm')!.length;
    const [receipt] = [(await ask('GET', '/v1/decisions/demo.1.1')).body];
    const { coinKey } = server.journal.disk;
    const { body } = await ask('DELETE', `${DEMO}?erase=true`);
    expect(body).toEqual({ policy: 'demo', outcome: 'erased' });
    const { disk } = server.journal;
    const left = [disk.chains, disk.rows, disk.ids, disk.idsByKey, disk.snapshots, disk.archived];
    for (const kept of left) expect(JSON.stringify([...kept.keys()])).not.toContain('demo');
    expect(disk.chains.get('farm')).toHaveLength(others);
    await refused(ask('GET', DEMO), 404, 'HR_POLICY_UNKNOWN');
    await refused(ask('GET', '/v1/decisions/demo.1.1'), 404, 'HR_DECISION_UNKNOWN');
    const reward = ask('POST', '/v1/decisions/demo.1.1/reward', { value: 5 });
    await refused(reward, 404, 'HR_DECISION_UNKNOWN');
    await ask('PUT', DEMO, { definition: FARM });
    expect((await ask('GET', DEMO)).body).not.toHaveProperty('isDemonstration');
    const key = { 'idempotency-key': 'a' };
    const again = await ask('POST', `${DEMO}/decisions`, RAINY, key);
    expect(again.body).toMatchObject({ id: 'demo.1.1' });
    expect(again.body.margin.before).toBe(receipt.margin.before);
    expect((await ask('GET', `${DEMO}/decisions`)).body.decisions).toHaveLength(1);
    expect((await verifyJournal(server.journal)).isWhole).toBe(true);
    // Whoever saw the coins of the old one must not foresee those of the new one.
    expect(disk.coinKey).not.toEqual(coinKey);
  });

  it('is erased in its turn: what came before is answered, what comes after finds nothing', async () => {
    const { service } = server;
    const answers = await Promise.allSettled([
      service.decide('demo', RAINY, NO_KEY),
      service.erase('demo', {}, 'local'),
      service.decide('demo', RAINY, NO_KEY),
      service.define('demo', { definition: FARM }),
      service.decide('demo', RAINY, NO_KEY),
    ]);
    expect(answers).toMatchObject([
      { value: { text: expect.stringContaining('"demo.1.3"') } },
      { value: { outcome: 'erased' } },
      { reason: { code: 'HR_POLICY_UNKNOWN' } },
      { value: { id: 'demo' } },
      { value: { text: expect.stringContaining('"demo.1.1"') } },
    ]);
  });

  it('is noticed by another replica that still remembers the old one', async () => {
    const other = createDecisionService({ journal: server.journal, clock: server.clock });
    expect((await other.policy('demo')).version).toBe(5);
    await ask('DELETE', `${DEMO}?erase=true`);
    await expect(other.policy('demo')).rejects.toMatchObject({ code: 'HR_POLICY_UNKNOWN' });
    for (const isLonger of [false, true]) {
      const definition = { ...FARM, allowedShortfall: isLonger ? 0.3 : 0.1 };
      await ask('PUT', DEMO, { definition, demonstration: true });
      for (let k = 0; k < 4; k++) await ask('POST', `${DEMO}/decisions`, RAINY);
      expect(await other.policy('demo')).toMatchObject({
        definition: { allowedShortfall: definition.allowedShortfall },
        health: { state: 'ok' },
      });
      await ask('DELETE', `${DEMO}?erase=true`);
      // The next one has more entries than the replica remembers of this one.
      await ask('PUT', DEMO, { definition: FARM, demonstration: true });
      for (let k = 0; k < 6; k++) await ask('POST', `${DEMO}/decisions`, RAINY);
      expect(await other.policy('demo')).toMatchObject({
        definition: { allowedShortfall: FARM.allowedShortfall },
        counts: { decisions: 6 },
        health: { state: 'ok' },
      });
      await ask('DELETE', `${DEMO}?erase=true`);
    }
    await other.close();
  });
});

/** Notes which policies' entries are read. */
class CountingJournal extends MemoryJournal {
  readonly loaded: string[] = [];

  override async readSnapshots(policy: string) {
    this.loaded.push(policy);
    return super.readSnapshots(policy);
  }
}
