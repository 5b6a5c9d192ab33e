/**
 * Runs a command of the documentation as a reader would, and returns what it printed.
 *
 * The child gets no colours, no warnings and no trace of the test runner, so that the output is the
 * same everywhere. It stands in a group of its own: when the time is up, everything it started ends.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { REPOSITORY_ROOT } from './repository.ts';

export interface ProcessOutcome {
  /** 0 when all went well; null when the process was stopped. */
  readonly exitCode: number | null;
  readonly standardOutput: string;
  readonly standardError: string;
  readonly isOutOfTime: boolean;
}

export interface ProcessRequest {
  readonly command: string;
  readonly commandArguments: readonly string[];
  /** What the process reads from standard input. */
  readonly standardInput?: string;
  readonly timeLimitMs: number;
}

/** Runs one process from the root of the repository to its end. */
export function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(request.command, request.commandArguments, {
      cwd: REPOSITORY_ROOT,
      env: readerEnvironment(process.env),
      detached: process.platform !== 'win32',
      stdio: 'pipe',
    });
    const printed = { standardOutput: '', standardError: '' };
    let isOutOfTime = false;
    const timer = setTimeout(() => {
      isOutOfTime = true;
      stopGroup(child.pid);
    }, request.timeLimitMs);

    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed.standardOutput += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed.standardError += text;
    });
    child.on('error', reject);
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, ...printed, isOutOfTime });
    });
    // A process that ends without reading closes the pipe; its exit code tells the story.
    child.stdin.on('error', () => {});
    child.stdin.end(request.standardInput ?? '');
  });
}

/** Returns the results of `work` for all items, in order, with at most `limit` under way. */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let nextIndex = 0;
  const worker = async () => {
    while (nextIndex < items.length) {
      const index = nextIndex++;
      results[index] = await work(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}

/** Returns the environment of a plain terminal, with our own tools found first; what was compiled stays compiled. */
function readerEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(own).filter(
    ([name]) => !/^(VITEST|NODE_(?!COMPILE_CACHE)|FORCE_COLOR)/.test(name),
  );
  const tools = path.join(REPOSITORY_ROOT, 'node_modules', '.bin');
  return {
    ...Object.fromEntries(kept),
    PATH: [tools, own.PATH ?? ''].join(path.delimiter),
    NO_COLOR: '1',
    NODE_NO_WARNINGS: '1',
    TZ: 'UTC',
    // npm neither announces the script it runs nor fetches a package that is not installed.
    npm_config_loglevel: 'silent',
    npm_config_yes: 'false',
  };
}

function stopGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
