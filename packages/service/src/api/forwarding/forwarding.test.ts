/**
 * A request about a policy that another member writes goes there once and as it is, and nowhere else.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../../instruments/metrics.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { BULK_BODY_BYTES, type HttpOptions } from '../http-options.ts';
import { FIRST } from '../testing/example-policy.ts';
import { type OtherMember, openOtherMember } from '../testing/other-member.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { askTheDoubted } from './doubts.ts';
import type { PolicyFinder } from './known-places.ts';
import { whoAnswersAt } from './who-answers.ts';

let closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  closers = [];
});

type Answer = (response: ServerResponse) => void;
const FINE: Answer = (response) => response.end('fine');

async function openMember(answer: Answer = FINE): Promise<OtherMember> {
  const member = await openOtherMember(answer);
  closers.push(member.close);
  return member;
}

interface Entrance extends TestServer {
  readonly port: number;
  readonly url: string;
  readonly asked: string[];
  /** What became of what was sent on. */
  readonly outcomes: string[];
}

/** A member that holds no policy: all are at the address; or first at one and then at the next. */
async function openEntrance(
  addresses: string | readonly string[],
  options: Partial<HttpOptions> = {},
): Promise<Entrance> {
  const asked: string[] = [];
  const places = [addresses].flat();
  const placement: Pick<PolicyFinder, 'find'> = {
    find: async (policy) => {
      asked.push(policy);
      return { kind: 'elsewhere', address: places[asked.length - 1] ?? places.at(-1)! };
    },
  };
  const outcomes: string[] = [];
  const forwarded = (outcome: string) => outcomes.push(outcome);
  const metrics = { ...createMetrics(), forwarded };
  const server = await createTestServer({ placement, options, metrics });
  closers.push(server.close);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  return { ...server, port, url: `http://127.0.0.1:${port}`, asked, outcomes };
}

interface RouteCall {
  readonly method: string;
  readonly path: string;
}

/** Every route in the document of the service. */
function routesOf({ app }: TestServer): RouteCall[] {
  const { paths = {} } = app.swagger() as { paths?: Record<string, object> };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
  );
}

const filled = (path: string) =>
  path
    .replace('/policies/{id}', '/policies/farm')
    .replace('{id}', 'farm.1.7')
    .replace(/\{.*?\}/g, 'x');

