/**
 * Nothing lies about: no unused files, no banned calls, no bare Greek, no traces of one machine.
 */
import { describe, expect, it } from 'vitest';
import { checkBannedCalls } from './checks/banned-calls.ts';
import { checkGreekNames } from './checks/greek-names.ts';
import { KEPT_FILES, KEPT_NAMES } from './checks/kept-names.ts';
import { checkMachineTraces, isText } from './checks/machine-traces.ts';
import { findSnippets } from './checks/snippets.ts';
import { checkUnusedExports } from './checks/unused-exports.ts';
import { checkUnusedFiles } from './checks/unused-files.ts';
import { refuseFindings } from './lib/finding.ts';
import { parseManifest } from './lib/manifest.ts';
import { listFiles, readSource, type SourceFile } from './lib/repository.ts';
import { isPackageSource, isTypeScript } from './lib/source-kinds.ts';

const files = listFiles();

/** A page as a source: the TypeScript that it runs. */
function codeOfPage(page: SourceFile): SourceFile {
  const snippets = findSnippets(page).filter(({ language }) => language === 'ts');
  return { file: page.file, text: snippets.map(({ code }) => code).join('\n') };
}

describe('the repository', () => {
  const sources = [
    ...files.filter((file) => /\.(tsx?|js)$/.test(file)).map(readSource),
    ...files.filter((file) => file.endsWith('.md')).map((file) => codeOfPage(readSource(file))),
  ];
  const manifests = files
    .filter((file) => /(^|\/)package\.json$/.test(file))
    .map((file) => parseManifest(readSource(file)));

  it('uses every source file', () => {
    refuseFindings(checkUnusedFiles(sources, manifests, KEPT_FILES));
  });

  it('offers at the doors of packages only what is wanted', () => {
    refuseFindings(checkUnusedExports({ sources, manifests, kept: KEPT_NAMES }));
  });

  it('makes no banned calls', () => {
    refuseFindings(files.filter(isTypeScript).map(readSource).flatMap(checkBannedCalls));
  });

  it('has words for names, not Greek letters', () => {
    refuseFindings(files.filter(isPackageSource).map(readSource).flatMap(checkGreekNames));
  });

  it('points at no machine and no registry', () => {
    refuseFindings(files.map(readSource).filter(isText).flatMap(checkMachineTraces));
  });
});

describe('checkUnusedFiles', () => {
  const manifests = [
    parseManifest({
      file: 'packages/lab/package.json',
      text: JSON.stringify({
        name: '@hedgerow/lab',
        bin: { x: 'bin/x.js' },
        exports: { '.': { '@hedgerow/source': './src/index.ts' } },
      }),
    }),
    parseManifest({
      file: 'package.json',
      text: JSON.stringify({
        scripts: { test: 'node scripts/run.ts', y: 'packages/cli/bin/y.js' },
      }),
    }),
  ];
  const unused = (sources: Record<string, string>) =>
    checkUnusedFiles(
      Object.entries(sources).map(([file, text]) => ({ file, text })),
      manifests,
    ).map(({ file }) => file);

  it('refuses a file that nothing imports, and one that only its test imports', () => {
    const found = unused({
      'packages/lab/src/index.ts': `export { a } from './a.ts';\nexport { c } from './c.ts';`,
      'packages/lab/src/a.ts': 'export const a = 1;',
      'packages/lab/src/b.ts': 'export const b = 2;',
      'packages/lab/src/c.ts': 'export const c = 3;',
      'packages/lab/src/inner.ts': `export { b } from './b.ts';`,
      'packages/cli/src/main.test.ts': `import { c } from '@hedgerow/lab';`,
      'docs/guide.md': `import { a } from '@hedgerow/lab';`,
      'scripts/run.ts': `import { b } from '../packages/lab/src/inner.ts';`,
      'packages/lab/src/lonely.ts': '',
      'packages/lab/src/tested.ts': '',
      'packages/lab/src/tested.test.ts': `import { b } from './tested.ts';`,
      'packages/core/src/kernel.assembly.ts': '',
    });
    expect(found).toEqual([
      'packages/lab/src/c.ts',
      'packages/lab/src/lonely.ts',
      'packages/lab/src/tested.ts',
      'packages/core/src/kernel.assembly.ts',
    ]);
  });

  it('accepts what the list keeps, and refuses a list that says too much', () => {
    const sources = [{ file: 'packages/lab/src/lonely.ts', text: '' }];
    const kept = { 'packages/lab/src/lonely.ts': 'reason', 'packages/lab/src/gone.ts': 'reason' };
    expect(checkUnusedFiles(sources, manifests, kept).map(({ rule }) => rule)).toEqual([
      'packages/lab/src/gone.ts is used, or gone, and needs no reason',
    ]);
  });

  it('accepts what a bin, an npm script, a worker or a build script uses', () => {
    const found = unused({
      'packages/lab/bin/x.js': `import('../dist/main.js');`,
      'packages/cli/bin/y.js': `join(folder, 'src', 'start.ts')`,
      'packages/cli/src/start.ts': '',
      'packages/lab/src/main.ts': `new Worker(new URL('./worker.ts', import.meta.url));`,
      'packages/lab/src/worker.ts': '',
      'scripts/run.ts': `import './lib/help.ts';\nbuild('kernel.assembly.ts');`,
      'scripts/lib/help.ts': '',
      'packages/core/src/kernel.assembly.ts': '',
    });
    expect(found).toEqual([]);
  });
});

