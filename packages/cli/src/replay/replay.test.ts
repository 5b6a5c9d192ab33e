/**
 * Golden trajectories: vectors/replay-*.json, computed by an independent program in 40-digit
 * arithmetic with dense solves.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firstDifference } from './compare-lines.ts';
import { replay } from './replay.ts';
import { parseReplayFile } from './replay-file.ts';

const folder = new URL('../../../../vectors/', import.meta.url);
const names = readdirSync(folder).filter((name) => /^replay-.*\.json$/.test(name));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

describe('replay of independent trajectories', () => {
  it('finds all six files', () => {
    expect(names).toHaveLength(6);
  });

  it.each(names)('%s agrees in every field of every round', (name) => {
    const file = parseReplayFile(read(name));
    const lines = [...replay(file)];
    expect(lines).toHaveLength(file.expected!.length);
    lines.forEach((line, i) => {
      expect(firstDifference(line, file.expected![i]!), `round ${i + 1}`).toBeNull();
    });
  });

  it('would notice a radius that is off by a billionth', () => {
    const file = parseReplayFile(read('replay-algorithm1.json'));
    const strategy = { ...file.strategy, noiseScale: file.strategy.noiseScale * (1 + 1e-7) };
    const line = replay({ ...file, strategy }).next().value!;
    expect(firstDifference(line, file.expected![0]!)).toContain('confidenceRadius');
  });

  it('takes rounds with different numbers of actions, and no rounds at all', () => {
    const file = parseReplayFile(read('replay-lucb.json'));
    const [first, second] = file.rounds as [(typeof file.rounds)[0], (typeof file.rounds)[0]];
    const shorter = {
      ...second,
      expectedFeatures: second.expectedFeatures.slice(0, 2),
      rewards: second.rewards.slice(0, 2),
      baseline: { action: 1, expectedReward: 0.5 },
    };
    const lines = [...replay({ ...file, rounds: [first, shorter, second] })];
    expect(lines.map((line) => line.upperBounds.length)).toEqual([5, 2, 5]);
    expect([...replay({ ...file, rounds: [] })]).toEqual([]);
  });
});

describe('a malformed replay file', () => {
  type Json = Record<string, unknown>;
  const fresh = () => JSON.parse(read('replay-weighted.json')) as Record<string, Json & Json[]>;
  const cases: [string, (file: ReturnType<typeof fresh>) => void, string][] = [
    ['a missing field', (f) => delete f.strategy!.ridgePenalty, 'strategy.ridgePenalty must'],
    [
      'a ridge penalty of 0',
      (f) => Object.assign(f.strategy!, { ridgePenalty: 0 }),
      'strategy.ridgePenalty',
    ],
    [
      'a number as text',
      (f) => Object.assign(f.strategy!, { noiseScale: '1' }),
      'strategy.noiseScale',
    ],
    ['an unknown radius', (f) => Object.assign(f.strategy!, { radius: 'big' }), 'strategy.radius'],
    [
      'a misspelt field',
      (f) => Object.assign(f.strategy!, { selektion: 1 }),
      'unknown field "selektion"',
    ],
    [
      'a share of 1',
      (f) => Object.assign(f.strategy!, { allowedShortfall: 1 }),
      'strategy.allowedShortfall',
    ],
    [
      'too few features',
      (f) => (f.rounds![3]!.expectedFeatures as number[][])[2]!.pop(),
      'rounds[3].expectedFeatures[2] must hold 4 numbers, but it is 3 long',
    ],
    [
      'too few rewards',
      (f) => (f.rounds![5]!.rewards as number[]).pop(),
      'rounds[5].rewards must hold 6 numbers',
    ],
    [
      'too many variances',
      (f) => (f.rounds![5]!.variances as number[]).push(2),
      'rounds[5].variances must hold 6',
    ],
    [
      'a variance of 0',
      (f) => ((f.rounds![7]!.variances as number[])[1] = 0),
      'rounds[7].variances[1]',
    ],
    [
      'a baseline that is no action',
      (f) => Object.assign(f.rounds![2]!.baseline!, { action: 6 }),
      'rounds[2].baseline.action must be one of the 6 actions',
    ],
    [
      'another format',
      (f) => Object.assign(f, { format: 'hedgerow-replay/2' }),
      'format must follow',
    ],
  ];

  it.each(cases)('with %s is refused, naming the field', (_name, damage, message) => {
    const file = fresh();
    damage(file);
    expect(() => parseReplayFile(JSON.stringify(file))).toThrow(message);
    expect(() => parseReplayFile(JSON.stringify(file))).toThrow('[HR_FILE]');
  });

  it('that is not JSON, or holds an infinite number, is refused too', () => {
    expect(() => parseReplayFile('{"format": ')).toThrow('a replay file must be JSON');
    expect(() => parseReplayFile('[]')).toThrow('the file must follow the format');
    const text = read('replay-lucb.json').replace('"noiseScale":0.1', '"noiseScale":1e999');
    expect(() => parseReplayFile(text)).toThrow('strategy.noiseScale');
  });
});
