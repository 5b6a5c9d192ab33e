/**
 * Requests by chance, made of the OpenAPI document: for every operation its path, query and body.
 */
import fc from 'fast-check';
import { brokenRequest } from './break-request.ts';
import { FARM, RAINY } from './example-policy.ts';
import { type JsonSchema, schemaArbitrary } from './schema-arbitrary.ts';

/** The example with one action more: a definition that only adds. */
const LARGER_FARM = { ...FARM, actions: [...FARM.actions, 'late comer'] };

export interface FuzzRequest {
  readonly operationId: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  /** Empty for requests without a body. */
  readonly payload: string;
  /** Whether it must be refused. */
  readonly isBroken: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json'?: { readonly schema: JsonSchema } };
  };
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** Names that the example policy knows, so that some requests make sense. */
const NAMES = ['bold', 'usual', 'rain', 'soil', 'clay', 'sand', 'p10', 'p90', 'kind'];
const POLICIES = ['farm', 'field', 'garden', 'hk_x', 'toString'];
/** In the register, more often than not. */
const SUBJECT = 'Nord/40 %';
/** Its good answer does not end. */
const ENDLESS = 'watchPolicy';
/** Answers every line by itself, whatever the line says. */
const LINES = 'sendRewards';

/** Returns requests of all kinds; about a third of them broken. */
export function fuzzRequests(document: OpenApiDocument): fc.Arbitrary<FuzzRequest> {
  const kinds = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== ENDLESS)
      .map(([method, operation]) => ({
        // What changes something is asked for more often than what only looks.
        weight: method === 'get' ? 1 : 4,
        arbitrary: requestsFor({ path, method, operation, document }),
      })),
  );
  const whole = fc.oneof(...kinds);
  const breakable = whole.filter(({ operationId }) => operationId !== LINES);
  return fc.oneof({ weight: 2, arbitrary: whole }, breakable.chain(brokenRequest));
}

interface RequestsForInput {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly document: OpenApiDocument;
}

function requestsFor({ path, method, operation, document }: RequestsForInput) {
  const { operationId, parameters = [] } = operation;
  const make = (schema: JsonSchema) =>
    schemaArbitrary(schema, { schemas: document.components.schemas, names: NAMES });
  const query = Object.fromEntries(
    parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, make(schema)]),
  );
  const schema = operation.requestBody?.content['application/json']?.schema;
  return fc
    .record({
      id: idArbitrary(path),
      query: fc.record(query, { requiredKeys: [], noNullPrototype: true }),
      body: operationId === LINES ? lineArbitrary() : bodyOf(operationId, schema, make),
      key: fc.option(fc.integer({ min: 0, max: 50 }), { freq: 3 }),
    })
    .map(
      ({ id, query: given, body, key }): FuzzRequest => ({
        operationId,
        method: method.toUpperCase(),
        url: addressOf(path, id) + queryText(given),
        headers: key === null ? {} : { 'idempotency-key': `key-${key}` },
        contentType: operationId === LINES ? 'application/jsonl' : 'application/json',
        payload: body === undefined ? '' : textOf(operationId, body),
        isBroken: false,
      }),
    );
}

type Make = (schema: JsonSchema) => fc.Arbitrary<unknown>;

function bodyOf(operationId: string, schema: JsonSchema | undefined, make: Make) {
  return schema === undefined ? fc.constant(undefined) : bodyArbitrary(operationId, make(schema));
}

function lineArbitrary(): fc.Arbitrary<unknown> {
  const known = fc.record({ decision: fc.constantFrom('farm.1.1', 'farm.1.2'), value: fc.nat(9) });
  return fc.array(fc.oneof(known, fc.jsonValue({ maxDepth: 2 })), { maxLength: 5 });
}

function textOf(operationId: string, body: unknown): string {
  if (operationId !== LINES) return JSON.stringify(body);
  return (body as unknown[]).map((line) => `${JSON.stringify(line)}\n`).join('');
}

function addressOf(path: string, id: string): string {
  return path
    .replace('{id}', encodeURIComponent(id))
    .replace('{group}', '2027')
    .replace('{name}', encodeURIComponent(SUBJECT));
}

function idArbitrary(path: string): fc.Arbitrary<string> {
  const policy = fc.constantFrom(...POLICIES);
  if (!path.includes('/decisions/{id}')) {
    return fc.oneof({ weight: 9, arbitrary: policy }, fc.string({ minLength: 1 }));
  }
  const decision = fc
    .tuple(policy, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 20 }))
    .map((parts) => parts.join('.'));
  return fc.oneof({ weight: 9, arbitrary: decision }, fc.string({ minLength: 1 }));
}

/** By the schema alone hardly any definition makes sense; so some bodies are known to be good. */
function bodyArbitrary(operationId: string, random: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  // Another definition starts a new generation, and ids of the old one are worth less then.
  const shortfall = fc.oneof(
    { weight: 40, arbitrary: fc.constant(0.2) },
    fc.constantFrom(0.1, 0.3),
  );
  const good: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    decide: shortfall.map((allowedShortfall) => ({
      ...RAINY,
      policy: { ...FARM, allowedShortfall },
    })),
    preview: fc.constantFrom(RAINY, { ...RAINY, subject: SUBJECT }),
    decideMany: fc.constant({ decisions: [RAINY, { context: {} }] }),
    planGroup: fc.boolean().map((commit) => ({
      group: '2027',
      situations: [RAINY, { context: { rain: 90 }, subject: SUBJECT }],
      commit,
    })),
    putSubjects: fc.constantFrom(
      { subjects: [{ name: SUBJECT, context: { soil: 'clay' }, size: 3 }] },
      { subjects: [] },
    ),
    putSubject: fc.constant({ subject: { context: { soil: 'sand' }, baseline: 'usual' } }),
    // Restored again by chance; another definition is refused until then.
    removePolicy: fc.constant({ reason: 'by chance' }),
    reward: fc.constantFrom({ value: 5 }, { value: 7, context: { rain: 90, soil: 'clay' } }),
    corrections: fc.constant({ value: 6, reason: 'by chance' }),
    definePolicy: fc.oneof(
      shortfall.map((allowedShortfall) => ({
        definition: { ...FARM, allowedShortfall },
        reason: 'by chance',
      })),
      fc.constant({ definition: LARGER_FARM }),
    ),
    previewDefinition: fc.constantFrom({ definition: FARM }, { definition: LARGER_FARM }),
  };
  const known = good[operationId];
  return known === undefined ? random : fc.oneof(known, random);
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
