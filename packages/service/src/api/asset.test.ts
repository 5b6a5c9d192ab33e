/**
 * The page is served from the map alone, with the headers it needs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from './asset.ts';
import { createTestServer, type TestServer } from './testing/test-server.ts';

const index: Asset = {
  body: Buffer.from('<!doctype html>'),
  contentType: 'text/html; charset=utf-8',
  etag: 'i1',
  isImmutable: false,
};
const script: Asset = {
  body: Buffer.from('plain'),
  contentType: 'text/javascript; charset=utf-8',
  etag: 's1',
  isImmutable: true,
  encodings: { br: Buffer.from('as br'), gzip: Buffer.from('as gzip') },
};

let server: TestServer;
beforeAll(async () => {
  const assets = new Map([
    ['/index.html', index],
    ['/assets/app-abc.js', script],
    ['/assets/a:b.js', script],
    ['/guide/index.html', { ...index, body: Buffer.from('guide') }],
  ]);
  server = await createTestServer({ assets });
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers });

describe('the page', () => {
  it('starts at /, and has exactly this policy for its content', async () => {
    const answer = await get('/');
    expect(answer.body).toBe('<!doctype html>');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await get('/index.html')).body).toBe(answer.body);
  });

  it('has a first page in each folder, and leads there, below any path', async () => {
    expect((await get('/guide/')).body).toBe('guide');
    const led = await get('/guide');
    expect([led.statusCode, led.headers.location]).toEqual([308, 'guide/']);
  });

  it('needs no key', async () => {
    const keyed = await createTestServer({ assets: new Map([['/index.html', index]]) });
    await keyed.addKey();
    expect((await keyed.app.inject('/')).statusCode).toBe(200);
    await keyed.close();
  });

  it('comes compressed to those who accept it, under another tag', async () => {
    const url = '/assets/app-abc.js';
    const plain = await get(url);
    expect(plain.body).toBe('plain');
    expect(plain.headers).toMatchObject({
      etag: '"s1"',
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.body).toBe('as br');
    expect(brotli.headers).toMatchObject({ etag: '"s1-br"', 'content-encoding': 'br' });
    const gzip = await get(url, { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect((await get(url, { 'accept-encoding': 'brx' })).body).toBe('plain');
  });

  it('is not sent again to those who have it', async () => {
    for (const tag of ['"i1"', 'W/"i1"', '"x", "i1"', '*']) {
      const answer = await get('/', { 'if-none-match': tag });
      expect(answer.statusCode).toBe(304);
      expect(answer.body).toBe('');
      expect(answer.headers.etag).toBe('"i1"');
    }
    expect((await get('/', { 'if-none-match': '"i2"' })).statusCode).toBe(200);
  });

  it('can be asked for by HEAD, and by nothing that changes', async () => {
    const head = await server.app.inject({ method: 'HEAD', url: '/' });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect((await server.app.inject({ method: 'POST', url: '/' })).statusCode).toBe(405);
  });

  it('is nothing but what the map holds', async () => {
    expect((await get('/assets/a:b.js')).statusCode).toBe(200);
    for (const url of [
      '/assets/',
      '/assets/app-abd.js',
      '/assets/aXb.js',
      '/assets/..%2findex.html',
      '/index.html%00.js',
      '/..%2f..%2fetc%2fpasswd',
      '//etc/passwd',
      '/package.json',
    ]) {
      expect((await get(url, { accept: 'text/html' })).statusCode, url).toBe(404);
    }
  });
});
