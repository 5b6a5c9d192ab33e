/**
 * The net of the command: exit codes, and the numbers of what is printed and written.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings, startService } from '@hedgerow/service';
import { canonical } from './canonical.ts';
import { COMMANDS, type CommandLife, RESEARCH_COMMANDS } from './commands.ts';
import type { Life, Net, Step } from './net.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BINARY = path.join(ROOT, 'packages/cli/bin/hedgerow.js');

export const commandNet: Net = {
  name: 'command',
  *lives() {
    for (const life of COMMANDS) yield commandLife(life);
  },
};

export const researchNet: Net = {
  name: 'research',
  *lives() {
    for (const life of RESEARCH_COMMANDS) yield commandLife(life);
  },
};

function commandLife(life: CommandLife): Life {
  return {
    name: life.name,
    async *steps() {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'hedgerow-net-'));
      const service = life.isServed === true ? await servedPolicy(folder) : null;
      try {
        putFiles(folder, life);
        yield* called(folder, life, service?.address ?? '');
      } finally {
        await service?.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

async function* called(folder: string, life: CommandLife, address: string) {
  const { calls, written = [], writtenBelow = [] } = life;
  let before = '';
  for (const call of calls) {
    const isFed = call.startsWith('| ');
    const words = call
      .replace(/^[|-] /, '')
      .replace('$URL', address)
      .split(' ')
      .map((word) => (word.startsWith('./') ? path.join(folder, word) : word));
    const { code, text } = await run(words, isFed ? before : '');
    before = text;
    const isExitCodeOnly = call.startsWith('- ');
    yield canonical([
      code,
      isExitCodeOnly ? null : said(text.replaceAll(folder, '')),
    ]) satisfies Step;
  }
  const below = writtenBelow.flatMap((name) =>
    globSync(`${name}/*/summary.json`, { cwd: folder }).sort(),
  );
  for (const name of [...written, ...below]) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    yield canonical([said(text.replaceAll(folder, ''))]) satisfies Step;
  }
}

function putFiles(folder: string, { files, edits = {} }: CommandLife): void {
  for (const [name, given] of Object.entries(files)) {
    const isCopied = given.startsWith('@');
    const text = isCopied ? readFileSync(path.join(ROOT, given.slice(1)), 'utf8') : given;
    const edit = edits[name];
    writeFileSync(path.join(folder, name), edit === undefined ? text : text.replace(...edit));
  }
}

/** What a text says: JSON, lines of JSON, or the numbers in it. */
function said(text: string): unknown {
  for (const reading of [JSON.parse, linesOfJson]) {
    try {
      return reading(text);
    } catch {
      // Then it is something else.
    }
  }
  const plain = text.replaceAll(NOT_OURS, ' ');
  return Array.from(plain.matchAll(NUMBER), ([number]) => Number(number));
}

function linesOfJson(text: string): unknown {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;
/** Times, addresses, keys and durations, which are others in every run. */
const NOT_OURS =
  /\d{4}-\d\d-\d\dT[\d:.]+Z?|127\.0\.0\.1:\d+|hr_\w+|[0-9a-f]{12,}|\b\d+(?:\.\d+)? (?:s|ms|seconds?)\b/g;

interface Ran {
  readonly code: number | null;
  readonly text: string;
}

async function run(words: readonly string[], input: string): Promise<Ran> {
  const child = spawn(process.execPath, [BINARY, ...words], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  // A command that does not read its input is done before it is written.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, text: Buffer.concat(parts).toString('utf8') };
}

/** A service on a folder, with a policy that has decided ten times. */
async function servedPolicy(folder: string) {
  const settings = readSettings({
    flags: {
      data: path.join(folder, 'data'),
      port: '0',
      logLevel: 'silent',
      rateLimit: '0',
      deciderThreads: '0',
      dashboard: false,
      metrics: false,
    },
  });
  const service = await startService(settings, {});
  const ask = async (address: string, body: object): Promise<void> => {
    const answer = await fetch(new URL(address, service.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const policy = {
    actions: ['bold', 'usual'],
    baseline: { action: 'usual', reward: 6 },
    context: { rain: { min: 0, max: 400 } },
    reward: { min: 0, max: 10 },
    allowedShortfall: 0.2,
    reserve: 40,
    execution: 'confirm',
  };
  for (let n = 1; n <= 10; n++) {
    await ask('/v1/policies/lived/decisions', { policy, context: { rain: 30 * n } });
    await ask(`/v1/decisions/lived.1.${n}/reward`, { value: 5 + (n % 4) });
  }
  return service;
}
