/**
 * The command as a process: it plays, keeps what is finished, goes on from it, and says what it found.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../bin/hedgerow.js', import.meta.url));
const WORDS = ['--cells', 'library,unknown-policy,void,drain', '--quick', '--runs', '2'];
const run = promisify(execFile);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-thornbush-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function thornbush(...words: string[]): Promise<{ stdout: string; stderr: string }> {
  const given = ['thornbush', ...WORDS, '--workers', '1', '--output', folder, ...words];
  return run(process.execPath, [COMMAND, ...given], { timeout: 100_000 });
}

describe('hedgerow thornbush', () => {
  it('plays some cells, keeps them, and goes on from what is kept', {
    timeout: 240_000,
  }, async () => {
    const first = await thornbush('--format', 'json');
    const found = JSON.parse(first.stdout);
    expect(found.tallies.length).toBeGreaterThan(0);
    for (const tally of found.tallies) {
      expect(tally).toMatchObject({ adversary: 'drain', runCount: 2, faultyCount: 0 });
      expect(tally.cell).toMatchObject({ way: 'library', baseline: 'unknown-policy' });
    }
    expect(first.stderr).toContain(`${2 * found.tallies.length} trials (100 %)`);
    const kept = await readdir(path.join(folder, 'lines'));
    expect(kept.length).toBe(found.tallies.length);
    expect(await readdir(path.join(folder, 'figures'))).toContain('thornbush-broken-0.1.png');

    const again = await thornbush();
    expect(again.stderr).toContain('trials (100 %)');
    expect(again.stdout).toContain('refused: execution=assume with outcome=void');
    expect(again.stdout).toContain('No promise was broken more often than it may be.');
    expect(await readdir(path.join(folder, 'lines'))).toEqual(kept);
  });
});
