/**
 * One model on every surface: what the library says of a field, a service says in previews, plans,
 * decisions, their pages and exports, before and after harvests and after it was started anew.
 */
import { type ActionBounds, createPolicy, type Policy, type Receipt } from '@hedgerow/core';
import { farmDefinition, readMixedModel } from '@hedgerow/farm';
import model from '@hedgerow/farm/models/maize-g2f.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../../service/src/api/testing/test-server.ts';
import { MemoryJournal } from '../../../service/src/journal/testing/memory-journal.ts';

const FIELDS = ['North', 'South', 'East'];
const WEATHER = { temperature: 21, radiation: 20, rain: 3.4, clay: 24 };
const DEFINITION = {
  ...farmDefinition(readMixedModel('maize-g2f.json', model), {
    fields: FIELDS.map((name) => ({ name, region: 'IA', hectares: 20 })),
    hybrids: ['B73/MO17', 'PHW52/PHN82', 'F42/OH43'],
    usual: 'B73/MO17',
  }),
  seed: 5,
};

const contextOf = (field: string) => ({ ...WEATHER, region: 'IA', field });

async function ask(server: TestServer, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
  const headers = { authorization: `Bearer ${await server.addKey()}` };
  const reply = await server.app.inject({
    method,
    url: `/v1/${url}`,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply;
}

function expectSame(found: readonly ActionBounds[], policy: Policy, field: string): void {
  const { bounds } = policy.preview(contextOf(field), { size: 20 });
  expect(found.map(({ action }) => action)).toEqual(bounds.map(({ action }) => action));
  found.forEach(({ predicted, outlook }, i) => {
    const same = bounds[i]!;
    const pairs: [number, number][] = [
      [predicted, same.predicted],
      [outlook!.low, same.outlook!.low],
      [outlook!.high, same.outlook!.high],
      [outlook!.beside.predicted, same.outlook!.beside.predicted],
      [outlook!.beside.high, same.outlook!.beside.high],
      [outlook!.beside.chance, same.outlook!.beside.chance],
    ];
    for (const [one, other] of pairs) expect(Math.abs(one - other)).toBeLessThan(1e-9);
  });
}

test('the same posterior everywhere, before and after harvests, and after a restart', async () => {
  const journal = new MemoryJournal();
  let server = await createTestServer({ journal });
  const policy = createPolicy(DEFINITION);
  await ask(server, 'PUT', 'policies/farm', { definition: DEFINITION });
  for (const season of ['2027', '2028', '2029']) {
    const situations = FIELDS.map((field) => ({ context: contextOf(field), size: 20 }));
    for (const field of FIELDS) {
      const body = { context: contextOf(field), size: 20 };
      const preview = (await ask(server, 'POST', 'policies/farm/preview', body)).json<Receipt>();
      expectSame(preview.bounds, policy, field);
    }
    const asked = { group: season, situations };
    const shown = (await ask(server, 'POST', 'policies/farm/groups', asked)).json();
    const plan = (
      await ask(server, 'POST', 'policies/farm/groups', { ...asked, commit: true })
    ).json<{ receipts: Receipt[] }>();
    for (const [i, field] of FIELDS.entries()) {
      expectSame(shown.receipts[i].bounds, policy, field);
      expectSame(plan.receipts[i]!.bounds, policy, field);
      const { id } = plan.receipts[i]!;
      const { receipt } = (await ask(server, 'GET', `decisions/${id}`)).json();
      expectSame(receipt.bounds, policy, field);
    }
    const log = (await ask(server, 'GET', 'policies/farm/export?format=receipts')).body.trim();
    const lines = log.split('\n').map((line) => JSON.parse(line) as { receipt: Receipt });
    FIELDS.forEach((field, i) => {
      expectSame(lines.at(i - FIELDS.length)!.receipt.bounds, policy, field);
    });
    const own = policy.decideTogether(situations, { group: season });
    for (const [i, { id }] of plan.receipts.entries()) {
      const isTried = own.receipts[i]!.chosenBy === 'learner';
      const harvest = isTried ? { try: 9.5 + i, check: 8 } : { check: 8 };
      policy.observe(own.receipts[i]!.id, harvest);
      await ask(server, 'POST', `decisions/${id}/reward`, harvest);
    }
    await server.app.close();
    await server.service.close();
    server = await createTestServer({ journal });
  }
  const moved = policy.preview(contextOf('North'), { size: 20 }).bounds;
  const atFirst = createPolicy(DEFINITION).preview(contextOf('North'), { size: 20 }).bounds;
  expect(Math.abs(moved[1]!.predicted - atFirst[1]!.predicted)).toBeGreaterThan(0.05);
  await server.close();
});
