/**
 * Imports follow the order of packages and rooms, and the package.json files say what is used.
 */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkImports,
  checkIndex,
  checkNoBarrel,
  checkOwed,
  FLOWS,
  PACKAGES,
} from './checks/boundaries.ts';
import { checkDeclared, checkNoDependencies, checkPinned } from './checks/dependencies.ts';
import { refuseFindings } from './lib/finding.ts';
import { type Manifest, parseManifest } from './lib/manifest.ts';
import { listFiles, readSource } from './lib/repository.ts';
import { isPackageSource, isTypeScript } from './lib/source-kinds.ts';

const files = listFiles();
const sources = files.filter(isPackageSource).map(readSource);
const manifests = files
  .filter((file) => /(^|\/)package\.json$/.test(file))
  .map((file) => parseManifest(readSource(file)));

describe('the repository', () => {
  it('has package sources to look at', () => {
    expect(sources.length).toBeGreaterThan(0);
  });

  it('imports only what the order of packages and rooms allows', () => {
    refuseFindings(sources.flatMap(checkImports));
  });

  it('exports by name from every index', () => {
    refuseFindings(sources.flatMap(checkIndex));
  });

  it('owes only imports against the flow that are still there', () => {
    refuseFindings(FLOWS.flatMap((flow) => checkOwed(flow, sources)));
  });

  it('lists names at the doors of packages, and nowhere else', () => {
    refuseFindings(sources.flatMap((source) => checkNoBarrel(source, manifests)));
  });

  it('gives the core no dependencies', () => {
    const core = manifests.find(({ file }) => file === 'packages/core/package.json');
    expect(core, 'packages/core/package.json is missing').toBeDefined();
    refuseFindings(checkNoDependencies(core!));
  });

  it('pins every version exactly', () => {
    refuseFindings(manifests.flatMap(checkPinned));
  });

  it('declares every package it imports', () => {
    const scripts = files.filter((file) => isTypeScript(file) || file.endsWith('.js'));
    refuseFindings(scripts.map(readSource).flatMap((source) => checkDeclared(source, manifests)));
  });
});

