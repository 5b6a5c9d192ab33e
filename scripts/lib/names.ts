/**
 * Which names a TypeScript file imports, passes on and defines, and where a name comes from.
 *
 * A barrel only passes names on: whoever imports one of them uses the file that defines it, and not
 * the barrel. So `definitionOf` follows `export { a } from './b.ts'` to its end.
 */
import path from 'node:path';
import { isRelative, resolveRelative } from './imports.ts';
import type { Manifest } from './manifest.ts';
import { maskSource } from './mask-source.ts';
import type { SourceFile } from './repository.ts';

/** One name of `import { name as alias } from '…'` or `export { name as alias } from '…'`. */
export interface NameLink {
  readonly specifier: string;
  /** "*" for a whole module. */
  readonly name: string;
  readonly alias: string;
  readonly isPassedOn: boolean;
}

export interface Definition {
  readonly file: string;
  readonly name: string;
}

const LINKS: readonly RegExp[] = [
  /(?<![.\w$])(?<verb>import|export)\s+(?:type\s+)?(?<clause>[^'"`;()=]*?)\bfrom\s*['"](?<at>\s*)['"]/dg,
  // const { a, b: c } = await import('…')
  /(?<clause>\{[^{}]*\})\s*=\s*await\s+import\s*\(\s*['"](?<at>\s*)['"]/dg,
];
const DEFINITION =
  /^export\s+(?:abstract\s+|async\s+|declare\s+)*(?<kind>const|let|function\*?|class|interface|type|enum)\s+(?<name>[\w$]+)/gm;

/** Returns the names that a text imports from elsewhere, or passes on. */
export function findNameLinks(text: string): NameLink[] {
  const { code } = maskSource(text);
  return LINKS.flatMap((form) => [...code.matchAll(form)]).flatMap((match) => {
    const [start, end] = match.indices!.groups!.at!;
    const { verb, clause } = match.groups!;
    const link = { specifier: text.slice(start, end), isPassedOn: verb === 'export' };
    return namesOfClause(clause!).map((names) => ({ ...link, ...names }));
  });
}

/** Returns the names that a text defines and exports, with what they are. */
export function findDefinitions(text: string): Map<string, 'type' | 'value'> {
  return new Map(
    [...maskSource(text).code.matchAll(DEFINITION)].map(({ groups }) => [
      groups!.name!,
      /^(interface|type)$/.test(groups!.kind!) ? 'type' : 'value',
    ]),
  );
}

/** Where names come from, in one repository. */
export class NameGraph {
  readonly #links = new Map<string, readonly NameLink[]>();
  readonly #definitions = new Map<string, ReadonlyMap<string, 'type' | 'value'>>();
  readonly #doors: ReadonlyMap<string, string>;

  constructor(sources: readonly SourceFile[], manifests: readonly Manifest[]) {
    for (const { file, text } of sources) {
      this.#links.set(file, findNameLinks(text));
      this.#definitions.set(file, findDefinitions(text));
    }
    this.#doors = new Map(manifests.flatMap(doorsOf));
  }

  linksOf(file: string): readonly NameLink[] {
    return this.#links.get(file) ?? [];
  }

  /** Says whether a definition is a type; unknown ones count as values. */
  isType({ file, name }: Definition): boolean {
    return this.#definitions.get(file)?.get(name) === 'type';
  }

  /** Returns the file that a specifier of `file` leads to, or undefined outside the repository. */
  target(file: string, specifier: string): string | undefined {
    return isRelative(specifier) ? resolveRelative(file, specifier) : this.#doors.get(specifier);
  }

  /** Returns where a name that `file` offers is defined; the file itself when nobody else does. */
  definitionOf(file: string, name: string): Definition {
    if (this.#definitions.get(file)?.has(name)) return { file, name };
    const link = this.linksOf(file).find(({ alias, isPassedOn }) => isPassedOn && alias === name);
    const next = link && this.target(file, link.specifier);
    return next === undefined ? { file, name } : this.definitionOf(next, link!.name);
  }

  /** Returns the definitions that a file imports, without those it only passes on. */
  definitionsUsedBy(file: string): Definition[] {
    return this.linksOf(file).flatMap(({ specifier, name, isPassedOn }) => {
      const target = isPassedOn ? undefined : this.target(file, specifier);
      return target === undefined ? [] : [this.definitionOf(target, name)];
    });
  }
}

/** Returns the specifiers of a package.json's exports, with the source each one leads to. */
export function doorsOf({ file, content }: Manifest): [string, string][] {
  const { name, exports } = content;
  if (name === undefined || typeof exports !== 'object' || exports === null) return [];
  return Object.entries(exports).flatMap(([door, targets]) => {
    const source = (targets as Record<string, string>)['@hedgerow/source'];
    if (source === undefined) return [];
    return [[path.posix.join(name, door), path.posix.join(path.posix.dirname(file), source)]];
  });
}

function namesOfClause(clause: string): { name: string; alias: string }[] {
  const braced = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
  const beside = clause.replace(/\{[^}]*\}/, '').replace(/[\s,]+$/, '');
  const names = braced
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .filter((part) => part !== '')
    .map((part) => part.split(/\s+as\s+|\s*:\s*/))
    .map(([name, alias]) => ({ name: name!, alias: alias ?? name! }));
  if (beside.trim() === '') return names;
  const isWhole = beside.trim().startsWith('*');
  return [...names, { name: isWhole ? '*' : 'default', alias: beside.trim() }];
}
