/**
 * Every form of import is found, and nothing that only looks like one.
 */
import { describe, expect, it } from 'vitest';
import { findImports, findScriptPaths, packageName, resolveRelative } from './imports.ts';

const EXAMPLE = `
import { a } from './a.ts'; // import './not-me.ts'
import type { B } from '@hedgerow/core';
import c, {
  type D,
} from 'c/deep';
import './side-effect.ts';
export { e } from './e.ts';
export type { F } from './f.ts';
export * from './g.ts';
const lazily = await import('node:fs');
const quoted = "import { x } from 'nowhere'";
const from = 'plain text';
export const type = import.meta.dirname;
`;

describe('findImports', () => {
  it('finds static, dynamic and re-exporting imports, and nothing in strings or comments', () => {
    expect(findImports(EXAMPLE)).toEqual([
      { specifier: './a.ts', line: 2, isTypeOnly: false },
      { specifier: '@hedgerow/core', line: 3, isTypeOnly: true },
      { specifier: 'c/deep', line: 6, isTypeOnly: false },
      { specifier: './side-effect.ts', line: 7, isTypeOnly: false },
      { specifier: './e.ts', line: 8, isTypeOnly: false },
      { specifier: './f.ts', line: 9, isTypeOnly: true },
      { specifier: './g.ts', line: 10, isTypeOnly: false },
      { specifier: 'node:fs', line: 11, isTypeOnly: false },
    ]);
  });

  it('counts a type among other names as an import of values', () => {
    expect(findImports(`import { type A } from 'b';`)[0]?.isTypeOnly).toBe(false);
  });

  it('takes a default import named "type" for what it is', () => {
    expect(findImports(`import type from 'b';`)).toEqual([
      { specifier: 'b', line: 1, isTypeOnly: false },
    ]);
  });
});

describe('findScriptPaths', () => {
  it('also sees workers and started files', () => {
    const text = `new Worker(new URL('./worker.ts', import.meta.url)); run(['../bin/x.js']);`;
    expect(findScriptPaths(text)).toEqual(['./worker.ts', '../bin/x.js']);
  });
});

describe('names and paths', () => {
  it('cuts a specifier down to its package', () => {
    expect(packageName('@hedgerow/lab/measures')).toBe('@hedgerow/lab');
    expect(packageName('vitest/config')).toBe('vitest');
  });

  it('resolves against the importing file', () => {
    expect(resolveRelative('packages/core/src/model/a.ts', '../base/b.ts')).toBe(
      'packages/core/src/base/b.ts',
    );
  });
});
