/**
 * Golden trajectories: vectors/replay-*.json, computed by an independent program in 40-digit
 * arithmetic with dense solves.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firstDifference } from './compare-lines.ts';
import { differenceAt, openReplay } from './open-replay.ts';
import { replay } from './replay.ts';
import { checkReplayFile } from './replay-file.ts';

const TOLERANCE = 1e-9;
const parseReplayFile = (text: string) => checkReplayFile(JSON.parse(text));

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
      expect(firstDifference(line, file.expected![i]!, TOLERANCE), `round ${i + 1}`).toBeNull();
    });
  });

  it('would notice a radius that is off by a billionth', () => {
    const file = parseReplayFile(read('replay-algorithm1.json'));
    const strategy = { ...file.strategy, noiseScale: file.strategy.noiseScale * (1 + 1e-7) };
    const line = replay({ ...file, strategy }).next().value!;
    expect(firstDifference(line, file.expected![0]!, TOLERANCE)).toContain('confidenceRadius');
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
    expect(() => openReplay(JSON.stringify(file))).toThrow(message);
    expect(() => openReplay(JSON.stringify(file))).toThrow('[HR_FILE]');
  });

  it('that is not JSON, or holds an infinite number, is refused too', () => {
    expect(() => openReplay('{"format": ')).toThrow('a replay file must be JSON');
    expect(() => openReplay('[]')).toThrow('the file must follow the format');
    expect(() => openReplay('null')).toThrow('the file must follow the format');
    const text = read('replay-lucb.json').replace('"noiseScale":0.1', '"noiseScale":1e999');
    expect(() => openReplay(text)).toThrow('strategy.noiseScale');
  });
});

interface Damaged {
  readonly cases: { book: Record<string, unknown>; steps: Record<string, unknown>[] }[];
}

describe('replay of books by steps', () => {
  const golden = read('split-golden.json');
  const differencesOf = (text: string) => {
    const opened = openReplay(text);
    return [...opened.lines].map((line, i) => differenceAt(opened, line, i));
  };

  it('agrees with all 617 states of an independent program to 1e-10', () => {
    const differences = differencesOf(golden);
    expect(differences).toHaveLength(617);
    expect(differences.filter((difference) => difference !== null)).toEqual([]);
  });

  it('would notice a slack that is off by a billionth', () => {
    const file = JSON.parse(golden);
    const state = file.cases[3].expected[5];
    state.W = String(Number(state.W) + 1e-9 * Math.max(1, Math.abs(state.W)));
    const found = differencesOf(JSON.stringify(file)).filter((difference) => difference !== null);
    expect(found).toEqual([expect.stringMatching(/^W is /)]);
  });

  it('tells case, step and what the books hold, and needs nothing to be expected', () => {
    const [first] = JSON.parse(golden).cases;
    const { expected: _, ...bare } = first;
    const opened = openReplay(JSON.stringify({ format: 'hedgerow-split/1', cases: [bare] }));
    const [line] = opened.lines;
    expect(Object.keys(line!)).toEqual([
      'case',
      'step',
      'logWealth',
      'gaussian',
      'sStar',
      'F',
      'W',
    ]);
    expect(differenceAt(opened, line!, 0)).toBe('the file expects nothing here');
  });

  it('bets at the rates of the file, whatever the numbers of whole decisions are', () => {
    const whole = JSON.parse(golden).cases.find((one: { name: string }) =>
      one.name.startsWith('group as one bet'),
    );
    const decision = { size: '2', shares: [], prediction: ['0.75'] };
    const decisions = [
      { ...decision, id: 'a', number: '0.25', learner: false },
      { ...decision, id: 'b', number: '0.625', learner: true },
    ];
    const steps = [
      { do: 'group', id: 'g', decisions },
      { do: 'measured', id: 'b', x: ['0.875'] },
    ];
    const cases = [{ name: 'two numbers', book: whole.book, steps }];
    const lines = [...openReplay(JSON.stringify({ format: 'hedgerow-split/1', cases })).lines];
    const { logWealth } = lines[1] as { logWealth: number[] };
    whole.book.rates.map(Number).forEach((rate: number, k: number) => {
      const predicted = Math.min(2 * 0.75, 0.9 / rate);
      const growth = Math.log1p(rate * (2 * 0.875 - predicted)) + rate * predicted;
      expect(logWealth[k]).toBeCloseTo(growth, 12);
    });
  });

  it.each([
    [
      'another cap',
      (f: Damaged) => (f.cases[1]!.book.cap = '0.5'),
      'cases[1].book.cap must follow',
    ],
    [
      'a number for digits',
      (f: Damaged) => (f.cases[0]!.book.alpha = 0.1),
      'cases[0].book.alpha must',
    ],
    [
      'an unknown step',
      (f: Damaged) => (f.cases[0]!.steps[0]!.do = 'plant'),
      'cases[0].steps[0].do must',
    ],
    [
      'a decision nobody made',
      (f: Damaged) => (f.cases[0]!.steps = [{ do: 'void', id: 'f9' }]),
      'a step must name a decision that was issued before it, but it is "f9"',
    ],
  ])('refuses %s', (_, damage, message) => {
    const file = JSON.parse(golden);
    damage(file);
    expect(() => [...openReplay(JSON.stringify(file)).lines]).toThrow(message);
  });
});
