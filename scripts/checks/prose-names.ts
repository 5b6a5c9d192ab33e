/**
 * Names in the text of a page: what stands between backticks and looks like one of ours exists.
 *
 *     `npm run price`         a script of package.json
 *     `npx hedgerow plan …`   a command
 *     `HR_RATE_LIMIT`         a code, `HEDGEROW_PORT` a variable: both somewhere in the sources
 *     `packages/core/src`     a file or folder of the repository
 *     `@hedgerow/client`      a door of a package
 *
 * So a page that shows no code to run is not left to itself. Changes and decision records tell of their
 * own time, and may name what is gone.
 */
import type { Finding } from '../lib/finding.ts';
import { backticked, withoutBlocks } from '../lib/markdown.ts';
import type { SourceFile } from '../lib/repository.ts';

/** What exists, to compare with. */
export interface KnownNames {
  readonly scripts: ReadonlySet<string>;
  readonly commands: ReadonlySet<string>;
  readonly doors: ReadonlySet<string>;
  readonly files: readonly string[];
  /** Whether a word stands somewhere in the sources. */
  readonly isInSources: (word: string) => boolean;
}

/** Returns whether a page speaks of the present. */
export function isOfToday(file: string): boolean {
  return file !== 'CHANGELOG.md' && !file.startsWith('docs/decisions/');
}

/** Returns the names in a page that nothing has. */
export function checkProseNames(page: SourceFile, known: KnownNames): Finding[] {
  return withoutBlocks(page.text)
    .split('\n')
    .flatMap((line, index) =>
      backticked(line)
        .filter((name) => !exists(name, known))
        .map((name) => ({
          file: page.file,
          line: index + 1,
          rule: `The page names \`${name}\`, which does not exist`,
          replacement: 'name what is there, or write it without backticks',
        })),
    );
}

function exists(name: string, known: KnownNames): boolean {
  const script = /^npm run ([\w:-]+)/.exec(name)?.[1];
  if (script !== undefined) return known.scripts.has(script);
  const command = /^(?:npx hedgerow|hedgerow(?= [a-z-]+(?:$| [A-Z[-]))) ([a-z-]+)/.exec(name)?.[1];
  if (command !== undefined) return known.commands.has(command);
  const word = /^((?:HR|HEDGEROW)_[A-Z_]+)$/.exec(name)?.[1];
  if (word !== undefined) return known.isInSources(word);
  if (/^@hedgerow\/[\w/-]+$/.test(name)) return known.doors.has(name);
  const file = /^((?:packages|scripts|docs|examples|bench|vectors|deploy)\/[\w./-]*\w)\/?$/.exec(
    name,
  );
  // What is built is in no list of files, and `your-map.ts` is the reader's.
  if (file === null || /\/(dist|your-[\w.-]+)$/.test(file[1]!)) return true;
  return known.files.some((one) => one === file[1] || one.startsWith(`${file[1]}/`));
}