describe('what is sent on', () => {
  it('is every route about one policy, once, with its query and body; and no other', async () => {
    const member = await openMember();
    const entrance = await openEntrance(member.address);
    const routes = routesOf(entrance);
    const about = ({ path }: RouteCall) => /^\/v1\/(policies|decisions)\/\{id\}/.test(path);
    expect(routes.filter(about).length).toBeGreaterThan(25);
    for (const route of routes) {
      const url = `${filled(route.path)}?site=a%20b`;
      const before = member.sent.length;
      const hasBody = route.method !== 'GET';
      const answer = await fetch(`${entrance.url}${url}`, {
        method: route.method,
        ...(hasBody && {
          body: '{"not": ["checked", "here"]}',
          headers: { 'content-type': 'application/json' },
        }),
      });
      const text = await answer.text();
      expect(member.sent.slice(before), route.path).toEqual(
        about(route)
          ? [
              {
                method: route.method,
                url,
                headers: expect.objectContaining({ 'hedgerow-hop': '1' }),
                body: hasBody ? '{"not": ["checked", "here"]}' : '',
              },
            ]
          : [],
      );
      if (about(route)) expect(text).toBe('fine');
    }
    expect(new Set(entrance.asked)).toEqual(new Set(['farm']));
    expect(await entrance.stateHash()).toBe('');
  });

  it('has every header that is not about the connection', async () => {
    const member = await openMember();
    const entrance = await openEntrance(member.address);
    const secret = await entrance.addKey();
    const connection = await openRawConnection(entrance.port);
    const lines = [
      'POST /v1/policies/farm/decisions HTTP/1.1',
      'host: hedgerow.example',
      `authorization: Bearer ${secret}`,
      'idempotency-key: field-1',
      'content-type: application/json; charset=utf-8',
      'accept: application/json',
      'last-event-id: 17',
      'x-forwarded-for: 192.0.2.7',
      'x-private: for the first only',
      'connection: close, x-private, host',
      'transfer-encoding: chunked',
    ];
    connection.send(`${lines.join('\r\n')}\r\n\r\n3\r\n{"a\r\n5\r\n": 1}\r\n0\r\n\r\n`);
    expect(await connection.closed()).toContain('fine');
    const [{ headers, body } = { headers: {}, body: '' }] = member.sent;
    expect(body).toBe('{"a": 1}');
    expect(headers).toEqual({
      host: 'hedgerow.example',
      authorization: `Bearer ${secret}`,
      'idempotency-key': 'field-1',
      'content-type': 'application/json; charset=utf-8',
      accept: 'application/json',
      'last-event-id': '17',
      'x-forwarded-for': '192.0.2.7',
      'content-length': '8',
      'hedgerow-hop': '1',
    });
  });

  it('has a name of the service, also if it came without, and shares no connection if its head is long', async () => {
    const member = await openMember();
    const { port, addKey } = await openEntrance(member.address);
    const secret = await addKey();
    const long = `x-long: ${'x'.repeat(9000)}`;
    for (const lines of [
      ['POST /v1/policies/farm/decisions HTTP/1.0', 'connection: keep-alive'],
      ['POST /v1/policies/farm/decisions HTTP/1.1', 'host: localhost', long, 'connection: close'],
      ['POST /v1/policies/farm/decisions HTTP/1.1', 'host: localhost', 'connection: close'],
    ]) {
      const connection = await openRawConnection(port);
      const head = [...lines, `authorization: Bearer ${secret}`, 'content-length: 2'];
      connection.send(`${head.join('\r\n')}\r\n\r\n{}`);
      await connection.until('fine');
      connection.socket.destroy();
    }
    expect(member.sent.map(({ headers }) => headers.host)).toEqual(['', 'localhost', 'localhost']);
    expect(member.connectionCount()).toBe(2);
  });

  it('has a head that the other member reads; whoever sends a longer one is told so, and nobody is taken to be away', async () => {
    const member = await openMember();
    const { url, outcomes } = await openEntrance(member.address);
    const codes = new Set<string>();
    for (let length = 16_100; length < 16_400; length += 10) {
      const headers = { 'x-long': 'x'.repeat(length) };
      const answer = await fetch(`${url}/v1/policies/farm/decisions`, { method: 'POST', headers });
      const text = await answer.text();
      codes.add(answer.status === 200 ? text : JSON.parse(text).code);
    }
    expect([...codes]).toEqual(['fine', 'HR_HEAD_TOO_LARGE']);
    expect(new Set(outcomes)).toEqual(new Set(['answered']));
  });

  it('is answered as the other member answers: status, headers and bytes', async () => {
    const member = await openMember((response) => {
      response.writeHead(429, { 'retry-after': '7', 'x-own': 'a', connection: 'close' });
      response.end(Buffer.from([0, 255, 10]));
    });
    const { url } = await openEntrance(member.address);
    const answer = await fetch(`${url}/v1/policies/farm`);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('x-own')).toBe('a');
    expect(answer.headers.get('connection')).toBe('keep-alive');
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0, 255, 10]);
  });

  it('uses connections again', async () => {
    const member = await openMember();
    const { url } = await openEntrance(member.address);
    for (let k = 0; k < 5; k++) await (await fetch(`${url}/v1/policies/farm`)).text();
    expect(member.connectionCount()).toBe(1);
  });

  it('is only what a key may ask for, and never more than one member can say', async () => {
    const member = await openMember();
    const entrance = await openEntrance(member.address);
    const secret = await entrance.addKey({ policies: ['other'] });
    for (const authorization of ['', 'Bearer hk_wrong', `Bearer ${secret}`]) {
      const answer = await fetch(`${entrance.url}/v1/policies/farm`, {
        headers: { authorization },
      });
      expect([401, 404]).toContain(answer.status);
      await answer.text();
    }
    const path = '/v1/policies/farm%2F..%2F..%2Fadmin';
    expect(
      (await fetch(`${entrance.url}${path}`, { headers: { authorization: `Bearer ${secret}` } }))
        .status,
    ).toBe(404);
    expect(member.sent).toEqual([]);
  });
});

