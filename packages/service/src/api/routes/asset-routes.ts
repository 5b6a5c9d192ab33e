/**
 * The page: one route for each file of the map, and `/` for its start.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, type Assets, chooseForm, isKnown } from '../asset.ts';
import type { HttpServer } from './route-tools.ts';

const INDEX = '/index.html';

export function registerAssetRoutes(app: HttpServer, assets: Assets): void {
  const index = assets.get(INDEX);
  const files = new Map(assets);
  if (index !== undefined) files.set('/', index);
  for (const [path, asset] of files) {
    app.route({
      method: 'GET',
      exposeHeadRoute: true,
      // The router reads a colon as the start of a name; in the name of a file it is plain text.
      url: path.replaceAll(':', '::'),
      config: { access: { kind: 'public' }, label: 'page' },
      schema: { hide: true },
      handler: (request, reply) => sendAsset(asset, request, reply),
    });
  }
}

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
