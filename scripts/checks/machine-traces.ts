/**
 * Nothing in the repository points at one particular machine or package registry.
 *
 * The names are joined from pieces, so that this file passes its own check.
 */
import type { Finding } from '../lib/finding.ts';
import { lineAt } from '../lib/mask-source.ts';
import type { SourceFile } from '../lib/repository.ts';

const HOME_FOLDERS = ['work', 'root', 'home', 'Users', 'tmp/research'].join('|');
const REGISTRY_HOSTS = [
  String.raw`\bregistry\.[a-z0-9-]+\.[a-z]{2,}`,
  String.raw`\b(?:npm|packages?|mirrors?)\.[a-z0-9.-]+\.[a-z]{2,}/(?:repository|artifactory|simple|npm)\b`,
  String.raw`\b(?:artifactory|verdaccio|nexus)\.[a-z0-9-]+\.[a-z]{2,}`,
  String.raw`\blocalhost:4873\b`,
].join('|');

const TRACES: readonly {
  readonly pattern: RegExp;
  readonly what: string;
  readonly instead: string;
}[] = [
  {
    // A slash after a letter or a dot belongs to an address or to a relative path.
    pattern: new RegExp(String.raw`(?<![\w.~@*-])/(?:${HOME_FOLDERS})/`, 'g'),
    what: 'a path of one machine',
    instead: 'write the path relative to the repository',
  },
  {
    pattern: new RegExp(REGISTRY_HOSTS, 'gi'),
    what: 'the host of a package registry',
    instead: 'leave the choice of registry to the reader',
  },
];

/** Returns every machine path and registry host in a text. */
export function checkMachineTraces(source: SourceFile): Finding[] {
  return TRACES.flatMap(({ pattern, what, instead }) =>
    [...source.text.matchAll(pattern)].map((match) => ({
      file: source.file,
      line: lineAt(source.text, match.index),
      rule: `'${match[0]}' is ${what}`,
      replacement: instead,
    })),
  );
}

/** True for a text, false for a picture or another binary file. */
export function isText(source: SourceFile): boolean {
  return !source.text.includes('\0');
}
