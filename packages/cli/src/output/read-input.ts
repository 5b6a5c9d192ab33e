/**
 * Reads a whole input file, or standard input when the name is "-".
 */
import { readFile } from 'node:fs/promises';
import { buffer, text } from 'node:stream/consumers';
import { HedgerowError } from '@hedgerow/core';

const REASONS: Record<string, string> = {
  ENOENT: 'missing',
  EISDIR: 'a folder',
  EACCES: 'not readable by this user',
};

/** Returns the text of the file, or throws a HedgerowError that names it. */
export async function readInput(name: string): Promise<string> {
  if (name === '-') return await text(process.stdin);
  return (await readInputBytes(name)).toString('utf8');
}

/** Returns the bytes of the file, or throws a HedgerowError that names it. */
export async function readInputBytes(name: string): Promise<Buffer> {
  if (name === '-') return await buffer(process.stdin);
  try {
    return await readFile(name);
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

/** Returns the object that is in the file, or throws a HedgerowError that names it. */
export async function readInputObject(name: string): Promise<object> {
  const text = await readInput(name);
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: `${name} must hold one object as JSON`,
    received: text.trim() === '' ? 'empty' : 'something else',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
