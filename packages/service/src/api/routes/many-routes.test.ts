/**
 * Requests about many decisions at once: plans of groups, batches, and files of rewards. Each item has
 * an answer of its own, and what is sent again changes nothing.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDecisionService } from '../../decisions/create-decision-service.ts';
import type { ManyAnswer } from '../../decisions/decision-service.ts';
import { verifyJournal } from '../../decisions/verify/verify-journal.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import type { GroupPlan, MinimalReceipt, RewardLineAnswer } from '../../wire.ts';
import { BULK_BODY_BYTES } from '../http-options.ts';
import { decisionReceipt, minimalReceipt } from '../schemas/decision-schemas.ts';
import { batchReply, groupPlan, rewardLineAnswer } from '../schemas/group-schemas.ts';
import { FARM, RAINY } from '../testing/example-policy.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const DECLARED = { ...FARM, baseline: { action: 'usual', reward: 6 }, size: { typical: 4 } };
const WIDE = {
  actions: Array.from({ length: 1000 }, (_, i) => ({ name: `a${i}`, attributes: { u: i / 1000 } })),
  baseline: { action: 'a0', reward: 6 },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 10 },
  allowedShortfall: 0.2,
};

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
  await server.service.define('farm', { definition: DECLARED });
});
afterEach(() => server.close());

interface Posting {
  readonly url: string;
  readonly payload: object | string;
  readonly type?: string;
  readonly secret?: string;
  readonly key?: string;
}

function post({ url, payload, type = 'application/json', secret, key }: Posting) {
  return server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': type,
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });
}

const GROUPS = '/v1/policies/farm/groups';
const REWARDS = '/v1/policies/farm/rewards';
const SEASON = {
  group: '2027',
  situations: [
    { ...RAINY, size: 2 },
    { ...RAINY, size: 3 },
  ],
};

async function sendLines(payload: string | Readable, type = 'application/jsonl', secret?: string) {
  const given = secret === undefined ? {} : { secret };
  const answer = await post({ url: REWARDS, payload, type, ...given });
  expect(answer.statusCode).toBe(200);
  const lines = answer.body.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const answered = JSON.parse(line) as RewardLineAnswer;
    expect(rewardLineAnswer.safeParse(answered).success).toBe(true);
    return answered;
  });
}

const outcomes = (answers: readonly RewardLineAnswer[]) =>
  answers.map(({ line, outcome }) => [line, outcome]);

async function decide(count: number): Promise<void> {
  for (let k = 0; k < count; k++) {
    await server.service.decide('farm', RAINY, { scope: 'local', text: null });
  }
}

describe('a group', () => {
  it('is planned, issued once for a key, and closed', async () => {
    const shown = await post({ url: GROUPS, payload: SEASON });
    expect(shown.json()).toMatchObject({ isCommitted: false });
    const before = await server.stateHash();
    const payload = { ...SEASON, commit: true };
    const first = await post({ url: GROUPS, payload, key: 'k' });
    expect(await server.stateHash()).not.toBe(before);
    const second = await post({ url: GROUPS, payload, key: 'k' });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toBe(first.body);
    expect(groupPlan.safeParse(first.json()).success).toBe(true);
    const { receipts } = first.json() as GroupPlan;
    expect(receipts.map(({ size }) => size)).toEqual([2, 3]);
    expect((await post({ url: `${GROUPS}/2027/close`, payload: {} })).json()).toMatchObject({
      outcome: 'recorded',
    });
    expect((await post({ url: `${GROUPS}/2028/close`, payload: {} })).json()).toMatchObject({
      code: 'HR_GROUP_NOT_OPEN',
      status: 409,
    });
    expect((await verifyJournal(server.journal)).isWhole).toBe(true);
  });

  it('shows no amounts to a key that may not read', async () => {
    const secret = await server.addKey({ scopes: ['decide'] });
    for (const commit of [false, true]) {
      const { body } = await post({ url: GROUPS, payload: { ...SEASON, commit }, secret });
      expect(body).not.toMatch(/"margin"|"bounds"|budget/);
      expect(groupPlan.safeParse(JSON.parse(body)).success).toBe(true);
    }
  });

  it('that is too large, empty or nameless is refused, and nothing changes', async () => {
    const before = await server.stateHash();
    const wrong = [
      { ...SEASON, situations: [] },
      { ...SEASON, situations: Array.from({ length: 2001 }, () => RAINY) },
      { ...SEASON, situations: Array.from({ length: 21 }, () => ({ ...RAINY, blocks: 100 })) },
      { situations: SEASON.situations },
      { ...SEASON, commit: 'yes' },
    ];
    for (const payload of wrong) {
      expect((await post({ url: GROUPS, payload })).json()).toMatchObject({
        code: 'HR_INVALID_INPUT',
      });
    }
    expect(await server.stateHash()).toBe(before);
  });
});

describe('a batch of decisions', () => {
  it('has an answer for each, and a bad one touches no other', async () => {
    const url = '/v1/policies/farm/decisions/batch';
    const payload = { decisions: [RAINY, { context: {} }, { ...RAINY, size: 3 }] };
    const first = await post({ url, payload, key: 'b' });
    expect(batchReply.safeParse(first.json()).success).toBe(true);
    expect(first.json().answers).toMatchObject([
      { status: 200, receipt: { id: 'farm.1.1' } },
      { status: 422, problem: { code: 'HR_INVALID_INPUT' } },
      { status: 200, receipt: { id: 'farm.1.2', size: 3 } },
    ]);
    expect((await post({ url, payload, key: 'b' })).body).toBe(first.body);
  });

  it('or a plan whose receipts would tell of too many actions is refused, and told in brief it is not', async () => {
    await server.service.define('wide', { definition: WIDE });
    const decisions = Array.from({ length: 101 }, () => ({ context: { rain: 100 } }));
    const url = '/v1/policies/wide/decisions/batch';
    const whole = await post({ url, payload: { decisions } });
    const problem = { code: 'HR_INVALID_INPUT', detail: expect.stringContaining('101000') };
    const refused = { status: 422, problem };
    expect(whole.json().answers).toMatchObject(decisions.map(() => refused));
    for (const commit of [true, false]) {
      const plan = { group: '2027', situations: decisions, commit };
      const answer = await post({ url: '/v1/policies/wide/groups', payload: plan });
      expect(answer.json()).toMatchObject(problem);
    }
    expect(await server.service.policy('wide')).toMatchObject({ counts: { decisions: 0 } });
    const asked = decisions.map((request) => ({ request, caller: { scope: 'local', text: null } }));
    const inBrief = await server.service.decideMany('wide', asked, 'minimal');
    expect(inBrief.every(({ kind }) => kind === 'decided')).toBe(true);
    const fewer = await post({ url, payload: { decisions: decisions.slice(1) } });
    expect(fewer.json().answers.at(-1)).toMatchObject({ receipt: { id: 'wide.1.201' } });
  });

  it('does not tell of actions whose names are too long together', async () => {
    // Each character takes six bytes in JSON.
    const name = (i: number) => `${i}`.padEnd(200, '\u0001');
    const actions = WIDE.actions.map((one, i) => ({ ...one, name: name(i) }));
    const definition = { ...WIDE, actions, baseline: { action: name(0), reward: 6 } };
    await server.service.define('long', { definition });
    const decisions = Array.from({ length: 30 }, () => ({ context: { rain: 100 } }));
    const answer = await post({ url: '/v1/policies/long/decisions/batch', payload: { decisions } });
    const detail = expect.stringContaining('bytes of names of actions in all');
    expect(answer.json().answers[0]).toMatchObject({ status: 422, problem: { detail } });
    expect(await server.service.policy('long')).toMatchObject({ counts: { decisions: 0 } });
  });

  describe('beside a line that holds fewer', () => {
    const caller = { scope: 'local', text: null };
    const asked = Array.from({ length: 130 }, () => ({ request: RAINY, caller }));
    const codes = (answers: readonly ManyAnswer[]) =>
      answers.map((one) => (one.kind === 'refused' ? one.problem.code : 'decided'));

    async function shortLine() {
      const service = createDecisionService({
        journal: new MemoryJournal(),
        clock: server.clock,
        limits: { waitingMax: 60, newsMsMin: 0 },
      });
      await service.define('farm', { definition: DECLARED });
      return service;
    }

    it('is decided part by part, in order, and whole', async () => {
      const service = await shortLine();
      const answers = await service.decideMany('farm', asked, 'minimal');
      const told = answers.map((one) =>
        one.kind === 'decided' ? (JSON.parse(one.text) as MinimalReceipt).id : one.problem.code,
      );
      expect(told).toEqual(Array.from({ length: 130 }, (_, i) => `farm.1.${i + 1}`));
      await service.close();
    });

    it('is refused whole if the line is full, and fills it for others', async () => {
      const service = await shortLine();
      const first = service.decideMany('farm', asked.slice(0, 61));
      const second = service.decideMany('farm', asked);
      await expect(service.decide('farm', RAINY, caller)).rejects.toThrow('61 are waiting');
      expect(codes(await first)).toEqual(Array(61).fill('decided'));
      expect(codes(await second)).toEqual(Array(130).fill('HR_OVERLOADED'));
      expect(codes(await service.decideMany('farm', asked))).toEqual(Array(130).fill('decided'));
      await service.close();
    });

    it('is let in as a whole where rewards are told, too', async () => {
      const service = await shortLine();
      await service.decideMany('farm', asked);
      // Ten lines count as one decision.
      const rewards = asked.flatMap((_, i) =>
        Array.from({ length: 6 }, () => ({ decision: `farm.1.${i + 1}`, value: 5 })),
      );
      const outcomes = (await service.rewardMany('farm', rewards)).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(130);
      expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(650);
      await service.close();
    });
  });

  it('of which a key of one site may not define the policy in one touches no other', async () => {
    const secret = await server.addKey({ scopes: ['decide', 'site:north'] });
    const url = '/v1/policies/farm/decisions/batch';
    const payload = { decisions: [{ ...RAINY, policy: DECLARED }, RAINY] };
    const answer = await post({ url, payload, secret });
    expect(answer.json().answers).toMatchObject([
      { status: 403, problem: { code: 'HR_FORBIDDEN' } },
      { status: 200, receipt: { site: 'north' } },
    ]);
  });
});

describe('a receipt that is preferred minimal', () => {
  const url = '/v1/policies/farm/decisions';
  const ask = (prefer: string, key: string) =>
    server.app.inject({
      method: 'POST',
      url,
      payload: RAINY,
      headers: { 'content-type': 'application/json', prefer, 'idempotency-key': key },
    });

  it('says what to do, and the whole one is there for the same key', async () => {
    const answer = await ask('respond-async, return=minimal; foo', 'k');
    expect(answer.headers['preference-applied']).toBe('return=minimal');
    expect(minimalReceipt.safeParse(answer.json()).success).toBe(true);
    expect(Object.keys(answer.json())).toEqual(['id', 'action', 'chosenBy', 'reason', 'mode']);
    const again = await ask('return="minimal"', 'k');
    expect(again.body).toBe(answer.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const whole = await ask('return=representation', 'k');
    expect(whole.headers['preference-applied']).toBeUndefined();
    expect(whole.json()).toMatchObject(answer.json());
    expect(decisionReceipt.safeParse(whole.json()).success).toBe(true);
  });

  it.each(['x-return=minimal', 'return=minimalist', 'minimal', 'foo="return=minimal'])(
    'is not heard in %s',
    async (prefer) => {
      expect((await ask(prefer, 'k')).json()).toHaveProperty('bounds');
    },
  );
});

describe('many rewards', () => {
  it('are answered line by line, in JSON lines', async () => {
    await decide(3);
    await server.service.void('farm.1.3', { reason: 'unrelated' });
    const lines = [
      '{"decision":"farm.1.1","value":5}',
      '{"decision":"farm.1.1","value":5}',
      '{"decision":"farm.1.1","value":6}',
      '',
      '{"decision":"farm.1.99","value":6}',
      '{"decision":"other.1.1","value":6}',
      '{"decision":"farm.1.2","value":1e999}',
      '{"decision":"farm.1.2","value":"6"}',
      '{"decision":"farm.1.2"}',
      '{"decision":"farm.1.2","value":6,"__proto__":{}}',
      'not JSON',
      `{"decision":"farm.1.2","context":"${'x'.repeat(20_000)}"}`,
      '{"decision":"farm.1.2","value":1000}',
      '{"decision":"farm.1.3","value":6}',
      '{"decision":"farm.1.2","try":6}',
      '{"decision":"farm.1.2","value":7}',
    ];
    const answers = await sendLines(lines.join('\n'));
    expect(outcomes(answers)).toEqual([
      [1, 'recorded'],
      [2, 'repeated'],
      [3, 'contradiction'],
      [5, 'unknown-decision'],
      [6, 'unknown-decision'],
      ...[7, 8, 9, 10, 11, 12, 13, 14, 15].map((line) => [line, 'refused']),
      [16, 'recorded'],
    ]);
    expect(answers.every(({ outcome, code }) => outcome !== 'refused' || code !== undefined)).toBe(
      true,
    );
    expect(await server.service.policy('farm')).toMatchObject({
      counts: { rewards: 2, rewardTotal: 12 },
    });
    expect((await verifyJournal(server.journal)).isWhole).toBe(true);
  });

  it('come as CSV, also with quotes and Windows line ends', async () => {
    await decide(4);
    const file =
      'decision,value\r\n"farm.1.1","5"\r\nfarm.1.2, 6.5\r\nfarm.1.3,1e999\r\nfarm.1.3,5,5\r\nfarm.1.4,\r\n';
    const answers = await sendLines(file, 'text/csv');
    expect(outcomes(answers)).toEqual([
      [2, 'recorded'],
      [3, 'recorded'],
      [4, 'refused'],
      [5, 'refused'],
      [6, 'refused'],
    ]);
    expect(outcomes(await sendLines('decision;value\nfarm.1.3;5\n', 'text/csv'))).toEqual([
      [1, 'refused'],
    ]);
  });

  it('that break off in the middle of a number because there are too many are not read by half', async () => {
    await decide(2);
    const start = 'decision,value\nfarm.1.1,5\n';
    const half = '\nfarm.1.2,6';
    const filling = 'x'.repeat(BULK_BODY_BYTES - start.length - half.length);
    const payload = Readable.from([start, filling, half, '.5\n']);
    const answers = await sendLines(payload, 'text/csv');
    expect(outcomes(answers)).toEqual([
      [2, 'recorded'],
      [3, 'refused'],
      [4, 'refused'],
    ]);
    expect(answers.at(-1)).toMatchObject({ code: 'HR_BODY_TOO_LARGE' });
    expect(await server.service.decision('farm.1.2')).toMatchObject({ state: 'issued' });
  });

  it('of one caller leave room for those of others', async () => {
    const [one, other] = [await server.addKey(), await server.addKey()];
    const ask = (secret: string) =>
      post({ url: REWARDS, payload: 'decision,value\n', type: 'text/csv', secret });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${one}`, 'content-type': 'text/csv' };
    const path = { port, host: '127.0.0.1', method: 'POST', path: REWARDS, headers };
    const slow = [request(path), request(path)];
    const answers = await Promise.all(
      slow.map(async (upload) => {
        // So many lines are read before the first are answered.
        upload.write(`decision,value\n${'not read,\n'.repeat(4000)}`);
        const [answer] = await once(upload, 'response');
        return answer;
      }),
    );
    expect((await ask(one)).json()).toMatchObject({ code: 'HR_OVERLOADED' });
    expect((await ask(other)).statusCode).toBe(200);
    for (const [i, upload] of slow.entries()) {
      upload.end();
      await once(answers[i].resume(), 'close');
    }
    expect((await ask(one)).statusCode).toBe(200);
  });

  it('sent again are recognised, also when the memory has forgotten them', async () => {
    await decide(1200);
    const lines = Array.from(
      { length: 1200 },
      (_, k) => `{"decision":"farm.1.${k + 1}","value":5}`,
    );
    const file = lines.join('\n');
    expect((await sendLines(file)).every(({ outcome }) => outcome === 'recorded')).toBe(true);
    await server.service.close();
    const again = await createTestServer({ journal: server.journal });
    const answer = await again.app.inject({
      method: 'POST',
      url: REWARDS,
      payload: file,
      headers: { 'content-type': 'application/jsonl' },
    });
    const repeated = answer.body.split('\n').filter((line) => line.includes('"repeated"'));
    expect(repeated).toHaveLength(1200);
    await again.app.close();
    await again.service.close();
  });

  it('are not taken from other kinds of bodies, nor for unknown policies', async () => {
    const asJson = await post({ url: REWARDS, payload: { decision: 'farm.1.1', value: 5 } });
    expect(asJson.json()).toMatchObject({ code: 'HR_MEDIA_TYPE' });
    const url = '/v1/policies/nobody/rewards';
    const unknown = await post({ url, payload: '', type: 'text/csv' });
    expect(unknown.json()).toMatchObject({ code: 'HR_POLICY_UNKNOWN' });
    const elsewhere = await post({
      url: '/v1/policies/farm/decisions',
      payload: 'a,b',
      type: 'text/csv',
    });
    expect(elsewhere.json()).toMatchObject({ code: 'HR_MEDIA_TYPE' });
  });

  it('whose batch could not be stored are answered so, line by line, and may be sent again', async () => {
    await decide(2);
    const rewardMany = server.service.rewardMany.bind(server.service);
    const { journal } = server;
    const beginTurn = journal.beginTurn.bind(journal);
    journal.beginTurn = () => Promise.reject(new Error('EIO'));
    const lines = '{"decision":"farm.1.1","value":5}\n{"decision":"farm.1.2","value":6}\n';
    expect(await rewardMany('farm', [{ decision: 'farm.1.1', value: 5 }])).toMatchObject([
      { outcome: 'refused', code: 'HR_JOURNAL_UNAVAILABLE' },
    ]);
    journal.beginTurn = beginTurn;
    expect(outcomes(await sendLines(lines))).toEqual([
      [1, 'recorded'],
      [2, 'recorded'],
    ]);
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });
});
