/**
 * Reads a whole input file, or standard input when the name is "-". What never ends is refused: a device such as /dev/zero at once, a pipe when
 * it was longer than may be.
 */
import { constants } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { HedgerowError } from '@hedgerow/core';

const REASONS: Record<string, string> = {
  ENOENT: 'missing',
  EISDIR: 'a folder',
  EACCES: 'not readable by this user',
};

const MIB = 1024 * 1024;
/** As much as one buffer is filled with, and as one text may have. */
const BYTES_MAX = 2048 * MIB - 1;
const TEXT_BYTES_MAX: number = constants.MAX_STRING_LENGTH;

/** Returns the text of the file, or throws a HedgerowError that names it. */
export async function readInput(name: string, bytesMax: number = TEXT_BYTES_MAX): Promise<string> {
  return (await readInputBytes(name, bytesMax)).toString('utf8');
}

/** Returns the bytes of the file, or throws a HedgerowError that names it. */
export async function readInputBytes(name: string, bytesMax: number = BYTES_MAX): Promise<Buffer> {
  if (name === '-') return await readPipe(process.stdin, 'standard input', bytesMax);
  try {
    const found = await stat(name);
    if (found.isCharacterDevice() || found.isBlockDevice()) throw unreadable(name, 'a device');
    if (found.size > bytesMax) throw tooLong(name, bytesMax);
    if (found.isFile()) return await readFile(name);
    return await readPipe(createReadStream(name), name, bytesMax);
  } catch (error) {
    if (error instanceof HedgerowError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw unreadable(name, REASONS[code] ?? (error as Error).message);
  }
}

/** Nobody knows beforehand how long it is. */
async function readPipe(pipe: Readable, name: string, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bytesMax) throw tooLong(name, bytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unreadable(name: string, received: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${name} must be a file that can be read`,
    received,
    remedy: 'Give the path of a file, or - for standard input.',
  });
}

function tooLong(name: string, bytesMax: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${name} must have at most ${Math.floor(bytesMax / MIB)} MiB`,
    received: 'longer',
  });
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