describe('checkImports', () => {
  const rulesBroken = (file: string, text: string) =>
    checkImports({ file, text }).map(({ line, rule }) => `${line}: ${rule}`);

  it.each([
    ['core', '@hedgerow/lab'],
    ['lab', '@hedgerow/service'],
    ['service', '@hedgerow/lab'],
    ['service', '@hedgerow/core/research'],
    ['client', '@hedgerow/core'],
    ['client', '@hedgerow/service'],
    ['dashboard', '@hedgerow/service'],
    ['dashboard', '@hedgerow/lab'],
  ])('refuses %s importing %s', (folder, name) => {
    const found = rulesBroken(`packages/${folder}/src/a.ts`, `import { x } from '${name}';`);
    expect(found).toEqual([`1: ${folder} may not import '${name}'`]);
  });

  it.each([
    ['lab', `import { x } from '@hedgerow/core';`],
    ['lab', `import { x } from '@hedgerow/core/research';`],
    ['service', `import { x } from '@hedgerow/core';`],
    ['client', `import type { X } from '@hedgerow/service';`],
    ['dashboard', `import { x } from '@hedgerow/lab/measures';`],
    ['dashboard', `import { x } from '@hedgerow/farm';`],
    ['dashboard', `import('@hedgerow/farm/models/maize-g2f.json');`],
    ['cli', `import { x } from '@hedgerow/service';`],
  ])('accepts in %s: %s', (folder, text) => {
    expect(rulesBroken(`packages/${folder}/src/a.ts`, text)).toEqual([]);
  });

  it('refuses a package nobody wrote a rule for', () => {
    expect(rulesBroken('packages/novel/src/a.ts', '')).toEqual([
      "1: The package 'novel' is not in the table of packages",
    ]);
  });

  const neighbours = FLOWS.flatMap(({ folder, rooms }) => {
    const folders = rooms.filter((room) => !room.endsWith('.ts'));
    return folders.slice(1).map((room, index) => [folders[index]!, room, folder] as const);
  });
  it.each(neighbours)(
    'refuses the room %s importing the later room %s, and accepts the reverse, in %s',
    (earlier, later, folder) => {
      const file = (room: string) => `${folder}${room}/a.ts`;
      const from = (room: string, other: string) => path.posix.relative(room, `${other}/b.ts`);
      const forth = from(earlier, later);
      const against = rulesBroken(file(earlier), `\nexport { x } from '${forth}';`);
      expect(against).toEqual([`2: The room ${earlier} may not import '${forth}' of ${later}`]);
      const back = from(later, earlier);
      expect(rulesBroken(file(later), `import { x } from '${back}';`)).toEqual([]);
    },
  );

  it('takes a room within a room for one of its own', () => {
    const inner = 'packages/lab/src/maize/world/a.ts';
    expect(rulesBroken(inner, `import { x } from '../fit/b.ts';`)).toEqual([
      "1: The room maize/world may not import '../fit/b.ts' of maize",
    ]);
    const outer = 'packages/lab/src/maize/fit/a.ts';
    expect(rulesBroken(outer, `import { x } from '../world/b.ts';`)).toEqual([]);
  });

  it('lets pass what a flow still owes, and refuses a debt that is paid', () => {
    const flow = {
      owner: 'the lab',
      folder: 'packages/lab/src/',
      rooms: ['early', 'late'],
      owed: [['early', 'late']],
    } as const;
    const source = (text: string) => [{ file: 'packages/lab/src/early/a.ts', text }];
    const rules = (text: string) => checkOwed(flow, source(text)).map(({ rule }) => rule);
    expect(rules(`import { x } from '../late/b.ts';`)).toEqual([]);
    expect(rules(`import { x } from './b.ts';`)).toEqual([
      'The room early of the lab no longer imports late',
    ]);
    for (const { folder, owed = [] } of FLOWS) {
      for (const [room, later] of owed) {
        const text = `import { x } from '../${later}/b.ts';`;
        expect(rulesBroken(`${folder}${room}/a.ts`, text)).toEqual([]);
      }
    }
  });

  it('refuses a room importing the top folder, and an unknown room', () => {
    expect(rulesBroken('packages/core/src/base/a.ts', `import { x } from '../index.ts';`)).toEqual([
      "1: The room base may not import '../index.ts' of the core's top folder",
    ]);
    expect(rulesBroken('packages/core/src/utils/a.ts', '')).toEqual([
      "1: 'utils' is not a room of the core",
    ]);
  });

  it('lets all but the instruments of the service import what travels', () => {
    const text = `import type { X } from '../wire.ts';`;
    expect(rulesBroken('packages/service/src/instruments/a.ts', text)).toEqual([
      "1: The room instruments may not import '../wire.ts' of wire.ts",
    ]);
    expect(rulesBroken('packages/service/src/journal/a.ts', text)).toEqual([]);
    expect(rulesBroken('packages/service/src/utils/a.ts', '')).toEqual([
      "1: 'utils' is not a room of the service",
    ]);
  });

  it('refuses Node and packages in the core, but not in its tests', () => {
    const text = `import fs from 'node:fs';\nconst fc = await import('fast-check');`;
    expect(rulesBroken('packages/core/src/base/a.ts', text)).toEqual([
      "1: The core package imports 'node:fs'",
      "2: The core package imports 'fast-check'",
    ]);
    for (const name of ['a.test.ts', 'a.contract.ts', 'testing/a.ts']) {
      expect(rulesBroken(`packages/core/src/base/${name}`, text)).toEqual([]);
    }
  });

  it('refuses missing endings, ways out of the package, and tests in sources', () => {
    expect(rulesBroken('packages/lab/src/a.ts', `import { x } from './b';`)).toEqual([
      "1: The relative import './b' does not end in .ts",
    ]);
    expect(
      rulesBroken('packages/lab/src/a.ts', `import { x } from '../../core/src/b.ts';`),
    ).toEqual(["1: The relative import '../../core/src/b.ts' leaves the package"]);
    expect(rulesBroken('packages/lab/src/a.ts', `import { x } from './testing/b.ts';`)).toEqual([
      "1: A source file imports the test file './testing/b.ts'",
    ]);
  });

  it('knows every package by a name of its own', () => {
    const names = Object.values(PACKAGES).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('checkIndex', () => {
  it('refuses a star, in an index only', () => {
    const text = `export { a } from './a.ts';\nexport * from './b.ts';\nexport type * from './c.ts';`;
    expect(
      checkIndex({ file: 'packages/core/src/index.ts', text }).map(({ line }) => line),
    ).toEqual([2, 3]);
    expect(checkIndex({ file: 'packages/core/src/research.ts', text })).toHaveLength(2);
    expect(checkIndex({ file: 'packages/core/src/other.ts', text })).toEqual([]);
  });
});

describe('checkNoBarrel', () => {
  it('refuses an index in a room, and accepts the doors that package.json exports', () => {
    const exports = { '.': './src/index.ts', './measures': { types: './src/measures/index.ts' } };
    const lab = parseManifest({
      file: 'packages/lab/package.json',
      text: JSON.stringify({ exports }),
    });
    const rules = (file: string) =>
      checkNoBarrel({ file, text: '' }, [lab]).map(({ rule }) => rule);
    expect(rules('packages/lab/src/plots/index.ts')).toEqual([
      'A room has an index that is no door',
    ]);
    expect(rules('packages/lab/src/index.ts')).toEqual([]);
    expect(rules('packages/lab/src/measures/index.ts')).toEqual([]);
    expect(rules('packages/lab/src/plots/palette.ts')).toEqual([]);
  });
});

describe('the package.json checks', () => {
  const manifest = (file: string, content: Manifest['content']) =>
    parseManifest({ file, text: JSON.stringify(content, null, 2) });

  it.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', '>=1.0.0', 'workspace:*', 'file:../a', '1.2'])(
    'refuses the version %s',
    (version) => {
      const found = checkPinned(manifest('package.json', { devDependencies: { a: version } }));
      expect(found.map(({ line }) => line)).toEqual([3]);
    },
  );

  it.each(['1.2.3', '18.4.0-beta.17', '1.5.6-r.1'])('accepts the version %s', (version) => {
    expect(checkPinned(manifest('package.json', { dependencies: { a: version } }))).toEqual([]);
  });

  it('refuses any dependency of the core, test tools included', () => {
    const core = manifest('packages/core/package.json', { devDependencies: { vitest: '5.1.0' } });
    expect(checkNoDependencies(core).map(({ rule }) => rule)).toEqual([
      'The core has devDependencies',
    ]);
  });

  it('refuses a package that is not declared where it is used', () => {
    const all = [
      manifest('package.json', { devDependencies: { vitest: '5.1.0' } }),
      manifest('packages/lab/package.json', {
        name: '@hedgerow/lab',
        dependencies: { vega: '6.4.0' },
        devDependencies: { zod: '4.6.7' },
      }),
    ];
    const undeclared = (file: string, text: string) =>
      checkDeclared({ file, text }, all).map(({ rule }) => rule);

    expect(undeclared('packages/lab/src/a.ts', `import 'vega';\nimport 'node:fs';`)).toEqual([]);
    expect(undeclared('packages/lab/src/a.ts', `import type { X } from 'zod';`)).toEqual([]);
    expect(undeclared('packages/lab/src/a.test.ts', `import 'vitest';`)).toEqual([]);
    expect(undeclared('scripts/a.ts', `import 'vitest';\nimport '@hedgerow/lab';`)).toEqual([]);
    expect(undeclared('packages/lab/src/a.ts', `import 'zod';`)).toEqual([
      'The package zod is not declared',
    ]);
    expect(undeclared('packages/lab/src/a.ts', `import 'vitest';`)).toEqual([
      'The package vitest is not declared',
    ]);
    expect(undeclared('scripts/a.ts', `import 'pg';`)).toEqual(['The package pg is not declared']);
  });
});
