/**
 * The runnable parts of a page, and what the page says they print.
 *
 * Conventions, all invisible to the reader of the finished page:
 *
 *     ```ts                        runs as a module from the root of the repository
 *     <!-- not run: reason -->     above a ts block: it does not run, and the reason is given
 *     <!-- run -->                 above an sh or bash block: its npm commands run
 *     <!-- prints -->              above a text block right after it: exactly what is printed
 *     console.log(x); // prints: 3 in the code itself: what this line prints
 *     <!-- service -->             once on a page: its sh blocks run in order against a service of their
 *                                  own (service-page.ts), and may call it with curl
 *     <!-- answers -->             above a json block right after such a block: what the answer holds
 *                                  (json-answer.ts)
 *
 * A block that prints must say what. With `prints` comments alone, they are the whole output, in
 * order; with a text block as well, they must occur in it in that order.
 */
import type { Finding } from '../lib/finding.ts';
import { type FencedBlock, findBlocks } from '../lib/markdown.ts';
import type { SourceFile } from '../lib/repository.ts';

export interface Snippet {
  readonly file: string;
  readonly language: 'ts' | 'sh';
  readonly block: FencedBlock;
  readonly code: string;
  /** The text block that shows the output, if there is one. */
  readonly shown: FencedBlock | undefined;
  /** The json block that shows the answer of a service, if there is one. */
  readonly answered: FencedBlock | undefined;
  /** What `// prints:` comments say, with their lines on the page. */
  readonly comments: readonly PrintsComment[];
}

export interface PrintsComment {
  readonly text: string;
  readonly line: number;
}

export const PRINTS_COMMENT = /(\/\/ prints: ?)(.*)$/;
const MAY_RUN = /^(npx hedgerow|npm run (?!test\b)[\w:-]+)(\s|$)/;
/** Where a page says that its service listens; it really listens on a free port. */
export const SERVICE_ADDRESS = 'http://127.0.0.1:8080';
const MAY_CALL = new RegExp(
  `^curl\\s[^;&|\`$]*${SERVICE_ADDRESS.replaceAll('.', '\\.')}/[^;&|\`$]*$`,
);

/** Returns the snippets of a page that run. */
export function findSnippets(page: SourceFile): Snippet[] {
  const blocks = findBlocks(page.text);
  return blocks.flatMap((block, index) => {
    const language = languageToRun(block);
    if (language === undefined) return [];
    const next = blocks[index + 1];
    const follows = (mark: string) =>
      next?.comment === mark && isRightBelow(page.text, block, next) ? next : undefined;
    const comments = language === 'ts' ? printsComments(block) : [];
    return [
      {
        file: page.file,
        language,
        block,
        code: block.content,
        shown: follows('prints'),
        answered: follows('answers'),
        comments,
      },
    ];
  });
}

/** Returns whether the blocks of a page run against a service. */
export function isServicePage(page: SourceFile): boolean {
  return /^<!-- service -->$/m.test(page.text);
}

/** Returns marks on a page that say nothing: no reason, no code above, no command we may run. */
export function checkSnippetMarks(page: SourceFile): Finding[] {
  const snippets = findSnippets(page);
  const shown = new Set(
    snippets.flatMap((snippet) => [snippet.shown?.line, snippet.answered?.line]),
  );
  const mayRun = isServicePage(page) ? [MAY_RUN, MAY_CALL] : [MAY_RUN];
  return findBlocks(page.text).flatMap((block) => {
    const fault = faultOfMark(block, { shown, mayRun });
    return fault === undefined ? [] : [{ file: page.file, line: block.firstLine, ...fault }];
  });
}

/** Returns the commands of an sh block, one for each line that is not a comment; quotes hold lines together. */
export function commandsOf(code: string): string[] {
  return code
    .replace(/^\s*#.*$/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .replace(/'[^']*'/g, (quoted) => quoted.replace(/\n\s*/g, ' '))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

type Fault = Pick<Finding, 'rule' | 'replacement'>;

interface PageRules {
  readonly shown: ReadonlySet<number | undefined>;
  readonly mayRun: readonly RegExp[];
}

function faultOfMark(block: FencedBlock, { shown, mayRun }: PageRules): Fault | undefined {
  if (/^not run\b/.test(block.comment ?? '') && !hasReason(block)) {
    return {
      rule: 'A block is not run, and no reason is given',
      replacement: 'write <!-- not run: reason -->',
    };
  }
  if (['prints', 'answers'].includes(block.comment ?? '') && !shown.has(block.line)) {
    return {
      rule: 'This output belongs to no block that runs',
      replacement: 'place it right below a ts block, or an sh block marked <!-- run -->',
    };
  }
  if (languageToRun(block) !== 'sh') return undefined;
  const isAllowed = (command: string) => mayRun.some((form) => form.test(command));
  const refused = commandsOf(block.content).find((command) => !isAllowed(command));
  if (refused === undefined) return undefined;
  return {
    rule: `The command "${refused}" may not run in the tests`,
    replacement:
      'run "npx hedgerow …" or "npm run …" (not the tests themselves), call the service of a page marked <!-- service -->, or remove the mark',
  };
}

function languageToRun(block: FencedBlock): 'ts' | 'sh' | undefined {
  if (block.language === 'ts') return hasReason(block) ? undefined : 'ts';
  const isShell = block.language === 'sh' || block.language === 'bash';
  return isShell && block.comment === 'run' ? 'sh' : undefined;
}

function hasReason(block: FencedBlock): boolean {
  return /^not run:\s*\S/.test(block.comment ?? '');
}

function isRightBelow(text: string, block: FencedBlock, next: FencedBlock): boolean {
  const between = text.split('\n').slice(block.lastLine, next.firstLine - 1);
  return between.every((line) => line.trim() === '');
}

function printsComments(block: FencedBlock): PrintsComment[] {
  return block.content.split('\n').flatMap((line, index) => {
    const match = PRINTS_COMMENT.exec(line);
    return match === null ? [] : [{ text: match[2]!.trimEnd(), line: block.line + 1 + index }];
  });
}
