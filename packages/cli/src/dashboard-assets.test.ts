import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDashboardAssets } from './dashboard-assets.ts';
import { isBuilt } from './dashboard-build.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-page-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): string {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

describe('readDashboardAssets', () => {
  it('reads every file with its type, and compresses what gets smaller', async () => {
    const script = 'let a = 1;\n'.repeat(100);
    write('dist/index.html', '<p>hello</p>');
    write('dist/assets/main-Ab12_x-Z.js', script);
    write('dist/assets/main-Ab12_x-Z.js.map', '{}');
    const assets = (await readDashboardAssets(folder))!;
    expect([...assets.keys()].sort()).toEqual(['/assets/main-Ab12_x-Z.js', '/index.html']);
    const page = assets.get('/index.html')!;
    expect(page).toMatchObject({ contentType: 'text/html; charset=utf-8', isImmutable: false });
    expect(page.encodings).toBeUndefined();
    const { encodings, isImmutable } = assets.get('/assets/main-Ab12_x-Z.js')!;
    expect(isImmutable).toBe(true);
    expect(brotliDecompressSync(encodings!.br!).toString()).toBe(script);
    expect(gunzipSync(encodings!.gzip!).toString()).toBe(script);
  });

  it('gives other content another tag', async () => {
    write('dist/index.html', 'one');
    const one = (await readDashboardAssets(folder))!.get('/index.html')!.etag;
    write('dist/index.html', 'two');
    expect((await readDashboardAssets(folder))!.get('/index.html')!.etag).not.toBe(one);
  });

  it('is null where there is no page, so that the service runs without', async () => {
    expect(await readDashboardAssets(folder)).toBeNull();
  });
});

describe('isBuilt', () => {
  it('is false when a source is newer than the page, tests aside', () => {
    const page = write('dist/index.html', '');
    const source = write('src/main.tsx', '');
    const test = write('src/main.test.ts', '');
    for (const [file, time] of [
      [page, 100],
      [source, 50],
      [test, 200],
    ] as const) {
      utimesSync(file, time, time);
    }
    expect(isBuilt(folder)).toBe(true);
    utimesSync(source, 150, 150);
    expect(isBuilt(folder)).toBe(false);
  });
});
