/**
 * The reference of the HTTP API as one page, made of the OpenAPI document: no script, no network, nothing that the strict
 * Content-Security-Policy would have to allow. Calls unfold where they are clicked.
 */
import { escapeHtml, proseHtml, type Schema, schemaWords, shapeHtml } from './schema-words.ts';

export interface ApiDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly { readonly apiKey?: readonly string[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Returns the whole page. */
export function docsPage(document: ApiDocument): string {
  const { info, tags = [], components } = document;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method, path, operation })),
  );
  const sections = tags.map(({ name, description = '' }) => {
    const own = calls.filter(({ operation }) => operation.tags?.includes(name));
    const body = own.map(callHtml).join('');
    return own.length === 0
      ? ''
      : `<section id="tag-${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${body}</section>`;
  });
  const shapes = Object.entries(components.schemas).sort(([one], [other]) =>
    one.localeCompare(other, 'en'),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}: the HTTP API</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><h1>${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></h1>
${paragraphs(info.description ?? '')}
<nav aria-label="Parts">${tags.map(({ name }) => `<a href="#tag-${escapeHtml(name)}">${escapeHtml(name)}</a>`).join(' ')} <a href="#shapes">shapes</a> <a href="/openapi.json">openapi.json</a></nav></header>
<main>
${sections.join('\n')}
<section id="shapes"><h2>shapes</h2><p>What is sent and answered; names that end in Input are what you send.</p>
${shapes.map(([name, schema]) => shapeHtml(name, schema)).join('\n')}
</section>
</main>
</body>
</html>
`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((part) => `<p>${proseHtml(part)}</p>`)
    .join('');
}

function callHtml({ method, path, operation }: Call): string {
  const { operationId, summary, description = '', security } = operation;
  const scope = security?.[0]?.apiKey?.[0];
  const lines = [
    ...(description === '' ? [] : [`<p>${proseHtml(description)}</p>`]),
    `<dl>${scope === undefined ? '' : `<dt>scope</dt><dd><code>${escapeHtml(scope)}</code></dd>`}${parametersHtml(operation)}${bodyHtml(operation)}${answersHtml(operation)}</dl>`,
  ];
  return `<details id="${escapeHtml(operationId)}"><summary><code class="method ${escapeHtml(method)}">${method.toUpperCase()}</code> <code>${escapeHtml(path)}</code> <span>${proseHtml(summary)}</span></summary>${lines.join('')}</details>`;
}

function parametersHtml({ parameters = [] }: Operation): string {
  return parameters
    .map((parameter) => {
      const about = parameter.description ?? parameter.schema.description ?? '';
      return `<dt>${escapeHtml(parameter.in)} <code>${escapeHtml(parameter.name)}</code></dt><dd>${schemaWords(parameter.schema)}. ${proseHtml(about)}</dd>`;
    })
    .join('');
}

function bodyHtml({ requestBody }: Operation): string {
  if (requestBody === undefined) return '';
  const left = requestBody.required === false ? ', may be left out' : '';
  return `<dt>body${left}</dt><dd>${contentHtml(requestBody.content)}</dd>`;
}

function answersHtml({ responses }: Operation): string {
  return Object.entries(responses)
    .map(([status, { description, content }]) => {
      const kind = status === '200' && content !== undefined ? `${contentHtml(content)}. ` : '';
      return `<dt>${escapeHtml(status)}</dt><dd>${kind}${proseHtml(description)}</dd>`;
    })
    .join('');
}

function contentHtml(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `${schemaWords(schema)} <small>${escapeHtml(type)}</small>`)
    .join(', or ');
}
