/**
 * Error codes, in the source, in docs/reference/errors.md and in the tests: the same everywhere.
 *
 * On the page each code is a heading of the second or third level, followed by three labelled parts:
 * "**When.**", "**Example.**" with a fenced message that ends in the code, and "**What to do.**".
 */
import type { Finding } from '../lib/finding.ts';
import { findBlocks, findHeadings, type Heading } from '../lib/markdown.ts';
import { lineAt, maskSource } from '../lib/mask-source.ts';
import type { SourceFile } from '../lib/repository.ts';

const CODE = /\bH[RF]_[A-Z][A-Z0-9_]*\b/;
const LABELS = ['**When.**', '**Example.**', '**What to do.**'];

export interface ErrorCodeEntry {
  readonly code: string;
  readonly line: number;
}

/** Returns the codes listed in `ERROR_CODES`, comments left out. */
export function codesInSource(source: SourceFile): ErrorCodeEntry[] {
  const { withoutComments } = maskSource(source.text);
  const list = /ERROR_CODES\b[^=]*=\s*\[([^\]]*)\]/d.exec(withoutComments);
  if (list === null) return [];
  const start = list.indices![1]![0];
  return [...list[1]!.matchAll(/'(\w+)'/g)].map((match) => ({
    code: match[1]!,
    line: lineAt(source.text, start + match.index),
  }));
}

/** Returns the codes explained on the page. */
export function codesOnPage(page: SourceFile): ErrorCodeEntry[] {
  return codeHeadings(page).map(({ text, line }) => ({ code: CODE.exec(text)![0], line }));
}

/** Returns what one side has and the other lacks, and what an explanation leaves out. */
export function checkErrorPage(sources: readonly SourceFile[], page: SourceFile): Finding[] {
  const raised = sources.flatMap((source) =>
    codesInSource(source).map((entry) => ({ ...entry, file: source.file })),
  );
  const explained = codesOnPage(page);
  const has = (entries: readonly ErrorCodeEntry[], code: string) =>
    entries.some((entry) => entry.code === code);
  return [
    ...raised
      .filter(({ code }) => !has(explained, code))
      .map(({ code, line, file }) => ({
        file,
        line,
        rule: `${code} is not explained in ${page.file}`,
        replacement: `add a heading "## ${code}" with when, an example and what to do`,
      })),
    ...explained
      .filter(({ code }) => !has(raised, code))
      .map(({ code, line }) => ({
        file: page.file,
        line,
        rule: `${code} is not in ${sources.map(({ file }) => file).join(' or ')}`,
        replacement: 'remove the heading, or add the code; codes are never renamed',
      })),
    ...checkExplanations(page),
  ];
}

/** Returns the codes that no test mentions. */
export function checkErrorTests(source: SourceFile, tests: readonly SourceFile[]): Finding[] {
  return codesInSource(source)
    .filter(({ code }) => !tests.some(({ text }) => new RegExp(`\\b${code}\\b`).test(text)))
    .map(({ code, line }) => ({
      file: source.file,
      line,
      rule: `No test produces ${code}`,
      replacement: 'write a test that reads its text',
    }));
}

function checkExplanations(page: SourceFile): Finding[] {
  const lines = page.text.split('\n');
  const headings = findHeadings(page.text);
  return codeHeadings(page).flatMap(({ text, line }) => {
    const code = CODE.exec(text)![0];
    const end = headings.find((other) => other.line > line)?.line ?? lines.length + 1;
    const body = lines.slice(line, end - 1).join('\n');
    const missing = LABELS.filter((label) => !body.includes(label));
    const hasExample = findBlocks(body).some(({ content }) => content.trim().endsWith(`[${code}]`));
    if (!hasExample) missing.push(`a fenced message that ends in [${code}]`);
    return missing.map((part) => ({
      file: page.file,
      line,
      rule: `The explanation of ${code} lacks ${part}`,
      replacement: 'write that part',
    }));
  });
}

function codeHeadings(page: SourceFile): Heading[] {
  return findHeadings(page.text).filter(
    ({ level, text }) => (level === 2 || level === 3) && CODE.test(text),
  );
}
