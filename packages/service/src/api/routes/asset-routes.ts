/**
 * The pages: one route for each file of the map, and one for each folder that has a first page, with a
 * slash at its end, so that the relative addresses in it hold; without the slash one is led there.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, type Assets, chooseForm, isKnown } from '../asset.ts';
import type { HttpServer } from './route-tools.ts';

const INDEX = 'index.html';

export function registerAssetRoutes(app: HttpServer, assets: Assets): void {
  for (const [path, asset] of assets) {
    registerAsset(app, path, asset);
    if (!path.endsWith(`/${INDEX}`)) continue;
    const folder = path.slice(0, -INDEX.length);
    registerAsset(app, folder, asset);
    if (folder !== '/') registerWayTo(app, folder);
  }
}

function registerAsset(app: HttpServer, path: string, asset: Asset): void {
  app.route({
    ...PAGE,
    // The router reads a colon as the start of a name; in the name of a file it is plain text.
    url: path.replaceAll(':', '::'),
    handler: (request, reply) => sendAsset(asset, request, reply),
  });
}

/** Relative, so that it also holds behind a proxy that serves us below another path. */
function registerWayTo(app: HttpServer, folder: string): void {
  const last = folder.split('/').at(-2)!;
  app.route({
    ...PAGE,
    url: folder.slice(0, -1).replaceAll(':', '::'),
    handler: (_request, reply) => reply.redirect(`${last}/`, 308),
  });
}

const PAGE = {
  method: 'GET',
  exposeHeadRoute: true,
  config: { access: { kind: 'public' }, label: 'page' },
  schema: { hide: true },
} as const;

function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body, encoding, etag } = chooseForm(asset, request.headers['accept-encoding']);
  reply.header('etag', etag);
  reply.header('vary', 'accept-encoding');
  reply.header(
    'cache-control',
    asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(asset.contentType).send(body);
}