describe('what is not sent on', () => {
  it('is a request that has come from a member already: the policy is moving', async () => {
    const member = await openMember();
    const { url } = await openEntrance(member.address);
    const answer = await fetch(`${url}/v1/policies/farm`, { headers: { 'hedgerow-hop': '1' } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ code: 'HR_OWNER_AWAY' });
    expect(member.sent).toEqual([]);
  });

  it('is a body that is too large, whether it says so or not', async () => {
    const member = await openMember();
    const { port } = await openEntrance(member.address);
    const large = 'x'.repeat(70_000);
    for (const framing of [
      `content-length: ${large.length}\r\n\r\n${large}`,
      `transfer-encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
    ]) {
      const connection = await openRawConnection(port);
      connection.send(
        `POST /v1/policies/farm/safe-mode HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${framing}`,
      );
      expect(await connection.closed()).toMatch(/^HTTP\/1.1 413 .*HR_BODY_TOO_LARGE/s);
    }
    expect(member.sent).toEqual([]);
  });

  it('is anything while nobody knows where the policy is', async () => {
    const placement = { find: () => Promise.reject(new Error('no database')) };
    const server = await createTestServer({ placement });
    closers.push(server.close);
    const answer = await server.app.inject('/v1/policies/farm');
    expect(answer.json()).toMatchObject({ status: 503, code: 'HR_JOURNAL_UNAVAILABLE' });
    expect((await server.app.inject('/livez')).statusCode).toBe(200);
  });

  it.each([
    ['a decision', 'POST', 'decisions', 'application/json', 1],
    ['a body that nobody reads', 'POST', 'decisions/batch', 'application/json', 2_000_000],
    ['a file of rewards', 'POST', 'rewards', 'text/csv', 1_000_000],
    ['an export', 'GET', 'export', null, 0],
    ['a stream', 'GET', 'events', null, 0],
  ])('is refused in time if nobody says it: %s', async (_name, method, path, type, bytes) => {
    const { promise: never } = Promise.withResolvers<never>();
    const server = await createTestServer({
      placement: { find: () => never },
      options: { answerMsMax: 50 },
    });
    closers.push(server.close);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/v1/policies/farm/${path}`, {
      method,
      ...(type !== null && { body: 'x'.repeat(bytes), headers: { 'content-type': type } }),
    });
    expect(await answer.json()).toMatchObject({ status: 503, code: 'HR_JOURNAL_UNAVAILABLE' });
  });
});

describe('a policy that has moved', () => {
  const MOVED: Answer = (response) => {
    response.setHeader('hedgerow-moved', '1');
    response.statusCode = 503;
    response.end('moved');
  };
  const CALLS = [
    ['a short call', '/v1/policies/farm/decisions'],
    ['another', '/v1/policies/farm/safe-mode'],
  ] as const;
  const post = (url: string) =>
    fetch(url, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });

  it.each(CALLS)('is followed once with %s, as nothing was done', async (_name, path) => {
    const [before, now] = [await openMember(MOVED), await openMember()];
    const entrance = await openEntrance([before.address, now.address]);
    expect(await (await post(`${entrance.url}${path}`)).text()).toBe('fine');
    expect(now.sent.map(({ body }) => body)).toEqual(['{"a":1}']);
    // From now on it goes there at once.
    await (await post(`${entrance.url}${path}`)).text();
    expect([before.sent.length, now.sent.length]).toEqual([1, 2]);
    expect(entrance.outcomes).toEqual(['moved', 'answered', 'answered']);
  });

  it.each(CALLS)('is not followed any further with %s', async (_name, path) => {
    const members = [await openMember(MOVED), await openMember(MOVED), await openMember()];
    const entrance = await openEntrance(members.map(({ address }) => address));
    const answer = await post(`${entrance.url}${path}`);
    expect([answer.status, answer.headers.get('hedgerow-moved')]).toEqual([503, null]);
    expect(members.map(({ sent }) => sent.length)).toEqual([1, 1, 0]);
  });

  it.each(CALLS)('is followed with %s from where nobody listens any more', async (_name, path) => {
    const [gone, now] = [await openOtherMember(FINE), await openMember()];
    await gone.close();
    const entrance = await openEntrance([gone.address, now.address]);
    expect(await (await post(`${entrance.url}${path}`)).text()).toBe('fine');
    expect(now.sent.map(({ body }) => body)).toEqual(['{"a":1}']);
    expect(entrance.outcomes).toEqual(['away', 'answered']);
  });

  it.each([
    ['said so', MOVED],
    ['listens no more', null],
  ])('is answered here if it came here, once its member %s', async (_name, answer) => {
    const before = await openOtherMember(answer ?? FINE);
    if (answer === null) await before.close();
    else closers.push(before.close);
    let isFree = false;
    // What nobody holds is still thought to be the other's share.
    const find: PolicyFinder['find'] = async (_policy, { isForwarded } = {}) => {
      if (isFree && isForwarded) return { kind: 'here' };
      isFree = true;
      return { kind: 'elsewhere', address: before.address };
    };
    const server = await createTestServer({ placement: { find } });
    closers.push(server.close);
    const url = '/v1/policies/farm/decisions';
    const headers = { 'idempotency-key': 'one', 'hedgerow-holder': 'tell' };
    const made = await server.app.inject({ method: 'POST', url, body: FIRST, headers });
    expect([made.statusCode, made.json().id]).toEqual([200, 'farm.1.1']);
    expect(made.headers['hedgerow-holder']).toBe(made.headers['hedgerow-member']);
  });

  it('is said by whoever has it no more, and only to members', async () => {
    const { url } = await openEntrance((await openMember()).address);
    const answer = await fetch(`${url}/v1/policies/farm`, { headers: { 'hedgerow-hop': '1' } });
    expect(answer.headers.get('hedgerow-moved')).toBe('1');
  });
});

