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
  /** What `// prints:` comments say, with their lines on the page. */
  readonly comments: readonly PrintsComment[];
}

export interface PrintsComment {
  readonly text: string;
  readonly line: number;
}

export const PRINTS_COMMENT = /(\/\/ prints: ?)(.*)$/;
const MAY_RUN = /^(npx hedgerow|npm run (?!test\b)[\w:-]+)(\s|$)/;

/** Returns the snippets of a page that run. */
export function findSnippets(page: SourceFile): Snippet[] {
  const blocks = findBlocks(page.text);
  return blocks.flatMap((block, index) => {
    const language = languageToRun(block);
    if (language === undefined) return [];
    const next = blocks[index + 1];
    const shown = next !== undefined && isOutputOf(page.text, block, next) ? next : undefined;
    const comments = language === 'ts' ? printsComments(block) : [];
    return [{ file: page.file, language, block, code: block.content, shown, comments }];
  });
}

/** Returns marks on a page that say nothing: no reason, no code above, no command we may run. */
export function checkSnippetMarks(page: SourceFile): Finding[] {
  const snippets = findSnippets(page);
  const shown = new Set(snippets.map((snippet) => snippet.shown?.line));
  return findBlocks(page.text).flatMap((block) => {
    const fault = faultOfMark(block, shown);
    return fault === undefined ? [] : [{ file: page.file, line: block.firstLine, ...fault }];
  });
}

/** Returns the commands of an sh block, one for each line that is not a comment. */
export function commandsOf(code: string): string[] {
  return code
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

type Fault = Pick<Finding, 'rule' | 'replacement'>;

function faultOfMark(
  block: FencedBlock,
  shown: ReadonlySet<number | undefined>,
): Fault | undefined {
  if (/^not run\b/.test(block.comment ?? '') && !hasReason(block)) {
    return {
      rule: 'A block is not run, and no reason is given',
      replacement: 'write <!-- not run: reason -->',
    };
  }
  if (block.comment === 'prints' && !shown.has(block.line)) {
    return {
      rule: 'This output belongs to no block that runs',
      replacement: 'place it right below a ts block, or an sh block marked <!-- run -->',
    };
  }
  if (languageToRun(block) !== 'sh') return undefined;
  const refused = commandsOf(block.content).find((command) => !MAY_RUN.test(command));
  if (refused === undefined) return undefined;
  return {
    rule: `The command "${refused}" may not run in the tests`,
    replacement:
      'run "npx hedgerow …" or "npm run …" (not the tests themselves), or remove the mark',
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

function isOutputOf(text: string, block: FencedBlock, next: FencedBlock): boolean {
  const between = text.split('\n').slice(block.lastLine, next.firstLine - 1);
  return next.comment === 'prints' && between.every((line) => line.trim() === '');
}

function printsComments(block: FencedBlock): PrintsComment[] {
  return block.content.split('\n').flatMap((line, index) => {
    const match = PRINTS_COMMENT.exec(line);
    return match === null ? [] : [{ text: match[2]!.trimEnd(), line: block.line + 1 + index }];
  });
}
