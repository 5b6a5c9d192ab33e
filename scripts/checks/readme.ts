/**
 * What a reader of README.md must find at once: code that runs, and the two commands.
 */
import type { Finding } from '../lib/finding.ts';
import { findBlocks } from '../lib/markdown.ts';
import type { SourceFile } from '../lib/repository.ts';

const SNIPPET_BEFORE_LINE = 20;
const COMMANDS = ['npm install && npm start', 'npm install && npm test'];

/** Returns what is missing. */
export function checkReadme(readme: SourceFile): Finding[] {
  const first = findBlocks(readme.text).find(({ language }) => language === 'ts');
  const late = first === undefined || first.line >= SNIPPET_BEFORE_LINE;
  const snippet = {
    file: readme.file,
    line: first?.line ?? 1,
    rule: `No ts block begins before line ${SNIPPET_BEFORE_LINE}`,
    replacement: 'show working code first and explain it afterwards',
  };
  const commands = COMMANDS.filter((command) => !readme.text.includes(command)).map((command) => ({
    file: readme.file,
    line: 1,
    rule: `The command "${command}" is missing`,
    replacement: 'write it as it is typed',
  }));
  return late ? [snippet, ...commands] : commands;
}
