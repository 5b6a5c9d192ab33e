/**
 * Reads a whole input file, or standard input when the name is "-".
 */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { HedgerowError } from '@hedgerow/core';

const REASONS: Record<string, string> = {
  ENOENT: 'missing',
  EISDIR: 'a folder',
  EACCES: 'not readable by this user',
};

/** Returns the text of the file, or throws a HedgerowError that names it. */
export async function readInput(name: string): Promise<string> {
  if (name === '-') return await text(process.stdin);
  try {
    return await readFile(name, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${name} must be a file that can be read`,
      received: REASONS[code] ?? (error as Error).message,
      remedy: 'Give the path of a file, or - for standard input.',
    });
  }
}
