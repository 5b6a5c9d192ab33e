/**
 * The command as a user types it: a real process, its output, its exit code.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { VERSION } from './version.ts';

const BIN = fileURLToPath(new URL('../bin/hedgerow.js', import.meta.url));
const VECTOR = fileURLToPath(new URL('../../../vectors/replay-lucb.json', import.meta.url));

interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function hedgerow(commandLine: readonly string[], input = ''): Promise<Result> {
  const child = spawn(process.execPath, [BIN, ...commandLine]);
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

describe('options of Node for a service', () => {
  const bin = path.dirname(BIN);
  const options = () => JSON.parse(readFileSync(path.join(bin, 'heap-options.json'), 'utf8'));

  it.each(['roomy', 'tight'])('are known to the Node that we bring: %s', (kind) => {
    const { status, stderr } = spawnSync(process.execPath, [...options()[kind], '--eval', '']);
    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
  });

  it('are left out where Node does not know them', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-bin-'));
    symlinkSync(path.join(bin, '../src'), path.join(folder, 'src'));
    mkdirSync(path.join(folder, 'bin'));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      path.join(folder, 'bin/heap-options.json'),
      '{ "roomy": ["--unheard-of"], "tight": ["--unheard-of"] }',
    );
    copyFileSync(BIN, path.join(folder, 'bin/hedgerow.js'));
    const child = spawn(process.execPath, [
      path.join(folder, 'bin/hedgerow.js'),
      'serve',
      '--help',
    ]);
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(code).toBe(0);
    expect(stdout).toContain('--data');
    rmSync(folder, { recursive: true });
  });
});

describe('the command that starts the command', () => {
  // Waits for its input, which stays open whoever is killed.
  const waiting = async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-bin-'));
    spawnSync('mkfifo', [path.join(folder, 'input')]);
    const input = openSync(path.join(folder, 'input'), 'r+');
    const child = spawn(process.execPath, [BIN, 'replay', '-'], { stdio: [input, 'pipe', 'pipe'] });
    child.stderr!.resume();
    child.stdout!.resume();
    // It has not ended before its streams are closed, which both have.
    const closed = once(child, 'close');
    await vi.waitFor(() => expect(childrenOf(child.pid!)).toHaveLength(1), 5000);
    const end = async () => {
      const ended = await closed;
      closeSync(input);
      rmSync(folder, { recursive: true });
      return ended;
    };
    return { child, end };
  };
  const childrenOf = (pid: number) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

  it.runIf(process.platform === 'linux')('is not outlived when it is killed', async () => {
    const { child, end } = await waiting();
    child.kill('SIGKILL');
    expect(await end()).toEqual([null, 'SIGKILL']);
  });

  it.runIf(process.platform === 'linux')('hands on what no terminal has sent', async () => {
    const { child, end } = await waiting();
    child.kill('SIGINT');
    expect(await end()).toEqual([null, 'SIGINT']);
  });
});

describe('hedgerow', () => {
  it('tells its version and its commands', async () => {
    const [version, help] = await Promise.all([hedgerow(['--version']), hedgerow(['--help'])]);
    expect(version).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
    expect(help.code).toBe(0);
    for (const command of [
      'demo',
      'decide',
      'observe',
      'plan',
      'reproduce',
      'run',
      'audit',
      'replay',
    ])
      expect(help.stdout).toContain(command);
  });

  it.runIf(process.platform === 'linux')('refuses a name that it cannot read', () => {
    // Node cannot hand on such a name itself, either.
    const line = `exec "$0" "$1" replay "$(printf 'na\\377me')"`;
    const { status, stderr } = spawnSync('sh', ['-c', line, process.execPath, BIN]);
    expect(status).toBe(2);
    expect(String(stderr)).toContain('words of a command must be UTF-8');
  });

  it('ends with 2 and a hint when it does not understand', async () => {
    const commandLines = [
      ['frob'],
      ['replay'],
      ['demo', '--fields', '0'],
      ['replay', VECTOR, '--frob'],
      [],
    ];
    const results = await Promise.all(commandLines.map((words) => hedgerow(words)));
    for (const { code, stderr } of results) {
      expect(code).toBe(2);
      expect(stderr).toMatch(/--help|Usage/);
    }
  });
});

describe('hedgerow replay', () => {
  it('prints one line of JSON a round and nothing else', async () => {
    const { code, stdout, stderr } = await hedgerow(['replay', VECTOR]);
    const lines = stdout.trimEnd().split('\n');
    expect([code, stderr, lines.length]).toEqual([0, '', 80]);
    expect(Object.keys(JSON.parse(lines[0]!))).toEqual(
      Object.keys(JSON.parse(readFileSync(VECTOR, 'utf8')).expected[0]),
    );
  });

  it('reads standard input, and with --check says how many rounds agree', async () => {
    const { code, stderr } = await hedgerow(
      ['replay', '-', '--check'],
      readFileSync(VECTOR, 'utf8'),
    );
    expect([code, stderr]).toEqual([0, '80 of 80 rounds agree to 1e-9.\n']);
  });

  it('ends with 1 when a value differs, naming round and field', async () => {
    const file = JSON.parse(readFileSync(VECTOR, 'utf8'));
    file.expected[6].estimatedWeights[2] += 1e-6;
    const { code, stderr } = await hedgerow(['replay', '-', '--check'], JSON.stringify(file));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /79 of 80 rounds agree.*\nFirst difference, round 7: estimatedWeights is/,
    );
  });

  it('ends with 2 on a missing or malformed file, and prints no data', async () => {
    const results = await Promise.all([
      hedgerow(['replay', 'no-such-file.json']),
      hedgerow(['replay', '.']),
      hedgerow(['replay', '-'], '{"format":"hedgerow-replay/1"}'),
    ]);
    expect(results.map(({ code, stdout }) => [code, stdout])).toEqual([
      [2, ''],
      [2, ''],
      [2, ''],
    ]);
    expect(results[0]!.stderr).toBe(
      'hedgerow: no-such-file.json must be a file that can be read, but it is missing. Give the path of a file, or - for standard input. [HR_FILE]\n',
    );
    expect(results[1]!.stderr).toContain('but it is a folder');
    expect(results[2]!.stderr).toContain('strategy must follow the format');
  });

  it('ends quietly when the reader has seen enough', async () => {
    const child = spawn(process.execPath, [BIN, 'demo', '--fields', '5000', '--format', 'json']);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('hedgerow demo', () => {
  it('plays a season in which the learner takes over and the promise is kept', async () => {
    const { code, stdout } = await hedgerow(['demo', '--format', 'json']);
    const rounds = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, rounds.length]).toEqual([0, 40]);
    const learnt = rounds.slice(20).filter(({ receipt }) => receipt.chosenBy === 'learner');
    expect(learnt.length).toBeGreaterThan(10);
    for (const { budget } of rounds) expect(budget).toBeGreaterThanOrEqual(0);
  });

  it('prints plain lines into a pipe, the same ones for the same seed', async () => {
    const [first, second, other] = await Promise.all([
      hedgerow(['demo', '--seed', '5']),
      hedgerow(['demo', '--seed', '5']),
      hedgerow(['demo', '--seed', '6']),
    ]);
    expect(first.stdout).toBe(second.stdout);
    expect(first.stdout).not.toBe(other.stdout);
    expect(first.stdout).not.toContain('\u001b');
    expect(first.stdout).toMatch(/The learner chose on \d+ of 40 fields\./);
  });
});

describe('hedgerow plan', () => {
  it('says for each share how long the baseline will be followed', async () => {
    const history = '7\n8\n9\n8.5\r\n\n7.5\n';
    const planLine = [
      'plan',
      '--range',
      '4,14',
      '--history',
      '-',
      '--runs',
      '50',
      '--rounds',
      '60',
    ];
    const [text, json] = await Promise.all([
      hedgerow(planLine, history),
      hedgerow([...planLine, '--allowed-shortfall', '0.1,0.5', '--format', 'json'], history),
    ]);
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(/allowed shortfall +first trial in round +baseline rounds of 60/);
    expect(text.stdout).toMatch(/ 10 % +\d+ \(\d+–\d+\)/);
    const rows = JSON.parse(json.stdout);
    expect(rows.map((row: { allowedShortfall: number }) => row.allowedShortfall)).toEqual([
      0.1, 0.5,
    ]);
    expect(rows[0].baselineRounds.median).toBeGreaterThan(rows[1].baselineRounds.median);
  });

  it('refuses what it cannot plan with, naming the line', async () => {
    const results = await Promise.all([
      hedgerow(['plan', '--range', '4,14', '--history', '-'], '7\nmany\n'),
      hedgerow(['plan', '--range', '4,14', '--history', '-'], '\n'),
      hedgerow(['plan', '--range', '14,4']),
      hedgerow(['plan', '--range', '4,14', '--allowed-shortfall', '1.5']),
      hedgerow(['plan']),
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
    expect(results[0]!.stderr).toContain(
      'line 2 of the history must be one number, but it is "many"',
    );
    expect(results[1]!.stderr).toContain('the history must have at least one reward');
    expect(results[2]!.stderr).toContain('--range must be two numbers');
  });
});

describe('hedgerow reproduce', () => {
  it('offers both halves of the paper, and refuses others', async () => {
    const [help, wrong] = await Promise.all([
      hedgerow(['reproduce', '--help']),
      hedgerow(['reproduce', '--data', 'wheat']),
    ]);
    expect(help.stdout).toMatch(/--data <.*>/);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/synthetic, maize/);
  });
});
