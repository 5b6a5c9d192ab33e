/**
 * Every source file is used by something: another source, an index, a package.json, a command.
 *
 * A package file that only tests import is dead code with a test, so imports from tests do not
 * count for it. The scripts folder is different: there the tests are the users.
 */
import path from 'node:path';
import type { Finding } from '../lib/finding.ts';
import { findScriptPaths, resolveRelative } from '../lib/imports.ts';
import type { Manifest } from '../lib/manifest.ts';
import type { SourceFile } from '../lib/repository.ts';
import { isAssembly, isTest } from '../lib/source-kinds.ts';

/** Returns the source files that nothing uses. */
export function checkUnusedFiles(
  sources: readonly SourceFile[],
  manifests: readonly Manifest[],
): Finding[] {
  const entries = manifests.flatMap(entryFiles);
  const used = new Set([...entries, ...sources.flatMap(filesUsedBy)]);
  const isUsed = (file: string) => used.has(file) || (isAssembly(file) && isBuilt(file, sources));
  return sources
    .filter(({ file }) => mustBeUsed(file) && !isUsed(file))
    .map(({ file }) => ({
      file,
      line: 1,
      rule: 'No other source file, package.json or npm script uses this file',
      replacement: 'export it from its index, move it to testing/, or delete it',
    }));
}

/** Returns the files that a package.json names: bin, exports and npm scripts. */
export function entryFiles(manifest: Manifest): string[] {
  const folder = path.posix.dirname(manifest.file);
  const { bin, main, exports, scripts } = manifest.content;
  const inScripts = Object.values(scripts ?? {}).flatMap(
    (script) => script.match(/[\w./-]+\.[jt]s\b/g) ?? [],
  );
  return [...textsIn([bin, main, exports]), ...inScripts].map((file) =>
    path.posix.join(folder, file),
  );
}

/** Returns the files one source uses, by import or by naming a path. */
export function filesUsedBy(source: SourceFile): string[] {
  if (isTest(source.file) && source.file.startsWith('packages/')) return [];
  const relative = findScriptPaths(source.text).map((name) => resolveRelative(source.file, name));
  const built = relative.map((file) => file.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
  const fromRoot = [
    ...source.text.matchAll(/['"`]((?:packages|scripts|bench)\/[^'"`\s]+\.ts)['"`]/g),
  ];
  return [...relative, ...built, ...fromRoot.map((match) => match[1]!), ...startedByBin(source)];
}

/** A bin joins the path of the source it starts, so a quoted file name is enough. */
function startedByBin({ file, text }: SourceFile): string[] {
  const folder = /^(packages\/[^/]+)\/bin\//.exec(file)?.[1];
  if (folder === undefined) return [];
  return [...text.matchAll(/['"]([\w-]+\.ts)['"]/g)].map((match) => `${folder}/src/${match[1]}`);
}

/** A test, an example, a benchmark or a configuration begins by itself. */
function mustBeUsed(file: string): boolean {
  if (isTest(file)) return false;
  return /^packages\/[^/]+\/(src|bin)\//.test(file) || file.startsWith('scripts/');
}

/** AssemblyScript is not imported: a script compiles it, and so names it. */
function isBuilt(file: string, sources: readonly SourceFile[]): boolean {
  const name = path.posix.basename(file);
  return sources.some((source) => source.file.startsWith('scripts/') && source.text.includes(name));
}

/** Returns every text in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
