/**
 * The command in a process of its own, for tests: what it wrote, and how it ended.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/hedgerow.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `hedgerow` with these words and nothing on its input. */
export async function runHedgerow(...words: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [BIN, ...words]);
  child.stdin.end();
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number | null, stdout, stderr };
}