describe('checkUnusedExports', () => {
  const manifest = parseManifest({
    file: 'packages/core/package.json',
    text: JSON.stringify({
      name: '@hedgerow/core',
      exports: { '.': { '@hedgerow/source': './src/index.ts' } },
    }),
  });
  const findings = (kept: Record<string, string> = {}) =>
    checkUnusedExports({
      sources: [
        {
          file: 'packages/core/src/index.ts',
          text: `export { type A, a, b } from './room/index.ts';\nexport { own } from './own.ts';`,
        },
        {
          file: 'packages/core/src/room/index.ts',
          text: `export { type A, first as a } from './a.ts';\nexport { type B, b } from './b.ts';`,
        },
        {
          file: 'packages/core/src/room/a.ts',
          text: 'export interface A {}\nexport const first = 1;',
        },
        { file: 'packages/core/src/room/b.ts', text: 'export type B = 1;\nexport function b() {}' },
        {
          file: 'packages/core/src/own.ts',
          text: `import { b } from './room/index.ts';\nexport class own {}`,
        },
        { file: 'packages/lab/src/x.ts', text: `import { a } from '@hedgerow/core';` },
        { file: 'packages/core/src/x.test.ts', text: `import { own } from './own.ts';` },
      ],
      manifests: [manifest],
      kept,
    }).map(({ rule }) => rule);

  it('refuses what only its own package uses, and accepts a type beside a name that is used', () => {
    expect(findings()).toEqual([
      'No other package, page or example uses b',
      'No other package, page or example uses own',
    ]);
  });

  it('accepts what the list keeps, and refuses a list that says too much', () => {
    expect(findings({ b: 'reason', own: 'reason', a: 'reason', gone: 'reason' })).toEqual([
      'a is used, or offered no longer, and needs no reason',
      'gone is used, or offered no longer, and needs no reason',
    ]);
  });
});

describe('checkBannedCalls', () => {
  const lines = (file: string, text: string) =>
    checkBannedCalls({ file, text }).map(({ line, rule }) => `${line}: ${rule}`);

  it.each([
    ['Math.random()', 'Math.random'],
    ['Date.now()', 'Date.now'],
    ['new Date()', 'new Date()'],
    ['console.log(x)', 'console.log'],
    ['it.skip("x", f)', 'it.skip'],
    ['test.only("x", f)', 'test.only'],
    ['describe.concurrent.only("x", f)', 'describe.concurrent.only'],
    ['it.todo("x")', 'it.todo'],
    ['x as any', 'as any'],
    ['// @ts-ignore', '@ts-ignore'],
  ])('refuses %s', (text, call) => {
    expect(lines('packages/core/src/a.ts', `\n${text}`)).toEqual([`2: ${call} is not used here`]);
  });

  it('says what to use instead', () => {
    const [finding] = checkBannedCalls({ file: 'packages/lab/src/a.ts', text: 'Math.random()' });
    expect(finding?.replacement).toContain('seeded generator');
  });

  it('accepts them in comments and strings, and a date made from a number', () => {
    const text = `// Math.random()\nsay('Date.now()'); new Date(0); it.skipIf(x);`;
    expect(lines('packages/core/src/a.ts', text)).toEqual([]);
  });

  it('lets the command, the clock and the benchmarks read the time', () => {
    for (const file of [
      'packages/cli/src/a.ts',
      'packages/service/src/instruments/clock.ts',
      'packages/client/src/clock.ts',
      'bench/a.ts',
    ]) {
      expect(lines(file, 'Date.now()')).toEqual([]);
    }
    expect(lines('packages/service/src/instruments/other.ts', 'Date.now()')).toHaveLength(1);
  });

  it('lets the command print', () => {
    expect(lines('packages/cli/src/a.ts', 'console.log(x)')).toEqual([]);
    expect(lines('packages/service/src/a.ts', 'console.log(x)')).toHaveLength(1);
  });
});

describe('checkGreekNames', () => {
  const names = (text: string) => checkGreekNames({ file: 'a.ts', text }).map(({ line }) => line);

  it('refuses the letter as a variable, a parameter and a property', () => {
    expect(names('const beta = 1;\nf((mu) => 1);\nx.sigma;\n({ lambda: 1 });')).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('accepts it in comments, in strings and as part of a word', () => {
    expect(names(`// beta\nsay('beta'); const betaBinomial = alphabet;`)).toEqual([]);
  });
});

describe('checkGreekNames in tests', () => {
  it('accepts reading a property of stored vectors, and still refuses a variable', () => {
    const text = 'stored.theta[0];\nconst theta = 1;';
    const lines = checkGreekNames({ file: 'a.test.ts', text }).map(({ line }) => line);
    expect(lines).toEqual([2]);
  });
});

describe('checkMachineTraces', () => {
  const traces = (text: string) =>
    checkMachineTraces({ file: 'a.md', text }).map(({ rule }) => rule);
  // Joined from pieces, so that this file passes the check itself.
  const folder = (...parts: string[]) => ['', ...parts, ''].join('/');
  const host = (...parts: string[]) => parts.join('.');

  it.each([
    folder('work', 'main'),
    folder('root', 'x'),
    `cd ${folder('home', 'someone')}`,
    `"${folder('tmp', 'research')}"`,
    `https://${host('registry', 'example', 'org')}/left-pad`,
  ])('refuses %s', (text) => {
    expect(traces(text)).toHaveLength(1);
  });

  it('accepts addresses and relative paths', () => {
    const text = 'https://example.org/home/ ./work/a framework/root/ docs/home/x and/or/work';
    expect(traces(text)).toEqual([]);
  });

  it('leaves binary files alone', () => {
    expect(isText({ file: 'a.png', text: 'PNG\0' })).toBe(false);
  });
});
