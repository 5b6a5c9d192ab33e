/**
 * The reference at /docs: whole, without network and script, and with every link leading somewhere.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { fieldsTable, proseHtml, schemaWords } from './schema-words.ts';

let server: TestServer;
let page: string;
beforeAll(async () => {
  server = await createTestServer();
  page = (await server.app.inject('/docs')).body;
});
afterAll(() => server.close());

describe('/docs', () => {
  it('has every call, every shape and every description of the OpenAPI document', async () => {
    const { paths, components } = (await server.app.inject('/openapi.json')).json();
    for (const [path, methods] of Object.entries(paths as Record<string, object>)) {
      expect(page).toContain(`<code>${path}</code>`);
      for (const { operationId } of Object.values(methods)) {
        expect(page).toContain(`<details id="${operationId}">`);
      }
    }
    for (const [name, schema] of Object.entries(components.schemas as Record<string, object>)) {
      expect(page).toContain(`<section id="${name}">`);
      const { properties = {} } = schema as {
        properties?: Record<string, { description?: string }>;
      };
      for (const { description = '' } of Object.values(properties)) {
        expect(page).toContain(proseHtml(description));
      }
    }
  });

  it('needs neither script nor network, and breaks no rule of the page', async () => {
    expect(page).not.toMatch(/<script|style=|https?:\/\//);
    const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const address of new Set(addresses)) {
      if (address.startsWith('#')) expect(ids, address).toContain(address.slice(1));
      else expect((await server.app.inject(address)).statusCode, address).toBe(200);
    }
    expect((await server.app.inject('/docs/')).body).toBe(page);
    const answer = await server.app.inject('/docs');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('schemaWords', () => {
  it.each([
    [{ type: 'array', items: { type: 'number' } }, 'list of number'],
    [{ type: 'integer', minimum: 1 }, 'whole number, at least 1'],
    [{ type: 'integer', minimum: 1, maximum: 5 }, 'whole number from 1 to 5'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text or null'],
    [{ enum: ['a', 'b'] }, '<code>&quot;a&quot;</code> or <code>&quot;b&quot;</code>'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'object of true or false'],
  ])('says %j', (schema, words) => {
    expect(schemaWords(schema)).toBe(words);
  });

  it('lets no name or description become markup', () => {
    const table = fieldsTable({ properties: { '<b>': { type: 'string', description: '<i>' } } });
    expect(table).not.toMatch(/<b>|<i>/);
  });
});
