/**
 * The reference of the packages, made from their types: one page for each door that a package.json opens.
 *
 * A door lists its names; each name leads to the file that declares it (`NameGraph`), and from there come
 * the declaration and its comment. Nothing is written by hand, and nothing is kept in the repository: the
 * pages are made when the site is.
 */
import path from 'node:path';
import { parseManifest } from '../../lib/manifest.ts';
import { type Definition, doorsOf, NameGraph } from '../../lib/names.ts';
import { listFiles, readSource } from '../../lib/repository.ts';
import { isTest } from '../../lib/source-kinds.ts';
import type { SitePage } from '../site-page.ts';
import { type Declaration, findDeclaration, type MaskedText, maskedText } from './declarations.ts';

/** The doors that people program against, in the order of the list, with what stands behind them. */
const DOORS: Readonly<Record<string, string>> = {
  '@hedgerow/core': 'Policies, forecasts as distributions, feature maps, receipts, errors.',
  '@hedgerow/core/research': 'The rooms taken apart: models, proposers, certificates, strategies.',
  '@hedgerow/client': 'Calls the service, and falls back to your baseline when it is away.',
  '@hedgerow/forecasts': 'Forecasts as they are downloaded, and whether they are any good.',
  '@hedgerow/farm': 'Trials and fields from tables, and the yield model of a farm.',
  '@hedgerow/service': 'The service in a process of your own.',
};

/** Where what they offer is declared. */
const SOURCES = /^packages\/(core|client|forecasts|farm|service)\/src\/.*\.ts$/;

const KINDS: readonly (readonly [Declaration['kind'], string])[] = [
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['const', 'Constants'],
  ['interface', 'Shapes'],
  ['type', 'Types'],
];

/** Returns the pages, ready for the site. */
export function apiPages(): SitePage[] {
  const sources = listFiles()
    .filter((file) => SOURCES.test(file) && !isTest(file))
    .map(readSource);
  const manifests = listFiles()
    .filter((file) => /^packages\/[^/]+\/package\.json$/.test(file))
    .map((file) => parseManifest(readSource(file)));
  const graph = new NameGraph(sources, manifests);
  const doors = new Map(manifests.flatMap(doorsOf));
  const texts = new Map(sources.map(({ file, text }) => [file, maskedText(text)]));
  return Object.entries(DOORS).map(([door, about]) => {
    const names = namesAt(doors.get(door)!, { graph, texts });
    return pageOf(door, about, names);
  });
}

interface Named extends Declaration {
  readonly name: string;
  readonly file: string;
}

interface Sources {
  readonly graph: NameGraph;
  readonly texts: ReadonlyMap<string, MaskedText>;
}

const EXPORTED_HERE =
  /^export\s+(?:async\s+|abstract\s+)*(?:function|class|interface|type|const)\*?\s+(\w+)/gm;

/** Returns what a door offers, by name. */
function namesAt(door: string, sources: Sources): Named[] {
  const passed = sources.graph.linksOf(door).filter(({ isPassedOn }) => isPassedOn);
  const own = [...sources.texts.get(door)!.text.matchAll(EXPORTED_HERE)];
  return [...passed.map(({ alias }) => alias), ...own.map((match) => match[1]!)]
    .map((name) => ({ ...declarationOf({ file: door, name }, sources), name }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Follows a name to its declaration, also through a file that imports it and exports it again. */
function declarationOf(
  wanted: Definition,
  sources: Sources,
): Declaration & { readonly file: string } {
  const { graph, texts } = sources;
  const { file, name } = graph.definitionOf(wanted.file, wanted.name);
  const text = texts.get(file);
  const declared = text && findDeclaration(text, name);
  if (declared !== undefined) return { ...declared, file };
  const link = graph.linksOf(file).find(({ alias }) => alias === name);
  const next = link && graph.target(file, link.specifier);
  if (next === undefined) {
    throw new Error(`${file} offers ${name}, but its declaration was not found.`);
  }
  return declarationOf({ file: next, name: link!.name }, sources);
}

function pageOf(door: string, about: string, names: readonly Named[]): SitePage {
  const parts = KINDS.map(([kind, title]) => ({
    title,
    named: names.filter((one) => one.kind === kind),
  })).filter(({ named }) => named.length > 0);
  const text = [
    `# ${door}`,
    about,
    `Made from the types: ${names.length} names.`,
    ...parts.flatMap(({ title, named }) => [`## ${title}`, ...named.map(entryOf)]),
  ].join('\n\n');
  const address = `api/${door.replace('@hedgerow/', '').replaceAll('/', '-')}.html`;
  return { file: path.posix.join('api', `${door}.md`), address, title: door, text };
}

function entryOf({ name, code, comment, file }: Named): string {
  const said = comment
    .replace(/^#/gm, '\\#')
    .replace(/^@param (\w+)/gm, '\n- `$1`:')
    .replace(/^@returns? /gm, '\nReturns ')
    .replace(/\{@link (\w+)\}/g, '`$1`');
  const parts = [`### \`${name}\``, said, `\`\`\`ts\n${code}\n\`\`\``, `Declared in \`${file}\`.`];
  return parts.filter((part) => part !== '').join('\n\n');
}
