/**
 * Starts the two processes of the service benchmark and speaks with them.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HEAP_OPTIONS } from './heap-options.ts';
import { LOAD_POLICY, POLICY_NAME } from './load-policy.ts';
import type { SendOptions, SendResult } from './send.ts';
import type { ServeCounters, ServeOptions } from './serve.ts';

const SOURCE = '--conditions=@hedgerow/source';
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const OUTPUT_BYTES_MAX = 1 << 28;

export interface BenchService {
  readonly port: number;
  readonly folder: string;
  readCounters(): Promise<ServeCounters>;
  close(): Promise<void>;
}

/** Which program serves: that of another version, or another one of this folder. */
export interface ServedBy {
  /** Root of a repository of another version. */
  readonly root?: string;
  readonly program?: string;
  /** What it finds in its environment beside what is there. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a service in a fresh folder, with the policy of the benchmark. */
export async function startBenchService(
  options: Omit<ServeOptions, 'folder'>,
  { root, program: name = './serve.ts', environment = {} }: ServedBy = {},
): Promise<BenchService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-bench-'));
  const file = root === undefined ? program(name) : path.join(root, 'bench/service', name);
  // Earlier versions were started without.
  const heap = root === undefined ? HEAP_OPTIONS : [];
  const words = [...heap, SOURCE, file, JSON.stringify({ ...options, folder })];
  const child: ChildProcess = spawn(process.execPath, words, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const port = Number((await lines.next()).value);
  await definePolicy(port);
  return {
    port,
    folder,
    readCounters: async () => {
      child.stdin!.write('\n');
      return JSON.parse(String((await lines.next()).value)) as ServeCounters;
    },
    close: async () => {
      const exited = once(child, 'exit');
      child.stdin!.end();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function definePolicy(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/policies/${POLICY_NAME}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ definition: LOAD_POLICY }),
  });
  if (!answer.ok) throw new Error(`The policy was refused: ${await answer.text()}`);
}

/** Sends from a process of its own and returns what it saw. */
export async function send(options: SendOptions): Promise<SendResult> {
  const words = [SOURCE, program('./send.ts'), JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  return JSON.parse(stdout) as SendResult;
}
