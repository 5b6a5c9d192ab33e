/**
 * The OpenAPI 3.1 document, made of the very schemas that validate.
 */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { describeProperties } from './describe-properties.ts';
import { schemaRegistry } from './schemas/schema-registry.ts';

const DESCRIPTION = `Safe decisions from forecasts: learns which action is best, and never ends up much worse than what you do today.

Two calls make the first decision: POST /v1/policies/{id}/decisions with the policy's definition inside, then POST /v1/decisions/{id}/reward.

Bodies are JSON in UTF-8, at most 12 levels deep. Unknown fields and numbers written as text are refused. Refusals are problem details (RFC 9457) with a stable code.

Where several replicas share a database, any of them can be asked, and sends on what is about a policy that another holds. A request with the header \`Hedgerow-Holder: tell\` is told who that is: its answer names the replica that was asked (\`Hedgerow-Member\`) and, if it is about one policy, the replica that holds it (\`Hedgerow-Holder\`). Names are drawn at random when a replica starts, and are no addresses: hear the name of each of your addresses from its answers, and ask the one whose name is the holder's first. A name that none of them gave is nowhere to send a key to. Without the request header, and from a service that has the journal to itself, neither comes.`;

/** Operations whose every field is optional may be called without a body. */
const BODY_OPTIONAL: ReadonlySet<string> = new Set([
  'ack',
  'void',
  'setSafeMode',
  'closeGroup',
  'removeSubject',
  'removePolicy',
  'restorePolicy',
]);

interface Operation {
  readonly operationId?: string;
  requestBody?: { required?: boolean; readonly content?: Readonly<Record<string, object>> };
}

/** Returns the options for the plugin that collects the routes. */
export function openApiOptions(version: string): FastifyDynamicSwaggerOptions {
  const addSchemas = createJsonSchemaTransformObject({ schemaRegistry });
  const toJsonSchema = createJsonSchemaTransform({ schemaRegistry });
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'hedgerow',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'decisions', description: 'Asking what to do.' },
        { name: 'outcomes', description: 'Telling what came of it.' },
        { name: 'policies', description: 'Defining, looking, switching.' },
        { name: 'reports', description: 'What has happened so far.' },
        { name: 'lab', description: 'Reports of experiments.' },
        { name: 'operations', description: 'For those who run the service.' },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key, hk_…. Not needed while no key exists; then only loopback may ask.',
          },
        },
      },
    },
    transform: (given) => {
      const { schema, url } = toJsonSchema(given);
      const access = given.route.config?.access;
      if (access?.kind !== 'key' || schema === undefined) return { schema, url };
      // What the guard asks for is what the document says.
      const scopes = access.scope === null ? [] : [access.scope];
      return { schema: { ...schema, security: [{ apiKey: scopes }] }, url };
    },
    transformObject: (given) => {
      const document = addSchemas(given);
      describeLines(document as Document);
      dropUnused(document as Document);
      relaxBodies(document as Document);
      describeProperties(document as unknown as Record<string, unknown>);
      return document;
    },
  };
}

/** The parts of the finished document that are put right here. */
interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Record<string, unknown> };
}

/** Bodies of lines are read as they come, and not by a schema of the route. */
function describeLines({ paths = {} }: Document): void {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const rewards = operations.find(({ operationId }) => operationId === 'sendRewards');
  if (rewards === undefined) return;
  rewards.requestBody = {
    required: true,
    content: {
      'application/jsonl': { schema: { $ref: '#/components/schemas/RewardLineInput' } },
      'text/csv': { schema: { type: 'string' } },
    },
  };
}

/** The plugin marks every body as required. */
function relaxBodies({ paths = {} }: Document): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    if (operation.requestBody && BODY_OPTIONAL.has(operation.operationId ?? '')) {
      operation.requestBody.required = false;
    }
  }
}

/** Every named schema comes twice, as it is sent and as it is received; most are used one way. */
function dropUnused(document: Document): void {
  const schemas = document.components?.schemas ?? {};
  let isUnusedFound = true;
  while (isUnusedFound) {
    const text = JSON.stringify(document);
    const unused = Object.keys(schemas).filter((name) => !text.includes(`/schemas/${name}"`));
    for (const name of unused) delete schemas[name];
    isUnusedFound = unused.length > 0;
  }
}