describe('who holds the policy', () => {
  const TELL = { 'hedgerow-holder': 'tell' };
  const toldBy = ({ headers }: Response) => [
    headers.get('hedgerow-member'),
    headers.get('hedgerow-holder'),
  ];
  const NAME = expect.stringMatching(/^[\w-]{12}$/);

  it('is told by the other member, beside who was asked; and only to those who ask', async () => {
    const other = await openMember((response) => {
      response.setHeader('hedgerow-holder', 'other').end('fine');
    });
    const { url } = await openEntrance(other.address);
    for (const path of ['decisions', 'safe-mode']) {
      const init = { method: 'POST', body: '{}' };
      const headers = { 'content-type': 'application/json', ...TELL };
      const answer = await fetch(`${url}/v1/policies/farm/${path}`, { ...init, headers });
      expect(toldBy(answer)).toEqual([NAME, 'other']);
    }
    expect(other.sent.map(({ headers }) => headers['hedgerow-holder'])).toEqual(['tell', 'tell']);
    const unasked = await openEntrance((await openMember()).address);
    expect(toldBy(await fetch(`${unasked.url}/v1/policies/farm`))).toEqual([null, null]);
  });

  it('is the one that was asked, if the policy is here; streams tell it too', async () => {
    const placement = { find: async () => ({ kind: 'here' as const }), holds: () => true };
    const server = await createTestServer({ placement });
    closers.push(server.close);
    const decisions = '/v1/policies/farm/decisions';
    const made = await server.app.inject({
      method: 'POST',
      url: decisions,
      body: FIRST,
      headers: TELL,
    });
    const name = made.headers['hedgerow-holder'];
    expect([made.statusCode, name, made.headers['hedgerow-member']]).toEqual([200, NAME, name]);
    const sentOn = await server.app.inject({
      url: '/v1/policies/farm',
      headers: { ...TELL, 'hedgerow-hop': '1' },
    });
    expect(sentOn.headers).toMatchObject({ 'hedgerow-holder': name });
    expect(sentOn.headers['hedgerow-member']).toBeUndefined();
    const all = await server.app.inject({ url: '/v1/policies', headers: TELL });
    expect(all.headers).toMatchObject({ 'hedgerow-member': name });
    expect(all.headers['hedgerow-holder']).toBeUndefined();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/v1/policies/farm/events`;
    const stream = await fetch(url, { headers: TELL });
    expect(toldBy(stream)).toEqual([name, name]);
    await stream.body?.cancel();
  });

  it('is not told to those who may not touch it', async () => {
    const entrance = await openEntrance((await openMember()).address);
    const secret = await entrance.addKey({ policies: ['other'] });
    for (const key of ['hk_wrong', secret]) {
      const headers = { ...TELL, authorization: `Bearer ${key}` };
      const answer = await fetch(`${entrance.url}/v1/policies/farm`, { headers });
      expect([answer.ok, ...toldBy(answer)]).toEqual([false, null, null]);
    }
  });
});

describe('the members', () => {
  it('are listed by whoever is asked; there are none where one process has the journal', async () => {
    const other = { address: 'http://10.0.0.2:8080', isAsked: false, isLeaving: false };
    const all = [{ ...other, policies: 17, leaseEndsIn: 2.5 }];
    const find = async () => ({ kind: 'here' as const });
    for (const members of [all, null]) {
      const placement = members && { find, members: async () => members };
      const server = await createTestServer(placement ? { placement } : {});
      closers.push(server.close);
      expect((await server.app.inject('/v1/members')).json()).toEqual(members ?? []);
    }
  });
});

describe('an address at which no member answers', () => {
  it.each(['decisions', 'safe-mode'])(
    'is doubted, and nothing that is said there is the answer to %s',
    async (path) => {
      const stranger = await openMember((response) => {
        response.removeHeader('hedgerow-hop');
        response.end('{"action":"buy"}');
      });
      const doubted: string[] = [];
      const find: PolicyFinder['find'] = async () => ({
        kind: 'elsewhere',
        address: stranger.address,
      });
      const doubt = (address: string) => void doubted.push(address);
      const server = await createTestServer({ placement: { find, doubt } });
      closers.push(server.close);
      const url = `/v1/policies/farm/${path}`;
      const answer = await server.app.inject({ method: 'POST', url, body: FIRST });
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'HR_OWNER_AWAY']);
      expect(doubted).toEqual([stranger.address]);
      expect(stranger.sent).toHaveLength(1);
    },
  );

  it('is trusted when one does: at its own address only this one, and at another only another', async () => {
    const member = await createTestServer({ ownName: 'me' });
    closers.push(member.close);
    const address = await member.app.listen({ port: 0, host: '127.0.0.1' });
    const gone = await openOtherMember(FINE);
    await gone.close();
    const asked = async (ownName: string, isOwn: boolean) => {
      const trusted: string[] = [];
      let renewed = () => {};
      const watch: PolicyFinder['watch'] = (listener) => {
        renewed = () => listener(new Set());
      };
      const trust = (one: string) => void trusted.push(one);
      const doubted = () => [gone.address, address].map((one) => ({ address: one, isOwn }));
      askTheDoubted({ watch, trust, doubted }, ownName);
      renewed();
      await Promise.all([gone.address, address].map((one) => whoAnswersAt(one, ownName)));
      // Whoever was asked before has been answered before.
      await new Promise((resolve) => setImmediate(resolve));
      return trusted;
    };
    expect(await asked('me', true)).toEqual([address]);
    expect(await asked('other', false)).toEqual([address]);
    expect(await asked('other', true)).toEqual([]);
    expect(await asked('me', false)).toEqual([]);
  });

  it('is trusted as the own one when a member sends something on to it', async () => {
    const trusted: string[] = [];
    const doubted = () =>
      ['own', 'other'].map((address) => ({ address, isOwn: address === 'own' }));
    const find: PolicyFinder['find'] = async () => ({ kind: 'here' });
    const trust = (address: string) => void trusted.push(address);
    const { app, close } = await createTestServer({ placement: { find, doubted, trust } });
    closers.push(close);
    const url = '/v1/policies/farm';
    await app.inject({ url });
    expect(trusted).toEqual([]);
    await app.inject({ url, headers: { 'hedgerow-hop': '1' } });
    expect(trusted).toEqual(['own']);
  });
});

describe('a replica of another database that listens where a member was', () => {
  it.each(['decisions', 'safe-mode'])(
    'does nothing, and asks nobody for a key, where it is sent %s',
    async (path) => {
      const isSelf = (name: string) => name === 'stranger';
      const here = async () => ({ kind: 'here' as const });
      const stranger = await createTestServer({ placement: { find: here, isSelf } });
      closers.push(stranger.close);
      const address = await stranger.app.listen({ port: 0, host: '127.0.0.1' });
      await stranger.addKey();
      let isOver = false;
      const find: PolicyFinder['find'] = async () => {
        if (isOver) return { kind: 'here' };
        isOver = true;
        return { kind: 'elsewhere', address, member: 'gone' };
      };
      const server = await createTestServer({ placement: { find } });
      closers.push(server.close);
      await server.service.decide('farm', FIRST, { scope: 'local', text: null });
      const url = `/v1/policies/farm/${path}`;
      const payload = path === 'decisions' ? FIRST : { on: true };
      const answer = await server.app.inject({ method: 'POST', url, payload });
      expect([answer.statusCode, isOver]).toEqual([200, true]);
      expect(await stranger.stateHash()).toBe('');
    },
  );

  it.each(['decisions', 'safe-mode'])(
    'would see in whatever is sent to it for whom it is: %s',
    async (path) => {
      const other = await openMember();
      const find: PolicyFinder['find'] = async () => ({
        kind: 'elsewhere',
        address: other.address,
        member: 'meant',
      });
      const server = await createTestServer({ placement: { find } });
      closers.push(server.close);
      const url = `/v1/policies/farm/${path}`;
      // The second is known by now.
      for (let k = 0; k < 2; k++) await server.app.inject({ method: 'POST', url, body: FIRST });
      expect(other.sent.map(({ headers }) => headers['hedgerow-hop'])).toEqual(['meant', 'meant']);
    },
  );

  it('does not answer when it is asked about many policies either', async () => {
    const isSelf = (name: string) => name === 'stranger';
    const here = async () => ({ kind: 'here' as const });
    const stranger = await createTestServer({ placement: { find: here, isSelf } });
    closers.push(stranger.close);
    const address = await stranger.app.listen({ port: 0, host: '127.0.0.1' });
    const ask = (member: string) => fetchAs(address, member);
    expect((await ask('stranger')).status).toBe(200);
    expect((await ask('gone')).status).toBe(503);
    expect((await fetch(`${address}/livez`, { headers: { 'hedgerow-hop': 'gone' } })).status).toBe(
      200,
    );
  });

  const fetchAs = (address: string, member: string) =>
    fetch(`${address}/v1/policies`, { headers: { 'hedgerow-hop': member } });
});

describe('a member that says to be where this one is', () => {
  it('is not reached, and whoever asks is told why', async () => {
    const place = { kind: 'elsewhere', address: 'http://127.0.0.1:1', isNamesake: true } as const;
    const { app, close } = await createTestServer({ placement: { find: async () => place } });
    closers.push(close);
    const headers = { 'hedgerow-hop': '1' };
    const answer = await app.inject({ url: '/v1/policies/farm', headers });
    expect(answer.headers['hedgerow-moved']).toBe('1');
    expect(answer.json()).toMatchObject({ status: 503, code: 'HR_OWNER_AWAY' });
    expect(answer.json().detail).toContain('give each its own memberAddress');
    expect(answer.json().detail).not.toContain('127.0.0.1');
  });
});

describe('a member that fails', () => {
  it('is given up when it is silent, and nothing is sent again', async () => {
    const member = await openMember(() => {});
    const { url, outcomes } = await openEntrance(member.address, { forwardSilenceMs: 50 });
    const answer = await fetch(`${url}/v1/policies/farm/decisions`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ code: 'HR_OWNER_AWAY' });
    expect(member.sent).toHaveLength(1);
    expect(outcomes).toEqual(['away']);
  });

  it('is away when nothing listens, and when it hangs up', async () => {
    const gone = await openOtherMember(FINE);
    await gone.close();
    const rude = await openMember((response) => response.destroy());
    for (const { address } of [gone, rude]) {
      const { url } = await openEntrance(address);
      const answer = await fetch(`${url}/v1/policies/farm`);
      expect(await answer.json()).toMatchObject({ status: 503, code: 'HR_OWNER_AWAY' });
    }
    expect(rude.sent).toHaveLength(1);
  });

  it('breaks the answer off where it breaks off, whether it hangs up or falls silent', async () => {
    for (const isSilent of [false, true]) {
      const member = await openMember((response) => {
        response.writeHead(200);
        response.write('half');
        if (!isSilent) setTimeout(() => response.destroy(), 20);
      });
      const { url } = await openEntrance(member.address, { forwardSilenceMs: 50 });
      const answer = await fetch(`${url}/v1/policies/farm`);
      await expect(answer.text()).rejects.toThrow();
    }
  });

  it('does not keep what a caller left behind', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const member = await openMember((response) => {
      response.on('close', resolve);
      reach();
    });
    const { port } = await openEntrance(member.address, { forwardSilenceMs: 60_000 });
    const connection = await openRawConnection(port);
    connection.send('GET /v1/policies/farm HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await reached;
    connection.socket.destroy();
    await hungUp;
  });
});

describe('streams', () => {
  const STREAM = { 'content-type': 'text/event-stream' };

  async function watch(url: string, policy = 'farm'): Promise<IncomingMessage> {
    const [answer] = (await once(http.get(`${url}/v1/policies/${policy}/events`), 'response')) as [
      IncomingMessage,
    ];
    return answer;
  }

  it('of a policy that is here end when it has moved, and no other', async () => {
    const held = new Set(['farm', 'field']);
    const placement = {
      find: async () => ({ kind: 'here' as const }),
      holds: (policy: string) => held.has(policy),
    };
    const server = await createTestServer({ placement, options: { heartbeatMs: 20 } });
    closers.push(server.close);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const decide = (policy: string) =>
      server.app.inject({ method: 'POST', url: `/v1/policies/${policy}/decisions`, body: FIRST });
    await decide('farm');
    await decide('field');
    const url = `http://127.0.0.1:${port}`;
    const [gone, kept] = [await watch(url), await watch(url, 'field')];
    held.delete('farm');
    await once(gone.resume(), 'end');
    let told = '';
    kept.on('data', (piece) => {
      told += piece;
    });
    await decide('field');
    await expect.poll(() => told.split('event: news').length).toBe(3);
    kept.destroy();
  });

  it('come as they are made, are bounded, and end when the server closes', async () => {
    const open: ServerResponse[] = [];
    const member = await openMember((response) => {
      open.push(response.writeHead(200, STREAM));
      response.write('first');
    });
    const entrance = await openEntrance(member.address, {
      eventStreamLimit: 2,
      forwardSilenceMs: 50,
    });
    const watchers = [await watch(entrance.url), await watch(entrance.url)];
    for (const watcher of watchers) expect(`${(await once(watcher, 'data'))[0]}`).toBe('first');
    expect((await watch(entrance.url)).statusCode).toBe(503);
    // Silence is no failure of a stream.
    await new Promise((resolve) => setTimeout(resolve, 80));
    open[0]!.write('second');
    expect(`${(await once(watchers[0]!, 'data'))[0]}`).toBe('second');
    const ends = watchers.map((watcher) => once(watcher.resume(), 'end'));
    await entrance.app.close();
    await Promise.all(ends);
  });

  it('of rewards go on while they come', async () => {
    const member = await openMember((response) => response.end('answers'));
    const answerMsMax = 100;
    const { url } = await openEntrance(member.address, { answerMsMax });
    const upload = http.request(`${url}/v1/policies/farm/rewards`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
    });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    const line = `farm.1.1,${'9'.repeat(100)}\n`.repeat(2000);
    for (let k = 0; k < 10; k++) upload.write(line);
    // Who is still sending is not waiting.
    setTimeout(() => upload.end(), 2 * answerMsMax);
    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    expect(member.sent[0]!.body).toBe(line.repeat(10));
    answer.resume();
  });

  it('of rewards that are too long are not cut to a size that is not', async () => {
    const holder = await createTestServer();
    closers.push(holder.close);
    await holder.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = holder.app.server.address() as AddressInfo;
    await holder.service.decide('farm', FIRST, { scope: 'x', text: null });
    const entrance = await openEntrance(`http://127.0.0.1:${port}`);
    const upload = http.request(`${entrance.url}/v1/policies/farm/rewards`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'transfer-encoding': 'chunked' },
    });
    const [beginning, half] = ['decision,value\nx', '\nfarm.1.1,6'];
    const filling = 'x'.repeat(BULK_BODY_BYTES - beginning.length - half.length);
    upload.end(`${beginning}${filling}${half}.5\n`);
    const [answer] = (await once(upload, 'response')) as [IncomingMessage];
    const lines = (await answer.toArray()).join('').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { line: 2, outcome: 'refused' },
      { line: 3, code: 'HR_BODY_TOO_LARGE' },
    ]);
    expect(await holder.service.decision('farm.1.1')).toMatchObject({ state: 'issued' });
  });
});

