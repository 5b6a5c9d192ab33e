/**
 * docs/reference/http-api.md, made from the OpenAPI document that a running service hands out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROBLEM_STATUS, type ProblemCode, readSettings, startService } from '@hedgerow/service';
import { PROBLEM_EXPLANATIONS } from './problem-explanations.ts';
import { requiredFields, type Schema, typeText } from './schema-text.ts';

interface OpenApi {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly { readonly apiKey?: readonly string[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly description?: string;
}

/** Returns the page. */
export async function httpApiPage(): Promise<string> {
  const document = await readDocument();
  const operations = document.tags.flatMap(({ name, description }) => [
    `## ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    description,
    ...operationsOf(document, name),
  ]);
  const schemas = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    `### ${name}`,
    ...fieldsOf(schema),
  ]);
  const usual = `Every address but the probes may refuse with ${inCode(usualCodes(document))}; what else one may refuse with stands with it. [Problems](#problems) explains them all.`;
  const parts = [
    HEAD,
    document.info.description,
    usual,
    ...operations,
    '## Shapes',
    SHAPES,
    ...schemas,
  ];
  return `${[...parts, ...problemParts()].join('\n\n')}\n`;
}

const HEAD = `# HTTP API

<!-- Written by scripts/write-reference.ts from the OpenAPI document of the service. -->

The machine-readable form is at \`/openapi.json\` of every service. The [service guide](../guides/service.md) shows the
calls at work. Bodies of requests are at most 256 KiB with contexts, 4 MiB with definitions and lists, 64 KiB otherwise.`;

const SHAPES = `Fields with a star are always there. \`…Input\` is what may be sent, its namesake what is answered.`;

async function readDocument(): Promise<OpenApi> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-reference-'));
  const settings = readSettings({ flags: { port: '0', data: folder, logLevel: 'silent' } });
  const service = await startService(settings);
  try {
    return (await (await fetch(`${service.address}/openapi.json`)).json()) as OpenApi;
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

function operationsOf(document: OpenApi, tag: string): string[] {
  const usual = usualCodes(document);
  return Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .flatMap(([method, operation]) =>
        operationParts(`${method.toUpperCase()} ${address}`, operation, usual),
      ),
  );
}

/** Returns the refusals of every route that takes a key. */
function usualCodes({ paths }: OpenApi): readonly string[] {
  const lists = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ security }) => security !== undefined)
    .map(codesOf);
  return lists[0]!.filter((code) => lists.every((list) => list.includes(code)));
}

function codesOf({ responses }: Operation): string[] {
  const { 200: _, ...bad } = responses;
  return Object.values(bad).flatMap(({ description }) => description.split(', '));
}

function operationParts(heading: string, operation: Operation, usual: readonly string[]): string[] {
  const { summary, description, requestBody } = operation;
  const body = Object.values(requestBody?.content ?? {})[0];
  const good = operation.responses[200];
  const answer = Object.entries(good?.content ?? {})[0];
  const codes = codesOf(operation).filter((code) => !usual.includes(code));
  return [
    `### ${heading}`,
    [`${summary}.`, ...(description === undefined ? [] : [description])].join(' '),
    [
      ...scopeLine(operation),
      ...parameterLines(operation.parameters ?? []),
      ...(body === undefined
        ? []
        : [`- Body${requestBody?.required ? '' : ', may be left out'}: ${typeText(body.schema)}`]),
      ...(answer === undefined
        ? []
        : [`- Answer, ${answer[0]}: ${typeText(answer[1].schema)}. ${good!.description}`]),
      ...(codes.length === 0 ? [] : [`- Refusals: ${inCode(codes)}`]),
    ].join('\n'),
  ];
}

function inCode(codes: readonly string[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}

function scopeLine({ security }: Operation): string[] {
  if (security === undefined) return ['- Needs no key'];
  const scopes = security.flatMap(({ apiKey }) => apiKey ?? []);
  return scopes.length === 0 ? [] : [`- Scope: \`${scopes.join('`, `')}\``];
}

function parameterLines(parameters: readonly Parameter[]): string[] {
  return parameters
    .filter(({ in: place }) => place !== 'path')
    .map(({ name, in: place, schema, description }) => {
      const said = description === undefined ? '' : `. ${description}`;
      return `- ${place === 'query' ? 'Query' : 'Header'} \`${name}\`: ${typeText(schema)}${said}`;
    });
}

function fieldsOf(schema: Schema): string[] {
  const said = schema.description === undefined ? [] : [schema.description];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return [...said, choices.map((choice) => `- ${typeText(choice)}`).join('\n')];
  }
  if (schema.properties === undefined) return [...said, typeText(schema)];
  const required = requiredFields(schema);
  const rows = Object.entries(schema.properties).map(([name, field]) => {
    const star = required.has(name) ? '\\*' : '';
    return `| \`${name}\`${star} | ${typeText(field).replaceAll('|', '\\|')} | ${field.description ?? ''} |`;
  });
  return [...said, ['| field | what | |', '| --- | --- | --- |', ...rows].join('\n')];
}

function problemParts(): string[] {
  const rows = Object.entries(PROBLEM_STATUS).map(([code, status]) => {
    const { meaning, remedy } = PROBLEM_EXPLANATIONS[code as ProblemCode];
    return `| \`${code}\` | ${status} | ${meaning} | ${remedy} |`;
  });
  const table = ['| code | status | meaning | what to do |', '| --- | --- | --- | --- |', ...rows];
  return ['## Problems', PROBLEMS, table.join('\n')];
}

const PROBLEMS = `Every refusal is problem details (RFC 9457, \`application/problem+json\`): \`code\` is stable and never reused, \`detail\` says the
rule, what was received and what to do, \`field\` where in the input the fault is. A refused request has changed nothing. Decide by \`code\`, not by text.`;
