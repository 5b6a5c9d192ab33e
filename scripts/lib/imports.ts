/**
 * The imports of a TypeScript file: static, dynamic and re-exports.
 *
 * Patterns run over the code view, where comments and the inside of strings are blank, so an import
 * quoted in a string is not taken for one. `import { type A }` counts as an import of values: with
 * `verbatimModuleSyntax` it loads the module at run time; only `import type` does not.
 */
import path from 'node:path';
import { lineAt, maskSource } from './mask-source.ts';

export interface ImportStatement {
  readonly specifier: string;
  /** Counted from 1. */
  readonly line: number;
  /** True when nothing is left of it at run time. */
  readonly isTypeOnly: boolean;
}

const FORMS: readonly RegExp[] = [
  // import … from '…' and export … from '…'
  /(?<![.\w$])(?:import|export)\s+(?<type>type\b(?!\s*(?:from\b|,)))?[^'"`;()=]*?\bfrom\s*['"](?<name>\s*)['"]/dg,
  // import '…'
  /(?<![.\w$])import\s*['"](?<name>\s*)['"]/dg,
  // import('…')
  /(?<![.\w$])import\s*\(\s*['"`](?<name>\s*)['"`]/dg,
];

/** Returns every import of the text, in the order of its lines. */
export function findImports(text: string): ImportStatement[] {
  const { code } = maskSource(text);
  const found = FORMS.flatMap((form) => [...code.matchAll(form)]).map((match) => {
    const [start, end] = match.indices!.groups!.name!;
    return {
      specifier: text.slice(start, end),
      line: lineAt(text, start),
      isTypeOnly: match.groups?.type !== undefined,
    };
  });
  return found.sort((one, other) => one.line - other.line);
}

/** True for "./x.ts" and "../x.ts". */
export function isRelative(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../');
}

/** Returns the path, relative to the repository, that a relative import of `file` names. */
export function resolveRelative(file: string, specifier: string): string {
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
}

/** Returns the package a bare import names: "@a/b" for "@a/b/c", "vitest" for "vitest/config". */
export function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!;
}

/**
 * Returns every relative path to a script that stands in a string, imports included.
 *
 * Wider than `findImports`: it also sees workers (`new URL('./worker.ts', import.meta.url)`) and
 * commands that start another file.
 */
export function findScriptPaths(text: string): string[] {
  const { withoutComments } = maskSource(text);
  const literals = withoutComments.matchAll(/['"`](\.{1,2}\/[^'"`\s]+\.(?:ts|tsx|js))['"`]/g);
  return [...new Set([...literals].map((match) => match[1]!))];
}
