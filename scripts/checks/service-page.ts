/**
 * Runs the snippets of a page that is marked <!-- service -->, in order, against a service of their own.
 *
 * The page says port 8080 and the folder hedgerow-data; the service really listens on a free port and
 * keeps everything in a folder of its own, and the two are put in on the way in and back on the way out.
 * Where the machine has no curl, lib/curl-stand-in.ts sends the same requests.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { REPOSITORY_ROOT } from '../lib/repository.ts';
import type { ProcessOutcome } from '../lib/run-process.ts';
import { runSnippet, SOURCE_CONDITION } from './snippet-output.ts';
import { SERVICE_ADDRESS, type Snippet } from './snippets.ts';

const SERVICE_FOLDER = 'hedgerow-data';
const COMMAND = path.join(REPOSITORY_ROOT, 'packages/cli/bin/hedgerow.js');
const STAND_IN = path.join(REPOSITORY_ROOT, 'scripts/lib/curl-stand-in.ts');

/** Returns what each snippet came to. */
export async function runServicePage(snippets: readonly Snippet[]): Promise<ProcessOutcome[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-docs-'));
  const child = startService(folder);
  try {
    const address = await addressOf(child);
    const outcomes: ProcessOutcome[] = [];
    for (const snippet of snippets) {
      const code = snippet.code
        .replaceAll(SERVICE_ADDRESS, address)
        .replaceAll(SERVICE_FOLDER, folder);
      const outcome = await runSnippet({ ...snippet, code: `${curlPrelude()}\n${code}` });
      const standardOutput = outcome.standardOutput
        .replaceAll(address, SERVICE_ADDRESS)
        .replaceAll(folder, SERVICE_FOLDER);
      outcomes.push({ ...outcome, standardOutput });
    }
    return outcomes;
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  }
}

/** Returns what makes `curl` work where it is missing; nothing where it is there. */
export function curlPrelude(
  hasCurl: boolean = spawnSync('curl', ['--version']).status === 0,
): string {
  if (hasCurl) return '';
  return `curl() { '${process.execPath}' ${SOURCE_CONDITION} '${STAND_IN}' "$@"; }`;
}

function startService(folder: string): ChildProcess {
  const options = ['--port', '0', '--data', folder, '--no-dashboard', '--log-level', 'error'];
  return spawn(process.execPath, [COMMAND, 'serve', ...options, '--format', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    return (JSON.parse(line) as { address: string }).address;
  }
  throw new Error('The service for the documentation did not start.');
}
