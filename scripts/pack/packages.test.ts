/**
 * The packages work where they are installed, and not only in the workspace.
 *
 * All are packed as for the registry and installed into empty folders: one for who wants the library and
 * the client alone, one for who wants the command. The README's first program runs there on
 * every Node that the core and the client are for, and in a browser.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../packages/dashboard/src/browser/testing/launch-browser.ts';
import { findSnippets } from '../checks/snippets.ts';
import { readRequired } from '../lib/repository.ts';
import {
  installedPackages,
  installInto,
  nodeOf,
  packInto,
  unpackInto,
} from './installed-folder.ts';

const NAMES = ['core', 'client', 'forecasts', 'farm', 'service', 'cli', 'lab'];
const run = promisify(execFile);
const scratch = mkdtempSync(path.join(tmpdir(), 'hedgerow-packages-'));
const library = path.join(scratch, 'library');
const command = path.join(scratch, 'command');
const packed = new Map<string, string>();

beforeAll(async () => {
  const files = await packInto(scratch, NAMES);
  NAMES.forEach((name, index) => {
    packed.set(name, files[index]!);
  });
  await installInto(library, [packed.get('core')!, packed.get('client')!]);
  await unpackInto(command, files.slice(0, NAMES.indexOf('cli') + 1));
}, 300_000);

afterAll(() => rmSync(scratch, { recursive: true }));

const readme = findSnippets(readRequired('README.md'))[0]!;
const printed = readme.shown!.content.trimEnd();

describe('a packed package', () => {
  it.each(NAMES)('%s has types, maps, a README and the licence, and no source', async (name) => {
    const { stdout } = await run('tar', ['tzf', packed.get(name)!], { maxBuffer: 8_000_000 });
    const files = stdout.split('\n').map((file) => file.replace('package/', ''));
    const door = name === 'cli' ? 'main' : 'index';
    expect(files).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        `dist/${door}.js`,
        `dist/${door}.js.map`,
        `dist/${door}.d.ts`,
      ]),
    );
    const isSource = (file: string) => /(?<!\.d)\.tsx?$|\.test\.|testing\//.test(file);
    expect(files.filter(isSource)).toEqual([]);
  });

  it('offers what its exports name', () => {
    for (const name of installedPackages(command).filter((one) => one.startsWith('@hedgerow/'))) {
      const folder = path.join(command, 'node_modules', name);
      const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      for (const door of Object.values(exports)) {
        const ways = typeof door === 'string' ? [door] : Object.entries(door as object);
        for (const way of ways) {
          if (way[0] === '@hedgerow/source') continue;
          expect(existsSync(path.join(folder, typeof way === 'string' ? way : way[1]))).toBe(true);
        }
      }
    }
  });
});

describe('the core and the client', () => {
  const CLIENT = `
    import { createClient } from '@hedgerow/client';
    const client = createClient({ url: 'http://127.0.0.1:9' });
    const answer = await client.decideOrBaseline(
      'shop', { context: { visitors: 40 } }, { baseline: 'usual', timeoutMs: 2000 });
    console.log(answer.action + ', from the ' + answer.source);
  `;

  it('bring nothing else along', () => {
    expect(installedPackages(library).sort()).toEqual(['@hedgerow/client', '@hedgerow/core']);
  });

  it.each([20, 22, 24])(
    'run the README on Node %i',
    async (major) => {
      const node = await nodeOf(major);
      writeFileSync(path.join(library, 'readme.js'), readme.code);
      writeFileSync(path.join(library, 'client.js'), CLIENT);
      const [program, client] = await Promise.all([
        run(node, ['readme.js'], { cwd: library }),
        run(node, ['client.js'], { cwd: library }),
      ]);
      expect(program.stdout).toBe(`${printed}\n`);
      expect(client.stdout).toBe('usual, from the fallback\n');
    },
    180_000,
  );

  it('run bundled in a browser', async () => {
    const { build } = await import('vite');
    writeFileSync(path.join(library, 'page.js'), `${readme.code}\n${CLIENT}`);
    const built = await build({
      root: library,
      logLevel: 'error',
      configFile: false,
      build: { write: false, lib: { entry: 'page.js', formats: ['es'] } },
    });
    const [{ output }] = built as unknown as [{ output: [{ code: string }] }];
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const lines: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'log') lines.push(message.text());
      });
      await page.addScriptTag({ type: 'module', content: output[0].code });
      const expected = [...printed.split('\n'), 'usual, from the fallback'];
      await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(expected.length);
      expect(lines).toEqual(expected);
    } finally {
      await browser.close();
    }
  });

  it('have types that fit together', async () => {
    writeFileSync(path.join(library, 'typed.ts'), `${readme.code}${CLIENT}`);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
    const lib = ['--lib', 'es2023,dom'];
    const checked = await run('tsc', [...options, ...lib, 'typed.ts'], { cwd: library }).catch(
      (error) => error,
    );
    expect(checked.stdout).toBe('');
  });
});

describe('the command', () => {
  const bin = path.join(command, 'node_modules', 'hedgerow', 'bin', 'hedgerow.js');

  it('serves decisions, the page and the guide', async () => {
    const words = ['start', '--empty', '--port', '0', '--data', path.join(scratch, 'data')];
    const service = spawn(process.execPath, [bin, ...words], { cwd: command, stdio: 'pipe' });
    try {
      let said = '';
      service.stdout.on('data', (text) => {
        said += text;
      });
      await expect.poll(() => said, { timeout: 30_000 }).toMatch(/listens on http:\S+\n/);
      const address = /listens on (\S+)/.exec(said)![1]!;
      const page = await (await fetch(`${address}/`)).text();
      const script = /src="\.?\/?(assets\/[^"]+\.js)"/.exec(page)?.[1];
      expect((await fetch(`${address}/${script}`)).status).toBe(200);
      expect(await (await fetch(`${address}/guide/`)).text()).toContain('hedgerow');
      const answer = await fetch(`${address}/v1/policies`);
      expect(await answer.json()).toEqual([]);
    } finally {
      service.kill('SIGTERM');
    }
  });

  it('leaves the lab out, says so, and lists its commands all the same', async () => {
    expect(installedPackages(command)).not.toContain('@hedgerow/lab');
    const { stdout } = await run(process.execPath, [bin, '--help']);
    expect(stdout).toMatch(/reproduce .*needs the lab: npm install @hedgerow\/lab@/);
    const refused = await run(process.execPath, [bin, 'run', 'file.yaml']).catch((error) => error);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toMatch(/^hedgerow run needs the lab, .* npm install @hedgerow\/lab@/);
  });
});