describe('the list of policies for a key of one site', () => {
  it('has those of other members, as they tell them, or is refused', async () => {
    const holder = await createTestServer();
    const key = { scopes: ['read', 'site:north'] as const };
    const secret = await holder.addKey({ scopes: [...key.scopes] });
    for (const name of ['apple', 'farm', 'pear']) {
      await holder.service.decide(name, { ...FIRST, site: 'north' }, { scope: 'x', text: null });
    }
    await holder.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = holder.app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const find: PolicyFinder['find'] = async (policy) =>
      policy === 'farm' ? { kind: 'here' } : { kind: 'elsewhere', address };
    const journal = new MemoryJournal({ disk: holder.journal.disk });
    Object.defineProperty(journal, 'placement', { value: { find } });
    const entrance = await createTestServer({ journal, placement: { find } });
    closers.push(entrance.close);
    const list = (app: TestServer['app'], headers = {}) =>
      app.inject({
        url: '/v1/policies',
        headers: { authorization: `Bearer ${secret}`, host: 'localhost', ...headers },
      });
    const whole = (await list(holder.app)).json();
    expect(whole.map(({ id }: { id: string }) => id)).toEqual(['apple', 'farm', 'pear']);
    expect((await list(entrance.app)).json()).toEqual(whole);
    expect((await list(entrance.app, { 'hedgerow-hop': '1' })).json()).toEqual([whole[1]]);
    const long = { 'x-long': 'x'.repeat(16_300) };
    expect((await list(entrance.app, long)).json()).toMatchObject({ code: 'HR_HEAD_TOO_LARGE' });
    await holder.close();
    expect((await list(entrance.app)).json()).toMatchObject({ code: 'HR_OWNER_AWAY' });
  });
});
