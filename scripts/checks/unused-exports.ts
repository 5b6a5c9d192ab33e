/**
 * Every name that a package offers at its doors is wanted.
 *
 * Wanted is what another package imports (its tests included: they have no other way in), what a page
 * of the documentation or an example runs, and what stands in the list of kept-names.ts with a reason. A
 * type may stand beside a wanted name of its file: it is how a caller names the input or the answer.
 */
import type { Finding } from '../lib/finding.ts';
import type { Manifest } from '../lib/manifest.ts';
import { type Definition, doorsOf, NameGraph } from '../lib/names.ts';
import type { SourceFile } from '../lib/repository.ts';
import { packageFolder } from '../lib/source-kinds.ts';

/** The packages that offer names to others to build on. */
const OFFERING: readonly string[] = ['core', 'lab'];

export interface UnusedExportsInput {
  /** Sources, examples, and pages with the code that they run as text. */
  readonly sources: readonly SourceFile[];
  readonly manifests: readonly Manifest[];
  /** Names that stay although nobody uses them yet, with the reason. */
  readonly kept: Readonly<Record<string, string>>;
}

/** Returns the names at doors that nobody wants, and names of the list that need no reason. */
export function checkUnusedExports({ sources, manifests, kept }: UnusedExportsInput): Finding[] {
  const graph = new NameGraph(sources, manifests);
  const users = usersOfDefinitions(sources, graph);
  const isUsed = (definition: Definition) =>
    [...(users.get(keyOf(definition)) ?? [])].some(
      (folder) => folder !== packageFolder(definition.file),
    );
  const offers = offersOf(manifests, graph);
  const names = new Set(offers.map(({ name }) => name));
  const wantedFiles = new Set(
    offers
      .filter(({ name, definition }) => isUsed(definition) || Object.hasOwn(kept, name))
      .map(({ definition }) => definition.file),
  );
  const isBeside = (definition: Definition) =>
    graph.isType(definition) && wantedFiles.has(definition.file);
  const unwanted = offers.filter(
    ({ name, definition }) =>
      !isUsed(definition) && !isBeside(definition) && !Object.hasOwn(kept, name),
  );
  const idle = Object.keys(kept).filter(
    (name) =>
      !names.has(name) || offers.some((offer) => offer.name === name && isUsed(offer.definition)),
  );
  return [
    ...unwanted.map(({ door, name }) => ({
      file: door,
      line: 1,
      rule: `No other package, page or example uses ${name}`,
      replacement: 'offer it no longer, or say in scripts/checks/kept-names.ts why it stays',
    })),
    ...idle.map((name) => ({
      file: 'scripts/checks/kept-names.ts',
      line: 1,
      rule: `${name} is used, or offered no longer, and needs no reason`,
      replacement: 'take it off the list',
    })),
  ];
}

interface Offer {
  readonly door: string;
  readonly name: string;
  readonly definition: Definition;
}

function offersOf(manifests: readonly Manifest[], graph: NameGraph): Offer[] {
  return manifests
    .filter(({ file }) => OFFERING.includes(packageFolder(file) ?? ''))
    .flatMap(doorsOf)
    .flatMap(([, door]) =>
      graph
        .linksOf(door)
        .filter(({ isPassedOn }) => isPassedOn)
        .map(({ alias }) => ({ door, name: alias, definition: graph.definitionOf(door, alias) })),
    );
}

/** Returns who imports each definition: the folder of a package, or undefined outside packages. */
function usersOfDefinitions(
  sources: readonly SourceFile[],
  graph: NameGraph,
): Map<string, Set<string | undefined>> {
  const users = new Map<string, Set<string | undefined>>();
  for (const { file } of sources) {
    for (const definition of graph.definitionsUsedBy(file)) {
      const key = keyOf(definition);
      users.set(key, (users.get(key) ?? new Set()).add(packageFolder(file)));
    }
  }
  return users;
}

function keyOf({ file, name }: Definition): string {
  return `${file} ${name}`;
}
