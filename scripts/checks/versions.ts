/**
 * One version number for all packages, and a place in CHANGELOG.md for it.
 */
import type { Finding } from '../lib/finding.ts';
import { DEPENDENCY_FIELDS, lineOfKey, type Manifest } from '../lib/manifest.ts';
import type { SourceFile } from '../lib/repository.ts';

/** Returns the package.json files whose version, or pin of a sister package, differs from the workspace. */
export function checkVersions(manifests: readonly Manifest[]): Finding[] {
  const workspace = manifests.find(({ file }) => file === 'package.json');
  const version = workspace?.content.version ?? 'missing';
  const names = new Set(manifests.map(({ content }) => content.name));
  return manifests.flatMap((manifest) => {
    const pins = DEPENDENCY_FIELDS.flatMap((field) =>
      Object.entries(manifest.content[field] ?? {}),
    );
    const sisters = pins.filter(([name]) => names.has(name));
    return [['version', manifest.content.version ?? 'missing'] as const, ...sisters]
      .filter(([, found]) => found !== version)
      .map(([key, found]) => ({
        file: manifest.file,
        line: lineOfKey(manifest, key),
        rule: `${key} is ${found}, but the workspace has version ${version}`,
        replacement: `write "${version}", or raise all of them together`,
      }));
  });
}

/** Returns a finding when the change log has no heading for unreleased work or for this version. */
export function checkChangelog(changelog: SourceFile, version: string): Finding[] {
  const headings = changelog.text.split('\n').filter((line) => line.startsWith('## '));
  const isCovered = headings.some((heading) => {
    const [first = ''] = heading.slice(3).replace(/[[\]]/g, '').trim().split(/\s+/);
    return /^unreleased$/i.test(first) || first === version || first === `v${version}`;
  });
  if (isCovered) return [];
  return [
    {
      file: changelog.file,
      line: 1,
      rule: `There is no heading "Unreleased" or "${version}"`,
      replacement: 'add "## Unreleased" and say what changed',
    },
  ];
}
