import { describe, expect, it } from 'vitest';
import { parseManifest } from './manifest.ts';
import { findDefinitions, findNameLinks, NameGraph } from './names.ts';

describe('findNameLinks', () => {
  const links = (text: string) =>
    findNameLinks(text).map(
      ({ specifier, name, alias, isPassedOn }) =>
        `${isPassedOn ? 'passes on' : 'imports'} ${name} as ${alias} of ${specifier}`,
    );

  it('reads names with and without aliases, whole modules and defaults', () => {
    expect(
      links(`import { a, type B as C } from './x.ts';\nimport all from './y.ts';
import * as every from 'z';\nexport type { D } from './d.ts';`),
    ).toEqual([
      'imports a as a of ./x.ts',
      'imports B as C of ./x.ts',
      'imports default as all of ./y.ts',
      'imports * as * as every of z',
      'passes on D as D of ./d.ts',
    ]);
  });

  it('reads what is taken out of a dynamic import', () => {
    expect(links(`const { a, b: c } = await import('./x.ts');`)).toEqual([
      'imports a as a of ./x.ts',
      'imports b as c of ./x.ts',
    ]);
  });

  it('reads nothing in comments and strings', () => {
    expect(links(`// import { a } from './x.ts';\nsay("import { a } from './x.ts'");`)).toEqual([]);
  });
});

describe('findDefinitions', () => {
  it('tells types from values', () => {
    const text = `export interface A {}\nexport type B = 1;\nexport async function c() {}
export abstract class D {}\nexport const e = 1;\nconst hidden = 2;`;
    expect([...findDefinitions(text)]).toEqual([
      ['A', 'type'],
      ['B', 'type'],
      ['c', 'value'],
      ['D', 'value'],
      ['e', 'value'],
    ]);
  });
});

describe('NameGraph', () => {
  it('follows a name through doors and barrels to where it is defined', () => {
    const manifest = parseManifest({
      file: 'packages/core/package.json',
      text: JSON.stringify({
        name: '@hedgerow/core',
        exports: { './research': { '@hedgerow/source': './src/research.ts' } },
      }),
    });
    const graph = new NameGraph(
      [
        { file: 'a.ts', text: `import { x } from '@hedgerow/core/research';` },
        { file: 'packages/core/src/research.ts', text: `export { y as x } from './room/y.ts';` },
        { file: 'packages/core/src/room/y.ts', text: 'export const y = 1;' },
      ],
      [manifest],
    );
    expect(graph.definitionsUsedBy('a.ts')).toEqual([
      { file: 'packages/core/src/room/y.ts', name: 'y' },
    ]);
    expect(graph.definitionsUsedBy('packages/core/src/research.ts')).toEqual([]);
  });
});
