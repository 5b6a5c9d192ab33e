/**
 * The packages move together, and the change log keeps up with them.
 */
import { describe, expect, it } from 'vitest';
import { CORE_VERSION } from '../packages/core/src/base/version.ts';
import { checkChangelog, checkVersions } from './checks/versions.ts';
import { refuseFindings } from './lib/finding.ts';
import { type ManifestContent, parseManifest } from './lib/manifest.ts';
import { listFiles, readRequired, readSource } from './lib/repository.ts';

const manifests = listFiles()
  .filter((file) => file === 'package.json' || /^packages\/[^/]+\/package\.json$/.test(file))
  .map((file) => parseManifest(readSource(file)));

describe('the repository', () => {
  it('has one version number', () => {
    expect(manifests.length).toBeGreaterThan(1);
    refuseFindings(checkVersions(manifests));
  });

  it('writes that number into what it keeps', () => {
    expect(manifests.find(({ file }) => file === 'package.json')?.content.version).toBe(
      CORE_VERSION,
    );
  });

  it('has a place in CHANGELOG.md for what comes next', () => {
    const version = manifests.find(({ file }) => file === 'package.json')?.content.version ?? '';
    refuseFindings(checkChangelog(readRequired('CHANGELOG.md'), version));
  });
});

describe('checkVersions', () => {
  const manifest = (file: string, content: ManifestContent) =>
    parseManifest({ file, text: JSON.stringify(content, null, 2) });

  it('refuses another version, and another pin of a sister package', () => {
    const found = checkVersions([
      manifest('package.json', { name: 'all', version: '1.2.0' }),
      manifest('packages/a/package.json', { name: 'a', version: '1.1.0' }),
      manifest('packages/b/package.json', {
        name: 'b',
        version: '1.2.0',
        dependencies: { a: '1.1.0', other: '9.9.9' },
      }),
    ]);
    expect(found.map(({ file, line, rule }) => `${file}:${line} ${rule}`)).toEqual([
      'packages/a/package.json:3 version is 1.1.0, but the workspace has version 1.2.0',
      'packages/b/package.json:5 a is 1.1.0, but the workspace has version 1.2.0',
    ]);
  });
});

describe('checkChangelog', () => {
  const findings = (text: string) => checkChangelog({ file: 'CHANGELOG.md', text }, '1.2.0');

  it.each(['## Unreleased', '## [Unreleased]', '## 1.2.0', '## [1.2.0] - spring', '## v1.2.0'])(
    'accepts %s',
    (heading) => {
      expect(findings(`# Changes\n\n${heading}\n`)).toEqual([]);
    },
  );

  it('refuses a log that stops before this version', () => {
    expect(findings('# Changes\n\n## 1.1.0\n')).toHaveLength(1);
  });
});
