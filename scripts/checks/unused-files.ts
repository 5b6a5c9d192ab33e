/**
 * Every source file is used by something: another source, a page that runs it, a package.json, a
 * command.
 *
 * A package file that only tests import is dead code with a test, so imports from tests do not
 * count for it. The scripts folder is different: there the tests are the users. An index that passes a
 * name on does not use it; whoever imports the name from the index does.
 */
import path from 'node:path';
import type { Finding } from '../lib/finding.ts';
import { findScriptPaths, resolveRelative } from '../lib/imports.ts';
import type { Manifest } from '../lib/manifest.ts';
import { NameGraph } from '../lib/names.ts';
import type { SourceFile } from '../lib/repository.ts';
import { isAssembly, isTest } from '../lib/source-kinds.ts';

const KEPT_LIST = 'scripts/checks/kept-names.ts';
/** These name files to speak about them, not to start them. */
const NAMES_WITHOUT_USE = /^scripts\/(checks|mutants)\//;

/** Returns the source files that nothing uses; pages are sources whose text is the code they run. */
export function checkUnusedFiles(
  sources: readonly SourceFile[],
  manifests: readonly Manifest[],
  kept: Readonly<Record<string, string>> = {},
): Finding[] {
  const graph = new NameGraph(sources, manifests);
  const used = new Set([
    ...manifests.flatMap(entryFiles),
    ...sources.flatMap((source) => filesUsedBy(source, graph)),
  ]);
  const isUsed = (file: string) => used.has(file) || (isAssembly(file) && isBuilt(file, sources));
  const unused = sources
    .map(({ file }) => file)
    .filter((file) => mustBeUsed(file) && !isUsed(file));
  const idle = Object.keys(kept).filter((file) => !unused.includes(file));
  return [
    ...unused
      .filter((file) => !Object.hasOwn(kept, file))
      .map((file) => ({
        file,
        line: 1,
        rule: 'No other source file, page, package.json or npm script uses this file',
        replacement: 'use it, move it to testing/, delete it, or say in kept-names.ts why it stays',
      })),
    ...idle.map((file) => ({
      file: KEPT_LIST,
      line: 1,
      rule: `${file} is used, or gone, and needs no reason`,
      replacement: 'take it off the list',
    })),
  ];
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
export function filesUsedBy(source: SourceFile, graph: NameGraph): string[] {
  if (isTest(source.file) && source.file.startsWith('packages/')) return [];
  const passedOn = new Set(
    graph.linksOf(source.file).flatMap((link) => (link.isPassedOn ? [link.specifier] : [])),
  );
  const relative = findScriptPaths(source.text)
    .filter((name) => !passedOn.has(name))
    .map((name) => resolveRelative(source.file, name));
  const defined = graph.definitionsUsedBy(source.file).map(({ file }) => file);
  const built = relative.map((file) => file.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
  const fromRoot = [
    ...source.text.matchAll(/['"`]((?:packages|scripts|bench)\/[^'"`\s]+\.ts)['"`]/g),
  ];
  const named = NAMES_WITHOUT_USE.test(source.file) ? [] : fromRoot.map((match) => match[1]!);
  return [...relative, ...defined, ...built, ...named, ...startedByBin(source)];
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
