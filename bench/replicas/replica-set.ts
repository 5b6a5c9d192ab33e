/**
 * Starts replicas on one database, and speaks with them.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HEAP_OPTIONS } from '../service/heap-options.ts';
import { LOAD_POLICY } from '../service/load-policy.ts';
import type { SendOptions, SendResult } from './send.ts';

const SOURCE = '--conditions=@hedgerow/source';
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface Replica {
  readonly address: string;
  readonly port: number;
  cpuSeconds(): Promise<number>;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  close(): Promise<void>;
}

export type ReplicaFlags = Readonly<Record<string, string>>;

export async function startReplica(flags: ReplicaFlags): Promise<Replica> {
  const given = { port: '0', logLevel: 'silent', rateLimit: '0', ...flags };
  const words = [...HEAP_OPTIONS, SOURCE, program('./serve.ts'), JSON.stringify(given)];
  const child: ChildProcess = spawn(process.execPath, words, {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin!.on('error', () => {});
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const address = String((await lines.next()).value);
  return {
    address,
    port: Number(new URL(address).port),
    cpuSeconds: async () => {
      child.stdin!.write('\n');
      return Number((await lines.next()).value);
    },
    signal: (name) => void child.kill(name),
    close: async () => {
      child.kill('SIGCONT');
      child.stdin!.end();
      await exited;
    },
  };
}

/** Runs replicas for as long as the act takes. */
export async function withReplicas<Value>(
  { count, flags }: { readonly count: number; readonly flags: ReplicaFlags },
  act: (replicas: readonly Replica[]) => Promise<Value>,
): Promise<Value> {
  // One makes the tables that the others then find.
  const replicas = [await startReplica(flags)];
  try {
    while (replicas.length < count) replicas.push(await startReplica(flags));
    return await act(replicas);
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()));
  }
}

/** Creates the policies, at all replicas in turn. */
export async function definePolicies(
  replicas: readonly Replica[],
  policies: readonly string[],
): Promise<void> {
  const body = JSON.stringify({ definition: LOAD_POLICY });
  const headers = { 'content-type': 'application/json' };
  for (const [index, policy] of policies.entries()) {
    const { address } = replicas[index % replicas.length]!;
    const url = `${address}/v1/policies/${policy}`;
    const answer = await fetch(url, { method: 'PUT', headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The policy was refused: ${text}`);
  }
}

/** Sends from a process of its own and returns what it saw. */
export async function send(options: SendOptions): Promise<SendResult> {
  const words = [SOURCE, program('./send.ts'), JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout) as SendResult;
}
