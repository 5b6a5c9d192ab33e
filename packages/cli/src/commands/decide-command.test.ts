import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockState } from '../state/state-lock.ts';
import { runHedgerow } from '../testing/run-hedgerow.ts';

const DEFINITION = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual', reward: 8 },
  context: { rain: { min: 0, max: 100 } },
  reward: { min: 4, max: 12, unit: 't/ha' },
  allowedShortfall: 0.3,
  seed: 3,
};

let folder = '';
let state = '';
let policy = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-decide-'));
  state = path.join(folder, 'farm.state');
  policy = path.join(folder, 'farm.json');
  writeFileSync(policy, JSON.stringify(DEFINITION));
});
afterEach(() => rmSync(folder, { recursive: true }));

const decide = (...words: string[]) =>
  runHedgerow('decide', '--state', state, '--policy', policy, '--context', '{"rain":50}', ...words);
const observe = (decision: string, reward: string, ...words: string[]) =>
  runHedgerow('observe', '--state', state, '--decision', decision, '--reward', reward, ...words);

describe('hedgerow decide and observe', () => {
  it('keep a policy between calls: it decides, learns, and remembers', async () => {
    const first = await decide();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^usual \(decision d1, chosen by the baseline\)\n/);
    expect((await observe('d1', '8.5')).stdout).toBe('d1: recorded; safety budget now 2.4\n');
    const second = JSON.parse((await decide('--format', 'json')).stdout);
    expect(second).toMatchObject({ id: 'd2', chosenBy: 'learner', action: 'new' });
    const answer = JSON.parse((await observe('d2', '11', '--format', 'json')).stdout);
    expect(answer).toMatchObject({ decision: 'd2', outcome: 'recorded' });
    expect(readFileSync(`${state}.lock`, 'utf8')).toBe('');
  });

  it('take floors and the period of a decision', async () => {
    writeFileSync(policy, JSON.stringify({ ...DEFINITION, period: 'named' }));
    const words = ['--period', '2026', '--format', 'json'];
    const tried = await decide(...words, '--floors', '{"new":6}');
    expect(JSON.parse(tried.stdout)).toMatchObject({ action: 'new', reason: 'proposal-is-safe' });
    const missing = await decide();
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toContain("period must be the name of the decision's period");
    for (const floors of ['3', 'null', '{"old":5}', '{']) {
      expect(await decide(...words, '--floors', floors)).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it('answer repeated and contradicting rewards, and correct one when told to', async () => {
    await decide();
    await observe('d1', '8');
    expect(await observe('d1', '8')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching('repeated'),
    });
    expect(await observe('d1', '9')).toMatchObject({
      code: 2,
      stdout: expect.stringMatching('contradiction'),
    });
    expect(await observe('d1', '9', '--correct')).toMatchObject({ code: 0 });
    expect(await observe('d7', '9')).toMatchObject({
      code: 2,
      stdout: expect.stringMatching('unknown-decision'),
    });
  });

  it('change nothing on bad input', async () => {
    await decide();
    const before = readFileSync(state, 'utf8');
    const results = await Promise.all([
      runHedgerow('decide', '--state', state, '--context', '{"rain":500}'),
      runHedgerow('decide', '--state', state, '--context', '{rain}'),
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 2]);
    expect((await observe('d1', '99')).stderr).toContain('reward must lie in its declared range');
    expect(readFileSync(state, 'utf8')).toBe(before);
  });

  it('refuse an old copy of the state: it would spend the same budget twice', async () => {
    await decide();
    const old = readFileSync(state, 'utf8');
    expect(statSync(state).mode & 0o077).toBe(0);
    await observe('d1', '8.5');
    const newest = readFileSync(state, 'utf8');
    writeFileSync(state, old);
    expect(await decide()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must be of revision 2 or later, but it is of revision 1'),
    });
    writeFileSync(state, newest);
    expect((await decide()).code).toBe(0);
  });

  it('refuse a damaged state, a missing one, and one in use', async () => {
    expect(await observe('d1', '8')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must exist'),
    });
    await decide();
    const unlock = lockState(state);
    expect(await decide()).toMatchObject({ code: 2, stdout: '' });
    unlock();
    expect((await decide()).code).toBe(0);
    writeFileSync(state, readFileSync(state, 'utf8').replace('usual', 'usuel'));
    expect((await decide()).stderr).toContain('its checksum does not fit');
  });
});
