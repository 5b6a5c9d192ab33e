/**
 * /docs: the reference of the API, from the service itself.
 */

import type { HttpServer } from '../routes/route-tools.ts';
import type { Access } from '../security/access.ts';
import { type ApiDocument, docsPage } from './docs-page.ts';
import { DOCS_STYLE } from './docs-style.ts';

const PUBLIC: Access = { kind: 'public' };

export function registerDocsRoutes(app: HttpServer): void {
  let page: string | null = null;
  for (const url of ['/docs', '/docs/']) {
    app.route({
      method: 'GET',
      url,
      config: { access: PUBLIC },
      schema: { hide: true },
      handler: async (_request, reply) => {
        page ??= docsPage(app.swagger() as unknown as ApiDocument);
        return reply.type('text/html; charset=utf-8').send(page);
      },
    });
  }
  app.route({
    method: 'GET',
    url: '/docs/style.css',
    config: { access: PUBLIC },
    schema: { hide: true },
    handler: async (_request, reply) => reply.type('text/css; charset=utf-8').send(DOCS_STYLE),
  });
}
