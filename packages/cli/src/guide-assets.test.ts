import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readGuideAssets } from './guide-assets.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'hedgerow-guide-'));
  folder = path.join(root, 'packages/guide');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string, time: number): void {
  const full = path.join(root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  utimesSync(full, time, time);
}

/** A builder that writes one page, and would write it again. */
const BUILDER = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync(new URL('../../packages/guide/dist/', import.meta.url), { recursive: true });
writeFileSync(new URL('../../packages/guide/dist/index.html', import.meta.url), 'built');
`;
const first = async () => (await readGuideAssets(folder)).get('/guide/index.html')?.body.toString();

it('serves what was published, and nothing where there is nothing', async () => {
  expect((await readGuideAssets(folder)).size).toBe(0);
  write('packages/guide/dist/index.html', 'published', 100);
  expect(await first()).toBe('published');
});

it('is built in a clone when it is older than a page of the documentation', async () => {
  write('scripts/site/build-site.ts', BUILDER, 50);
  write('packages/guide/dist/index.html', 'old', 100);
  write('docs/start/first.md', '# First', 80);
  expect(await first()).toBe('old');
  write('docs/start/first.md', '# First', 120);
  expect(await first()).toBe('built');
});
