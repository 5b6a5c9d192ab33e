/**
 * The register of subjects over HTTP: it is kept, changed by one at a time, and fills in what requests
 * leave open; and it stays through restarts, generations, halts and archives.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDecisionService } from '../../decisions/create-decision-service.ts';
import { verifyJournal } from '../../decisions/verify/verify-journal.ts';
import type { Decided } from '../../journal/entry.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { PolicyDefinition, Subject, SubjectsView } from '../../wire.ts';
import { decisionReceipt, decisionView, preview } from '../schemas/decision-schemas.ts';
import { groupPlan } from '../schemas/group-schemas.ts';
import { subjectReply, subjectsView } from '../schemas/subject-schemas.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const FIELDS: PolicyDefinition = {
  actions: ['bold', 'usual', 'third'],
  baseline: { action: 'usual' },
  context: { rain: { min: 0, max: 400 }, soil: { categories: ['clay', 'sand'] } },
  reward: { min: 0, max: 10, unit: 't/ha' },
  size: { typical: 4, unit: 'ha' },
  split: {},
  allowedShortfall: 0.25,
  seed: 7,
};
const NORTH: Subject = {
  name: 'North 40',
  size: 16.2,
  site: 'oak',
  baseline: 'third',
  context: { soil: 'clay' },
  allowed: ['bold', 'third'],
  divisible: false,
  notes: { owner: 'Ada', plots: 3 },
};
const HOME: Subject = { name: 'Home', size: 2.5, context: { soil: 'sand', rain: 80 }, blocks: 3 };
const URL = '/v1/policies/farm/subjects';

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
  await server.service.define('farm', { definition: FIELDS });
});
afterEach(() => server.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function ask(method: Method, url: string, payload?: object, key?: string) {
  const answer = await server.app.inject({
    method,
    url,
    ...(payload !== undefined && { payload }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}

const put = (subjects: readonly Subject[], more: object = {}) =>
  ask('PUT', URL, { subjects, ...more });
const subjects = async () => (await ask('GET', URL)).body as SubjectsView;
const nameUrl = (name: string) => `${URL}/${encodeURIComponent(name)}`;

async function refused(call: ReturnType<typeof ask>, status: number, code: string) {
  const before = await server.stateHash();
  const { body } = await call;
  expect(body).toMatchObject({ status, code });
  expect(await server.stateHash()).toBe(before);
  return body as { readonly detail: string; readonly field?: string };
}

describe('the register', () => {
  it('is empty at first, and then what was put, in that order', async () => {
    expect(await subjects()).toEqual({ policy: 'farm', subjects: [], revision: 0 });
    const { body } = await put([NORTH, HOME]);
    expect(subjectsView.safeParse(body).success).toBe(true);
    expect(body).toEqual({ policy: 'farm', subjects: [NORTH, HOME], revision: 1 });
    expect(await subjects()).toEqual(body);
    await put([HOME], { reason: 'sold' });
    expect(await subjects()).toEqual({ policy: 'farm', subjects: [HOME], revision: 2 });
  });

  it('takes one subject in, changes it, and lets it go', async () => {
    await put([NORTH]);
    const { name, ...home } = HOME;
    const { body } = await ask('PUT', nameUrl(name), { subject: home });
    expect(subjectReply.safeParse(body).success).toBe(true);
    expect(body).toEqual({ policy: 'farm', name: 'Home', outcome: 'recorded', revision: 2 });
    await ask('PUT', nameUrl('North 40'), { subject: { size: 17 } });
    expect((await subjects()).subjects).toEqual([{ name: 'North 40', size: 17 }, HOME]);
    const gone = await ask('DELETE', nameUrl('North 40'));
    expect(gone.body).toMatchObject({ outcome: 'recorded', revision: 4 });
    expect((await ask('DELETE', nameUrl('North 40'))).body).toMatchObject({ outcome: 'repeated' });
    expect((await subjects()).subjects).toEqual([HOME]);
  });

  it('writes nothing down where nothing changes, in whatever order it is said', async () => {
    await put([NORTH, HOME]);
    const before = await server.stateHash();
    const { name, ...home } = HOME;
    const again = [HOME, Object.fromEntries(Object.entries(NORTH).reverse()) as unknown as Subject];
    expect((await put(again)).body).toMatchObject({ revision: 1 });
    const one = await ask('PUT', nameUrl(name), { subject: home });
    expect(one.body).toMatchObject({ outcome: 'repeated', revision: 1 });
    expect(await server.stateHash()).toBe(before);
  });

  it('lets nobody overwrite what he has not seen, but a repeated request finds its work', async () => {
    await put([NORTH]);
    const [first, second] = await Promise.all([
      put([NORTH, HOME], { revision: 1 }),
      put([NORTH, { name: 'Other' }], { revision: 1 }),
    ]);
    expect(first.status).toBe(200);
    expect(second.body).toMatchObject({ status: 409, code: 'HR_SUBJECTS_CHANGED' });
    expect(second.body.detail).toContain('revision 1, but');
    expect((await subjects()).subjects).toEqual([NORTH, HOME]);
    expect((await put([NORTH, HOME], { revision: 1 })).body).toMatchObject({ revision: 2 });
    const stale = ask('DELETE', nameUrl('Home'), { revision: 1 });
    await refused(stale, 409, 'HR_SUBJECTS_CHANGED');
    expect((await ask('DELETE', nameUrl('Home'), { revision: 2 })).status).toBe(200);
  });

  it.each([
    'a/b',
    'a b',
    '100 %',
    '%2F',
    'Gänseblümchenfeld № 3 🌽',
    '北の畑',
    '?x=1#y',
    "O'Hara; drop table subject",
    'constructor',
    '...',
    `${'/'.repeat(64)}`,
  ])('takes %j for a name', async (name) => {
    expect((await ask('PUT', nameUrl(name), { subject: { size: 3 } })).status).toBe(200);
    expect((await subjects()).subjects).toEqual([{ name, size: 3 }]);
    const decided = await ask('POST', '/v1/policies/farm/decisions', {
      context: { rain: 90, soil: 'clay' },
      subject: name,
    });
    expect(decided.body).toMatchObject({ subject: name, size: 3 });
    const url = `/v1/policies/farm/decisions?subject=${encodeURIComponent(name)}`;
    expect((await ask('GET', url)).body.decisions).toMatchObject([{ subject: name }]);
    expect((await ask('DELETE', nameUrl(name))).body).toMatchObject({ name, outcome: 'recorded' });
    expect((await subjects()).subjects).toEqual([]);
  });

  it('knows two spellings of the same letters as one name', async () => {
    await put([{ name: 'Mu\u0308hlfeld' }]);
    expect((await subjects()).subjects).toEqual([{ name: 'M\u00fchlfeld' }]);
    expect((await ask('DELETE', nameUrl('Mu\u0308hlfeld'))).body.outcome).toBe('recorded');
  });

  it.each([
    [[{ name: '' }], 'subjects[0].name'],
    [[{ name: ' Home' }], 'subjects[0].name'],
    [[{ name: '..' }], 'subjects[0].name'],
    [[{ name: 'x'.repeat(65) }], 'subjects[0].name'],
    [[{ name: 'Home', size: 0 }], 'subjects[0].size'],
    [[{ name: 'Home', blocks: 101 }], 'subjects[0].blocks'],
    [[{ name: 'Home', colour: 'red' }], 'subjects[0]'],
    [
      [{ name: 'Home', context: { rain: { kind: 'exact', value: 3 } } }],
      'subjects[0].context.rain',
    ],
    [[HOME, NORTH, HOME], 'subjects[2].name'],
    [[{ name: 'Home', baseline: 'unheard-of' }], 'baseline'],
    [[{ name: 'Home', allowed: ['bold', 'unheard-of'] }], 'allowed'],
    [[{ name: 'Home', context: { wind: 3 } }], 'context'],
    [[{ name: 'Home', context: { toString: 3 } }], 'context'],
    [[{ name: 'Home', context: { soil: 'peat' } }], 'context.soil'],
    [[{ name: 'Home', context: { rain: 'much' } }], 'context.rain'],
  ])('refuses %j because of %s', async (given, field) => {
    const { detail, field: where } = await refused(
      put(given as unknown as Subject[]),
      422,
      'HR_INVALID_INPUT',
    );
    expect(where).toBe(field);
    expect(detail.length).toBeGreaterThan(40);
  });

  it('has room for ten thousand, and says so', async () => {
    const many = Array.from({ length: 10_000 }, (_, k) => ({ name: `Field ${k}`, size: k + 1 }));
    expect((await put(many)).body.subjects).toHaveLength(10_000);
    const more = await refused(
      ask('PUT', nameUrl('One more'), { subject: {} }),
      422,
      'HR_INVALID_INPUT',
    );
    expect(more.detail).toContain('at most 10000 subjects, but it would have 10001');
    expect((await ask('PUT', nameUrl('Field 7'), { subject: {} })).status).toBe(200);
    const request = { context: { rain: 90, soil: 'clay' }, subject: 'Field 9999' };
    const decided = await ask('POST', '/v1/policies/farm/decisions', request);
    expect(decided.body).toMatchObject({ size: 10_000 });
    expect((await put([...many, { name: 'x' }])).status).toBe(422);
  });

  it('refuses a policy that does not exist', async () => {
    const url = '/v1/policies/unheard-of/subjects';
    for (const [method, address, payload] of [
      ['GET', url, undefined],
      ['PUT', url, { subjects: [] }],
      ['PUT', `${url}/Home`, { subject: {} }],
      ['DELETE', `${url}/Home`, undefined],
    ] as const) {
      await refused(ask(method, address, payload), 404, 'HR_POLICY_UNKNOWN');
    }
  });
});

describe('a decision about a subject', () => {
  beforeEach(async () => void (await put([NORTH, HOME])));
  const decideUrl = '/v1/policies/farm/decisions';
  const decide = (request: object, key?: string) => ask('POST', decideUrl, request, key);

  async function lastRequest(): Promise<Decided['request']> {
    const chain = server.journal.disk.chains.get('farm')!;
    return (readEntryText(chain.at(-1)!.text) as Decided).request;
  }

  it('takes from the register what it leaves open, and the journal keeps all of it', async () => {
    const { body } = await decide({ context: { rain: 90 }, subject: 'North 40' });
    expect(decisionReceipt.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({ subject: 'North 40', size: 16.2, site: 'oak' });
    expect(body.baseline.action).toBe('third');
    expect(await lastRequest()).toEqual({
      context: { soil: 'clay', rain: 90 },
      subject: 'North 40',
      size: 16.2,
      site: 'oak',
      baseline: { action: 'third' },
      allowed: ['bold', 'third'],
      divisible: false,
    });
  });

  it('goes by the request where both say something', async () => {
    const own = {
      context: { rain: 90, soil: 'sand' },
      size: 3,
      site: 'elm',
      baseline: { action: 'usual' },
      allowed: ['bold'],
      divisible: true,
    };
    const { body } = await decide({ ...own, subject: 'North 40' });
    expect(body).toMatchObject({ size: 3, site: 'elm' });
    expect(await lastRequest()).toEqual({ ...own, subject: 'North 40' });
  });

  it('is shown with it: in the listing, by its filter, in the export and by itself', async () => {
    await decide({ context: { rain: 90 }, subject: 'North 40' });
    await decide({ context: {}, subject: 'Home' });
    await decide({ context: { rain: 90, soil: 'clay' } });
    const listed = (await ask('GET', decideUrl)).body.decisions as { subject?: string }[];
    expect(listed.map(({ subject }) => subject)).toEqual([undefined, 'Home', 'North 40']);
    const found = await ask('GET', `${decideUrl}?subject=Home`);
    expect(found.body.decisions).toMatchObject([{ id: 'farm.1.2', subject: 'Home' }]);
    const one = await ask('GET', '/v1/decisions/farm.1.1');
    expect(decisionView.safeParse(one.body).success).toBe(true);
    expect(one.body).toMatchObject({ subject: 'North 40', receipt: { subject: 'North 40' } });
    const csv = await server.app.inject('/v1/policies/farm/export');
    expect(csv.body.split('\r\n')[0]).toContain(',site,subject,');
    expect(csv.body.split('\r\n')[1]).toContain(',oak,North 40,');
  });

  it('is previewed with it, alone and in a plan', async () => {
    const one = await ask('POST', '/v1/policies/farm/preview', { context: {}, subject: 'Home' });
    expect(preview.safeParse(one.body).success).toBe(true);
    expect(one.body).toMatchObject({ subject: 'Home', size: 2.5 });
    const situations = [
      { context: {}, subject: 'Home' },
      { context: { rain: 90 }, subject: 'North 40' },
      { context: { rain: 90, soil: 'clay' } },
    ];
    const group = { group: '2027', situations };
    const shown = await ask('POST', '/v1/policies/farm/groups', group);
    const issued = await ask('POST', '/v1/policies/farm/groups', { ...group, commit: true });
    for (const { body } of [shown, issued]) {
      expect(groupPlan.safeParse(body).success).toBe(true);
      const receipts = body.receipts as { subject?: string; size?: number }[];
      // Three blocks of the first, each with a third of its size.
      const told = receipts.map(({ subject, size }) => [subject, size]);
      const third = ['Home', 2.5 / 3];
      expect(told).toEqual([third, third, third, ['North 40', 16.2], [undefined, 1]]);
    }
    const listed = (await ask('GET', `${decideUrl}?subject=Home`)).body.decisions;
    expect(listed).toHaveLength(3);
  });

  it('bounds a plan also by blocks that come from the register', async () => {
    await put([{ ...HOME, blocks: 100 }]);
    const situations = Array.from({ length: 21 }, () => ({ context: {}, subject: 'Home' }));
    const plan = ask('POST', '/v1/policies/farm/groups', { group: 'g', situations, commit: true });
    const { detail } = await refused(plan, 422, 'HR_INVALID_INPUT');
    expect(detail).toContain('with the blocks of their subjects there are 2100');
  });

  it('is refused where the register has none of that name, and makes no policy', async () => {
    const unknown = await refused(
      decide({ context: {}, subject: 'South 3' }),
      404,
      'HR_SUBJECT_UNKNOWN',
    );
    expect(unknown).toMatchObject({ field: 'subject' });
    expect(unknown.detail).toContain('"South 3"');
    const situations = [
      { context: {}, subject: 'Home' },
      { context: {}, subject: 'South 3' },
    ];
    const plan = ask('POST', '/v1/policies/farm/groups', { group: 'g', situations });
    expect(await refused(plan, 404, 'HR_SUBJECT_UNKNOWN')).toMatchObject({
      field: 'situations[1].subject',
    });
    const inline = ask('POST', '/v1/policies/new/decisions', {
      policy: FIELDS,
      context: { rain: 90, soil: 'clay' },
      subject: 'Home',
    });
    await refused(inline, 404, 'HR_SUBJECT_UNKNOWN');
  });

  it('is answered again under its key although the register has changed since', async () => {
    const request = { context: { rain: 90 }, subject: 'North 40' };
    const first = await decide(request, 'once');
    await put([{ ...NORTH, size: 99 }]);
    expect((await decide(request, 'once')).text).toBe(first.text);
    await put([]);
    expect((await decide(request, 'once')).text).toBe(first.text);
    const plan = { group: 'g', situations: [{ context: {}, subject: 'Home' }], commit: true };
    await put([HOME]);
    const planned = await ask('POST', '/v1/policies/farm/groups', plan, 'plan');
    await put([]);
    const again = await ask('POST', '/v1/policies/farm/groups', plan, 'plan');
    expect(again.text).toBe(planned.text);
  });

  it('leaves sizes and blocks aside where the definition has none', async () => {
    const { size, split, ...plain } = FIELDS;
    const definition = { ...plain, baseline: { action: 'usual', reward: 'per-call' as const } };
    await server.service.define('plain', { definition });
    await ask('PUT', '/v1/policies/plain/subjects', {
      subjects: [HOME, { ...NORTH, divisible: true }],
    });
    const baseline = { reward: 6 };
    const situations = [
      { context: {}, subject: 'Home', baseline },
      { context: { rain: 90 }, subject: 'North 40', baseline },
    ];
    const plan = { group: 'g', situations, commit: true };
    const { body } = await ask('POST', '/v1/policies/plain/groups', plan);
    expect(body.receipts).toMatchObject([
      { subject: 'Home', baseline: { action: 'usual' } },
      { subject: 'North 40', baseline: { action: 'third' } },
    ]);
    expect(body.receipts[0]).not.toHaveProperty('size');
  });

  it('is filled in too while the policy only watches, or is halted', async () => {
    await ask('POST', '/v1/policies/farm/mode', { mode: 'shadow' });
    const shadow = await decide({ context: { rain: 90 }, subject: 'North 40' });
    expect(shadow.body).toMatchObject({ mode: 'shadow', size: 16.2, action: 'third' });
    const chain = server.journal.disk.chains.get('farm')!;
    chain[2] = { ...chain[2]!, text: chain[2]!.text.replace('shadow', 'shadew') };
    const service = createDecisionService({ journal: server.journal, clock: server.clock });
    const caller = { scope: 'local', text: null };
    const request = { context: { rain: 90 }, subject: 'North 40' };
    const { text } = await service.decide('farm', request, caller);
    expect(JSON.parse(text)).toMatchObject({
      reason: 'halted',
      action: 'third',
      subject: 'North 40',
      size: 16.2,
    });
    // The register itself is no matter of the books.
    expect((await service.putSubjects('farm', { subjects: [HOME] })).revision).toBe(2);
    expect((await service.subjects('farm')).subjects).toEqual([HOME]);
  });

  it('is the same after a restart, from a snapshot and from the entries alone', async () => {
    await decide({ context: { rain: 90 }, subject: 'North 40' });
    await put([HOME, { ...NORTH, site: 'elm' }]);
    await ask('DELETE', nameUrl('Home'));
    const before = await subjects();
    const atElm = await server.service.subjects('farm', 'elm');
    await server.service.close();
    const { journal, clock } = server;
    expect(journal.disk.snapshots.get('farm')).toHaveLength(1);
    expect((await verifyJournal(journal)).isWhole).toBe(true);
    for (const isWithSnapshot of [true, false]) {
      if (!isWithSnapshot) journal.disk.snapshots.clear();
      const service = createDecisionService({ journal, clock });
      expect(await service.subjects('farm')).toEqual(before);
      expect(await service.subjects('farm', 'elm')).toEqual(atElm);
      expect(await service.subjects('farm', 'oak')).toMatchObject({ subjects: [], revision: 2 });
      await service.close();
    }
  });

  it('keeps its register when a new generation begins', async () => {
    const definition = { ...FIELDS, allowedShortfall: 0.3 };
    await server.service.define('farm', { definition, reason: 'bolder' });
    expect((await subjects()).subjects).toEqual([NORTH, HOME]);
    const { body } = await decide({ context: {}, subject: 'Home' });
    expect(body).toMatchObject({ id: 'farm.2.1', subject: 'Home' });
  });
});
