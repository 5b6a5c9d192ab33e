/** Every benchmark runs one iteration, so that none decays unnoticed. No time is judged here. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formatTable } from './kernel/table.ts';
import { withTables } from './write-docs.ts';

const command = fileURLToPath(new URL('run.ts', import.meta.url));

function runBench(...words: string[]) {
  // Neither a compiler nor Python may be needed.
  const env = {
    ...process.env,
    CC: 'missing-compiler',
    CXX: 'missing-compiler',
    PYTHON: 'missing-python',
  };
  const program = ['--conditions=@hedgerow/source', command];
  return spawnSync(process.execPath, [...program, ...words], { encoding: 'utf8', env });
}

// Each is a command with processes of its own: a machine with much else to do takes its time.
describe('the benchmark command', { timeout: 180_000 }, () => {
  it('measures every engine at every size and prints them as JSON', () => {
    const { status, stdout, stderr } = runBench('kernel', '--quick', '--format', 'json');
    expect(stderr).not.toContain('error');
    expect(stderr).toContain('64 features, 10000 actions');
    expect(status).toBe(0);
    const rows: { dimension: number; actions: number; engine: string }[] = JSON.parse(stdout);
    const found = rows.map((row) => `${row.engine} ${row.dimension} ${row.actions}`);
    for (const engine of ['typescript', 'wasm', 'wasm-fma']) {
      for (const size of ['15 20', '64 50', '128 200', '64 10000']) {
        expect(found).toContain(`${engine} ${size}`);
      }
    }
    for (const row of rows) {
      expect(row).toMatchObject({ relativeToNative: null, relativeToNumpy: null });
    }
  });

  it('prints an aligned table', () => {
    const row = {
      dimension: 15,
      actionCount: 20,
      name: 'wasm',
      microseconds: 1.234,
      nativeRatio: null,
      nativeRatioMax: undefined,
      numpyRatio: null,
      numpyRatioMax: undefined,
    };
    const [headings, , first] = formatTable([row]).split('\n');
    expect(headings).toMatch(/features +actions +implementation +µs a round/);
    expect(first).toMatch(/^ +15 +20 +wasm +1\.23/);
  });

  it('loads the service, and nothing is left without a decision', () => {
    const { status, stdout, stderr } = runBench('service', '--quick', '--format', 'json');
    expect(stderr).not.toContain('error');
    expect(status).toBe(0);
    const rows: { what: string; value: number }[] = JSON.parse(stdout);
    // Rows that need a compiler or the history are there where these are.
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const { value } of rows) expect(value).toBeGreaterThanOrEqual(0);
  });

  it('decides as people do, and lets the kernel take its turn', () => {
    const { status, stdout } = runBench('policy', '--quick', '--format', 'json');
    expect(status).toBe(0);
    const rows: { what: string; value: number }[] = JSON.parse(stdout);
    expect(rows).toHaveLength(3);
    for (const { value } of rows) expect(value).toBeGreaterThan(0);
  });

  it('plans a season, and decides for many sites', () => {
    const { status, stdout } = runBench('season', '--quick', '--format', 'json');
    expect(status).toBe(0);
    const rows: { what: string; value: number }[] = JSON.parse(stdout);
    expect(rows).toHaveLength(4);
    for (const { value } of rows) expect(value).toBeGreaterThan(0);
  });

  it('spreads decisions over replicas, and every one is made', () => {
    const { status, stdout, stderr } = runBench('replicas', '--quick', '--format', 'json');
    expect(stderr).not.toContain('error');
    expect(status).toBe(0);
    const rows: { decisionsPerSecond?: number; value?: number }[] = JSON.parse(stdout);
    expect(rows).toHaveLength(7);
    for (const { decisionsPerSecond, value } of rows) {
      expect(decisionsPerSecond ?? value).toBeGreaterThan(0);
    }
  });

  it('fills a policy with decisions that wait, and opens it again', () => {
    const { status, stdout } = runBench('pending', '--quick', '--format', 'json');
    expect(status).toBe(0);
    const rows: { what: string; value: number }[] = JSON.parse(stdout);
    expect(rows).toHaveLength(8);
    for (const { value } of rows) expect(value).toBeGreaterThan(0);
  });

  it('makes many policies, puts them to sleep and wakes them', () => {
    const { status, stdout } = runBench('policies', '--quick', '--format', 'json');
    expect(status).toBe(0);
    const rows: { what: string; value: number }[] = JSON.parse(stdout);
    expect(rows).toHaveLength(10);
    for (const { value } of rows.slice(1)) expect(value).toBeGreaterThan(0);
  });

  it('plays the trial set, with empty columns where there is no yardstick', () => {
    const { status, stdout, stderr } = runBench('sweep', '--quick', '--format', 'json');
    expect(stderr).not.toContain('error');
    expect(status).toBe(0);
    const rows: Record<string, unknown>[] = JSON.parse(stdout);
    const named = (name: string) => rows.find((row) => row.implementation === name);
    expect(named('hedgerow')).toMatchObject({ hedgerowRelative: 1, isMet: null });
    for (const name of ['NumPy, all trials at once', 'plain C++', 'NumPy, trial by trial']) {
      expect(named(name)).toMatchObject({ cpuSeconds: null, hedgerowRelative: null, isMet: null });
    }
    expect(rows.map((row) => row.benchmark)).toContain('sweep-workers');
    expect(rows.map((row) => row.benchmark)).toContain('sweep-memory');
  });

  it('explains itself', () => {
    const { status, stdout } = runBench('--help');
    expect(status).toBe(0);
    expect(stdout).toContain('usage: node bench/run.ts');
  });

  it.each([
    [
      ['sewing'],
      'benchmark must be one of kernel, policy, sweep, service, season, pending, policies, replicas, queue, but it is sewing.',
    ],
    [['--format', 'xml'], '--format must be table or json, but it is xml.'],
    [['--slow'], "Unknown option '--slow'"],
  ])('answers %j with exit code 2 and the rule', (words, message) => {
    const { status, stdout, stderr } = runBench(...words);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });
});

describe('tables for a page', () => {
  const page = 'a\n<!-- bench: one -->\nold\n<!-- end -->\nb\n<!-- bench: two -->\n<!-- end -->\n';

  it('are put between their marks, again and again', () => {
    const once = withTables(page, { one: 'first\n', two: 'second\n' });
    expect(once).toBe(
      'a\n<!-- bench: one -->\n\nfirst\n\n<!-- end -->\nb\n<!-- bench: two -->\n\nsecond\n\n<!-- end -->\n',
    );
    expect(withTables(once, { one: 'first\n' })).toBe(once);
  });

  it('are not put anywhere else', () => {
    expect(() => withTables(page, { three: '' })).toThrow('marks of three');
  });
});
