/**
 * No bare Greek letters as names in code: each letter means something else in every paper.
 *
 * SYMBOLS.md maps the letters of the paper to our words. Comments may show the letter next to the
 * word, and strings may name it; identifiers and property names may not. One exception: a test may
 * read such a property, because stored vectors keep the letters of the program that made them.
 */
import type { Finding } from '../lib/finding.ts';
import { lineAt, maskSource } from '../lib/mask-source.ts';
import type { SourceFile } from '../lib/repository.ts';
import { isTest } from '../lib/source-kinds.ts';

const GREEK_NAME = /(?<![\w$])(?:alpha|beta|delta|mu|theta|phi|psi|sigma|lambda)(?![\w$])/gi;

/** Returns every identifier that is nothing but the name of a Greek letter. */
export function checkGreekNames(source: SourceFile): Finding[] {
  const { code } = maskSource(source.text);
  const found = [...code.matchAll(GREEK_NAME)].filter(
    (match) => !(isTest(source.file) && code[match.index - 1] === '.'),
  );
  return found.map((match) => ({
    file: source.file,
    line: lineAt(code, match.index),
    rule: `The name ${match[0]} is a bare Greek letter`,
    replacement: 'use the word SYMBOLS.md gives for it',
  }));
}
