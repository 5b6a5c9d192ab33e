/**
 * The OpenAPI document is valid, complete, and says what the routes do.
 */
import { CONTEXT_KINDS, FEATURE_MAP_KINDS, LIFT_KINDS } from '@hedgerow/core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../instruments/metrics.ts';
import { createTestServer, type TestServer } from './testing/test-server.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: unknown;
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Record<string, { readonly content: Record<string, unknown> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Record<string, unknown>> };
}

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await createTestServer({ metrics: createMetrics() });
  document = (await server.app.inject('/openapi.json')).json();
});
afterAll(() => server.close());

function operations(): Operation[] {
  return Object.values(document.paths).flatMap((path) => Object.values(path));
}

function kindsOf(name: string): unknown[] {
  const branches = document.components.schemas[name]!.oneOf as {
    properties: { kind: { const: string } };
  }[];
  return branches.map(({ properties }) => properties.kind.const);
}

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone({ ...document }));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('lists every route', () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual([
      'DELETE /v1/policies/{id}',
      'DELETE /v1/policies/{id}/subjects/{name}',
      'GET /livez',
      'GET /metrics',
      'GET /readyz',
      'GET /v1/decisions/{id}',
      'GET /v1/members',
      'GET /v1/policies',
      'GET /v1/policies/{id}',
      'GET /v1/policies/{id}/audit',
      'GET /v1/policies/{id}/corridor',
      'GET /v1/policies/{id}/decisions',
      'GET /v1/policies/{id}/definition',
      'GET /v1/policies/{id}/events',
      'GET /v1/policies/{id}/export',
      'GET /v1/policies/{id}/forecasts',
      'GET /v1/policies/{id}/sites',
      'GET /v1/policies/{id}/subjects',
      'GET /v1/policies/{id}/weights',
      'GET /v1/removed',
      'GET /v1/reports',
      'GET /v1/reports/{id}',
      'POST /v1/decisions/{id}/ack',
      'POST /v1/decisions/{id}/corrections',
      'POST /v1/decisions/{id}/reward',
      'POST /v1/decisions/{id}/void',
      'POST /v1/policies/{id}/decisions',
      'POST /v1/policies/{id}/decisions/batch',
      'POST /v1/policies/{id}/definition/preview',
      'POST /v1/policies/{id}/forget',
      'POST /v1/policies/{id}/groups',
      'POST /v1/policies/{id}/groups/{group}/close',
      'POST /v1/policies/{id}/mode',
      'POST /v1/policies/{id}/preview',
      'POST /v1/policies/{id}/restore',
      'POST /v1/policies/{id}/rewards',
      'POST /v1/policies/{id}/safe-mode',
      'PUT /v1/policies/{id}',
      'PUT /v1/policies/{id}/subjects',
      'PUT /v1/policies/{id}/subjects/{name}',
    ]);
  });

  it('knows every kind of distribution, feature map and lift of the core', () => {
    expect(kindsOf('ContextDescriptionInput').sort()).toEqual([...CONTEXT_KINDS].sort());
    expect(kindsOf('FeatureMapInput').sort()).toEqual([...FEATURE_MAP_KINDS].sort());
    expect(kindsOf('ContextLiftInput').sort()).toEqual([...LIFT_KINDS].sort());
  });

  it('gives every operation a name, a summary and problem answers', () => {
    expect(new Set(operations().map(({ operationId }) => operationId)).size).toBe(40);
    for (const { operationId, summary, responses, security } of operations()) {
      expect(summary, operationId).toMatch(/^[A-Z]/);
      if (security === undefined) continue;
      expect(Object.keys(responses), operationId).toEqual(
        expect.arrayContaining(['200', '401', '403', '422', '429', '500', '503']),
      );
      expect(Object.keys(responses['401']!.content)).toEqual(['application/problem+json']);
    }
  });

  it('tells which bodies may be left out', () => {
    const optional = operations().filter(({ requestBody }) => requestBody?.required === false);
    expect(optional.map(({ operationId }) => operationId).sort()).toEqual([
      'ack',
      'closeGroup',
      'removePolicy',
      'removeSubject',
      'restorePolicy',
      'setSafeMode',
      'void',
    ]);
  });

  it('has examples for what callers send', () => {
    for (const name of ['DecisionRequestInput', 'PolicyDefinitionInput', 'RewardRequestInput']) {
      expect(document.components.schemas[name]!.examples, name).toBeDefined();
    }
  });
});
