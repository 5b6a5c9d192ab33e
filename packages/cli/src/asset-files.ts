/**
 * Built files, read into memory once and compressed once: nothing that a browser sends ever becomes a
 * path of the file system.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { Asset } from '@hedgerow/service';

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
/** What is named by its content stands in this folder. */
const NAMED_BY_CONTENT = /^assets\/.+-[\w-]{8,}\.\w+$/;

/** Returns the files below a folder, each under `prefix` and its path. */
export function readAssetFiles(folder: string, prefix: string): Map<string, Asset> {
  return new Map(filesIn(folder).map((file) => [`${prefix}${file}`, assetOf(folder, file)]));
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
    isImmutable: NAMED_BY_CONTENT.test(file),
    ...(isWorthIt ? { encodings: compressed(body) } : {}),
  };
}

/** Compressed when it is first asked for: a service starts before anyone reads. */
function compressed(body: Buffer): { readonly br: Buffer; readonly gzip: Buffer } {
  let br: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    get br() {
      br ??= withBrotli(body);
      return br;
    },
    get gzip() {
      gzip ??= gzipSync(body);
      return gzip;
    },
  };
}

/** The strongest level takes seconds for a large file and saves little. */
function withBrotli(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 7 } });
}
