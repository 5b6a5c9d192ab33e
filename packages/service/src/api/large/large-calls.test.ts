/**
 * Long requests pass through the thread that speaks HTTP unread.
 */
import { expect, it } from 'vitest';
import { LIST_BODY_BYTES } from '../http-options.ts';
import { createTestServer } from '../testing/test-server.ts';
import type { LargeCalls, LargeRequest } from './large-calls.ts';

const LONG_ROUTES = [
  ['PUT', '/v1/policies/farm', 'defineLarge'],
  ['POST', '/v1/policies/farm/definition/preview', 'previewDefinitionLarge'],
  ['POST', '/v1/policies/farm/groups', 'planGroupLarge'],
  ['POST', '/v1/policies/farm/decisions/batch', 'decideManyLarge'],
  ['PUT', '/v1/policies/farm/subjects', 'putSubjectsLarge'],
] as const;

it.each(LONG_ROUTES)(
  '%s %s hands its bytes on, and sends the bytes that come back',
  async (method, url, name) => {
    const heard: [string, LargeRequest][] = [];
    const large = {
      [name]: async (policy: string, request: LargeRequest) => {
        heard.push([policy, request]);
        return { body: Uint8Array.from(Buffer.from('{"as":"it  came – ✓"}')), isReplay: true };
      },
    } as unknown as LargeCalls;
    const { app, close } = await createTestServer({ large });
    const payload = Buffer.alloc(LIST_BODY_BYTES, '{');
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' };
    const answer = await app.inject({ method, url, headers, payload });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('{"as":"it  came – ✓"}');
    expect(answer.headers['idempotent-replayed']).toBe('true');
    const [[policy, request]] = heard as [[string, LargeRequest]];
    expect(policy).toBe('farm');
    expect(request).toMatchObject({ id: 'local', site: null, isReader: true, key: 'once' });
    expect(payload.equals(request.body)).toBe(true);
    await close();
  },
);
