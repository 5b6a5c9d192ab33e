/**
 * The page of the service, read into memory: from packages/dashboard/dist in a clone, from the folder
 * `page` of the published package, which was built when it was packed.
 *
 * In a clone the page is built when it is missing or older than its sources; where it cannot be built the
 * service runs without it, and says so. Files are read once and compressed once: nothing that a
 * browser sends ever becomes a path of the file system.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { Asset } from '@hedgerow/service';
import { buildDashboard, hasSources, isBuilt } from './dashboard-build.ts';

const DASHBOARD_FOLDER = fileURLToPath(new URL('../../dashboard', import.meta.url));
const PUBLISHED_PAGE = fileURLToPath(new URL('../page', import.meta.url));

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** These are compressed as they are. */
const COMPRESSED = new Set(['.ico', '.png', '.woff2']);
const LEAST_BYTES_TO_COMPRESS = 512;
/** vite puts what it names by content into this folder. */
const NAMED_BY_CONTENT = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

/** Returns the files of the page by their path; null if there is no page. */
export async function readDashboardAssets(
  folder: string = DASHBOARD_FOLDER,
): Promise<ReadonlyMap<string, Asset> | null> {
  if (hasSources(folder) && !isBuilt(folder)) await tryToBuild(folder);
  const built = existsSync(folder) ? path.join(folder, 'dist') : PUBLISHED_PAGE;
  if (!existsSync(path.join(built, 'index.html'))) {
    tell('there is no page to serve; the API works without it.');
    return null;
  }
  return new Map(filesIn(built).map((file) => [`/${file}`, assetOf(built, file)]));
}

async function tryToBuild(folder: string): Promise<void> {
  tell('building the page, once …');
  try {
    await buildDashboard(folder);
  } catch (error) {
    tell(`the page could not be built (${(error as Error).message.split('\n')[0]}).`);
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'));
}

function assetOf(folder: string, file: string): Asset {
  const body = readFileSync(path.join(folder, file));
  const ending = path.extname(file);
  const isWorthIt = body.length >= LEAST_BYTES_TO_COMPRESS && !COMPRESSED.has(ending);
  return {
    body,
    contentType: CONTENT_TYPES[ending] ?? 'application/octet-stream',
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    isImmutable: NAMED_BY_CONTENT.test(`/${file}`),
    ...(isWorthIt ? { encodings: { br: withBrotli(body), gzip: gzipSync(body) } } : {}),
  };
}

/** The strongest level takes seconds for a large file and saves little. */
function withBrotli(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 7 } });
}

function tell(text: string): void {
  process.stderr.write(`hedgerow: ${text}\n`);
}
