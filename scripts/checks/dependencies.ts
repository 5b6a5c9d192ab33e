/**
 * What stands in the package.json files: pinned, declared, and nothing at all for the core.
 */
import { builtinModules } from 'node:module';
import type { Finding } from '../lib/finding.ts';
import { findImports, isRelative, packageName } from '../lib/imports.ts';
import { DEPENDENCY_FIELDS, lineOfKey, type Manifest, nearestManifest } from '../lib/manifest.ts';
import type { SourceFile } from '../lib/repository.ts';
import { isTest } from '../lib/source-kinds.ts';

const EXACT_VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** Every version is one version: no ranges, tags or addresses. */
export function checkPinned(manifest: Manifest): Finding[] {
  return DEPENDENCY_FIELDS.flatMap((field) => Object.entries(manifest.content[field] ?? {}))
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => ({
      file: manifest.file,
      line: lineOfKey(manifest, name),
      rule: `The version of ${name} is "${version}", which is not one exact version`,
      replacement: 'pin it, as in "1.2.3"',
    }));
}

/** The core depends on nothing, not even for its tests: those tools belong to the workspace. */
export function checkNoDependencies(manifest: Manifest): Finding[] {
  return [...DEPENDENCY_FIELDS, 'bundleDependencies', 'bundledDependencies']
    .filter((field) => field in manifest.content)
    .map((field) => ({
      file: manifest.file,
      line: lineOfKey(manifest, field),
      rule: `The core has ${field}`,
      replacement: 'remove the field; test tools belong into the package.json of the workspace',
    }));
}

/**
 * Every package a file imports is declared in the package.json nearest above it.
 *
 * Sources need it among the dependencies; for types and in tests the development dependencies do,
 * and tests may also use those of the workspace. Files outside packages/ belong to the workspace,
 * which links its own packages by itself.
 */
export function checkDeclared(source: SourceFile, manifests: readonly Manifest[]): Finding[] {
  const own = nearestManifest(source.file, manifests);
  const workspace = manifests.find(({ file }) => file === 'package.json');
  const isOfWorkspace = own === workspace;
  const published = namesIn(own, ['dependencies', 'peerDependencies', 'optionalDependencies']);
  const development = namesIn(own, ['devDependencies']);
  const forTests = namesIn(workspace, DEPENDENCY_FIELDS);
  const linked = isOfWorkspace ? manifests.map(({ content }) => content.name ?? '') : [];

  return findImports(source.text)
    .filter(({ specifier }) => !isRelative(specifier) && !isBuiltIn(specifier))
    .filter(({ specifier, isTypeOnly }) => {
      const name = packageName(specifier);
      if (name === own?.content.name || published.includes(name) || linked.includes(name))
        return false;
      const mayUseDevelopment = isTypeOnly || isOfWorkspace || isTest(source.file);
      if (mayUseDevelopment && development.includes(name)) return false;
      return !(isTest(source.file) && forTests.includes(name));
    })
    .map(({ specifier, line }) => ({
      file: source.file,
      line,
      rule: `The package ${packageName(specifier)} is not declared`,
      replacement: `add it to ${own?.file ?? 'package.json'} with its exact version`,
    }));
}

function namesIn(
  manifest: Manifest | undefined,
  fields: readonly (typeof DEPENDENCY_FIELDS)[number][],
): string[] {
  return fields.flatMap((field) => Object.keys(manifest?.content[field] ?? {}));
}

function isBuiltIn(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}
