/**
 * Estimates and intervals from logs: check values of an independent program, coverage, refusals.
 */
import { createPolicy } from '@hedgerow/core';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../environments/random-stream.ts';
import { logLowerGamma } from '../numbers/incomplete-gamma.ts';
import { type EvaluateOptions, type Evaluation, evaluateLog } from './evaluate-log.ts';
import { evaluationLines } from './evaluation-text.ts';
import { readLog } from './read/read-log.ts';
import { warmStart } from './warm-start.ts';

/** Logging .5; target .2 where the reward is 1, .8 where it is 0. */
function alternating(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const reward = (index + 1) % 2;
    const targetProbability = reward === 1 ? 0.2 : 0.8;
    return JSON.stringify({ action: `a${reward}`, probability: 0.5, reward, targetProbability });
  }).join('\n');
}

const POLICY = {
  actions: ['a', 'b'],
  baseline: { action: 'a', reward: 0.5 },
  context: { rain: { min: 0, max: 1 } },
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.1,
};

const UNIT = { rewardMin: 0, rewardMax: 1 };

function evaluate(text: string, options: Partial<EvaluateOptions> = {}): Evaluation {
  return evaluateLog({ log: readLog(text), target: { kind: 'log' }, ...UNIT, ...options });
}

describe('intervals', () => {
  test.each([
    [100, 0.103786547, 0.509116562],
    [1000, 0.175724498, 0.296355233],
    [10000, 0.192455812, 0.231914181],
  ])('of %d decisions are those of the gamma-exponential mixture', (count, low, high) => {
    const { value } = evaluate(alternating(count));
    expect(value.low).toBeCloseTo(low, 8);
    expect(value.high).toBeCloseTo(high, 8);
    expect(value.inversePropensity).toBeCloseTo(0.2, 12);
    expect(value.selfNormalised).toBeCloseTo(0.2, 12);
    expect(value.doublyRobust).toBeNull();
  });

  test('are true where decisions fell back, which depends on what was drawn', () => {
    // "b" is never carried out in every second round that draws it; it pays .9, and "a" pays .5.
    const line = (round: number) => {
      const action = round % 2 === 0 ? 'a' : 'b';
      const hasFailed = round % 4 === 1;
      const state = hasFailed ? 'fell-back' : 'executed';
      const reward = action === 'a' ? 0.5 : hasFailed ? null : 0.9;
      return JSON.stringify({ action, probability: 0.5, state, reward, baseline: 'a' });
    };
    const text = Array.from({ length: 4000 }, (_, round) => line(round)).join('\n');
    const ofA = evaluate(text, { target: { kind: 'baseline' } });
    expect(ofA).toMatchObject({ decisions: 4000, missingRewards: 1000, leftOut: 0 });
    expect(ofA.value.inversePropensity).toBeCloseTo(0.5, 12);
    expect(ofA.value.low).toBeLessThan(0.5);
    expect(ofA.value.high).toBeGreaterThan(0.5);
    const ofB = evaluate(text, { target: { kind: 'action', action: 'b' } }).value;
    expect(ofB.low).toBeLessThan(0.9);
    expect(ofB.high).toBeGreaterThan(0.9);
  });

  test('are true where decisions are taken back, which may depend on what was drawn', () => {
    // "b" pays .9, but is taken back in every second round that draws it, when it would have paid nothing.
    const line = (round: number) => {
      const action = round % 2 === 0 ? 'a' : 'b';
      const isVoid = round % 4 === 1;
      const reward = action === 'a' ? 0.5 : isVoid ? null : 0.9;
      return JSON.stringify({
        ...{ action, propensity: 0.5, state: isVoid ? 'void' : 'settled', reward, baseline: 'a' },
        propensities: [
          { action: 'a', probability: 0.5 },
          { action: 'b', probability: 0.5 },
        ],
      });
    };
    const text = Array.from({ length: 4000 }, (_, round) => line(round)).join('\n');
    const target = { kind: 'action', action: 'b' } as const;
    const worst = evaluate(text, { target });
    expect(worst).toMatchObject({ decisions: 4000, voided: 1000, missingRewards: 0, leftOut: 0 });
    expect(worst.value.low).toBeLessThan(0.45);
    expect(worst.value.high).toBeGreaterThan(0.9);
    expect(worst.logged).toBeNull();
    expect(evaluationLines(worst)[0]).toContain('1000 voided, which count as the worst');
    // Left out it looks as if "b" paid .9 in two rounds of three, and nobody is told otherwise.
    const without = evaluate(text, { target, voided: 'left-out' });
    expect(without).toMatchObject({ decisions: 3000, voided: 0, leftOut: 1000 });
    expect(without.value.inversePropensity).toBeCloseTo(0.6, 12);
    expect(without.value.selfNormalised).toBeCloseTo(0.9, 12);
    expect(evaluationLines(without)[0]).toContain('1000 lines left out');
  });

  test('count what was forgotten as the worst, and estimates leave it out', () => {
    const told = alternating(1000).split('\n');
    const gone = JSON.stringify({
      ...{ action: 'a0', propensity: null, propensities: [], baseline: 'a0' },
      ...{ context: {}, forgotten: true, reward: 1 },
    });
    const whole = evaluate(told.join('\n'));
    const holed = evaluate(
      [...told.slice(0, 500), ...Array(50).fill(gone), ...told.slice(500)].join('\n'),
    );
    expect(holed).toMatchObject({ decisions: 1050, forgotten: 50, leftOut: 0, missingRewards: 0 });
    expect(holed).toMatchObject({ overlap: whole.overlap, logged: whole.logged });
    expect(holed.value.inversePropensity).toBeCloseTo(whole.value.inversePropensity, 12);
    // Whatever they would have earned.
    expect(holed.value.low).toBeLessThan((1000 * 0.2) / 1050);
    expect(holed.value.high).toBeGreaterThan((1000 * 0.2 + 50) / 1050);
    expect(evaluationLines(holed)[0]).toContain('50 forgotten on request');
    const { decisions } = readLog([gone, gone].join('\n'));
    expect(warmStart(POLICY, decisions).prior).toBeDefined();
    expect(() => evaluate(gone)).toThrow('must have decisions');
  });

  test('grow with the unit of rewards', () => {
    const unit = evaluate(alternating(200)).value;
    const wide = evaluate(alternating(200), { rewardMin: -1, rewardMax: 3 }).value;
    expect(wide.low).toBeLessThan(unit.low);
    expect(wide.high).toBeGreaterThan(unit.high);
  });

  // A right interval misses somewhere in a run with probability .1: more than 19 of 60 has probability 1e-6.
  test('cover the truth at every moment as often as they say', () => {
    const random = randomStream({ seed: 11, index: 0 });
    let missed = 0;
    for (let run = 0; run < 60; run++) {
      const lines: string[] = [];
      let isMissed = false;
      for (let round = 1; round <= 300; round++) {
        const isB = random.uniform() < 0.3;
        const reward = random.uniform() < (isB ? 0.7 : 0.4) ? 1 : 0;
        const [action, probability] = isB ? ['b', 0.3] : ['a', 0.7];
        lines.push(JSON.stringify({ action, probability, reward }));
        if (round % 30 !== 0) continue;
        const target = { kind: 'action', action: 'b' } as const;
        const { value } = evaluate(lines.join('\n'), { target, failureProbability: 0.1 });
        isMissed ||= value.low > 0.7 || value.high < 0.7;
      }
      if (isMissed) missed += 1;
    }
    expect(missed).toBeLessThanOrEqual(19);
  });
});

test('the incomplete gamma function', () => {
  // P(1, x) = 1 − e^−x; P(½, x) = erf(√x).
  expect(Math.exp(logLowerGamma(1, 2))).toBeCloseTo(1 - Math.exp(-2), 14);
  expect(Math.exp(logLowerGamma(0.5, 0.25))).toBeCloseTo(0.5204998778130465, 13);
  expect(Math.exp(logLowerGamma(1000, 1000))).toBeCloseTo(0.5042052441802155, 11);
  expect(logLowerGamma(50, 1)).toBeCloseTo(-149.457972005, 8);
});

describe('a promise', () => {
  /** a pays .5, b pays as given, both drawn alike; the baseline is a. */
  function log(payOfB: number, count: number): string {
    const random = randomStream({ seed: 4, index: 0 });
    return Array.from({ length: count }, () => {
      const action = random.uniform() < 0.5 ? 'a' : 'b';
      const reward = random.uniform() < (action === 'a' ? 0.5 : payOfB) ? 1 : 0;
      return JSON.stringify({ action, probability: 0.5, reward, baseline: 'a' });
    }).join('\n');
  }
  const target = { kind: 'action', action: 'b' } as const;

  test.each([
    [0.9, 4000, 'kept'],
    [0.1, 4000, 'broken'],
    [0.5, 100, 'cannot be told'],
  ] as const)('b pays %d, %d decisions: %s', (payOfB, count, verdict) => {
    const evaluation = evaluate(log(payOfB, count), { target, allowedShortfall: 0.1 });
    expect(evaluation.promise).toMatchObject({ verdict, allowedShortfall: 0.1 });
    const { marginLow, marginHigh, firstBroken } = evaluation.promise!;
    expect(marginLow).toBeLessThan(marginHigh);
    expect(firstBroken !== null).toBe(verdict === 'broken');
    const truth = count * (payOfB - 0.9 * 0.5);
    expect(marginLow).toBeLessThan(truth);
    expect(marginHigh).toBeGreaterThan(truth);
    expect(evaluationLines(evaluation).join('\n')).toContain(`in all: ${verdict};`);
  });

  test('doubly robust estimates stray less than inverse propensities', () => {
    const strays = [0, 1, 2, 3, 4, 5, 6, 7].map((seed) => {
      const random = randomStream({ seed, index: 0 });
      const lines = Array.from({ length: 400 }, () => {
        const action = random.uniform() < 0.5 ? 'a' : 'b';
        return JSON.stringify({ action, probability: 0.5, reward: action === 'b' ? 0.8 : 0.2 });
      });
      const { value } = evaluate(lines.join('\n'), { target });
      return [value.inversePropensity - 0.8, value.doublyRobust! - 0.8] as const;
    });
    const square = (of: 0 | 1) => strays.reduce((sum, stray) => sum + stray[of] ** 2, 0);
    expect(square(1)).toBeLessThan(square(0) / 4);
  });
});

describe('a policy', () => {
  const definition = {
    actions: ['a', 'b'],
    baseline: { action: 'a', reward: 0.4 },
    context: { rain: { min: 0, max: 1 } },
    reward: { min: 0, max: 1 },
    allowedShortfall: 0.2,
    seed: 1,
  };
  const random = randomStream({ seed: 8, index: 0 });
  const text = Array.from({ length: 3000 }, () => {
    const action = random.uniform() < 0.5 ? 'a' : 'b';
    const reward = random.uniform() < (action === 'a' ? 0.4 : 0.8) ? 1 : 0;
    const context = { rain: random.uniform() };
    return JSON.stringify({ action, probability: 0.5, reward, baseline: 'a', context });
  }).join('\n');

  test('is judged by what it would have done, and is found useful and safe', () => {
    const target = { kind: 'policy', definition } as const;
    const { value, promise } = evaluate(text, { target, allowedShortfall: 0.2 });
    expect(value.low).toBeGreaterThan(0.55);
    expect(value.high).toBeLessThan(0.95);
    expect(promise!.verdict).toBe('kept');
  });

  test('starts from what the log knows', () => {
    const { decisions } = readLog(text);
    const warm = warmStart(definition, decisions);
    expect(warm.prior).toBeDefined();
    const target = (one: typeof definition) => ({ kind: 'policy', definition: one }) as const;
    const short = text.split('\n').slice(0, 300).join('\n');
    const cold = evaluate(short, { target: target(definition) }).value.inversePropensity;
    const started = evaluate(short, { target: target(warm as typeof definition) }).value;
    expect(started.inversePropensity).toBeGreaterThanOrEqual(cold - 0.05);
  });
});

describe('divided decisions', () => {
  /** Both parts are seen: "try" pays .8, "check", which is the baseline, .4; a third action never had a part. */
  const line = (fields: object = {}) =>
    JSON.stringify({
      ...{ action: 'b', propensity: 1, baseline: 'a', context: { rain: 0.5 }, reward: 0.5 },
      propensities: [{ action: 'b', probability: 1 }],
      parts: [
        { role: 'try', action: 'b', share: 0.25, reward: 0.8 },
        { role: 'check', action: 'a', share: 0.75, reward: 0.4 },
      ],
      ...fields,
    });
  const log = (count: number, fields?: object) => Array(count).fill(line(fields)).join('\n');
  const always = (action: string) => ({ target: { kind: 'action', action } }) as const;

  test('tell of both of their actions, though each was certain', () => {
    for (const [action, pays] of [
      ['a', 0.4],
      ['b', 0.8],
    ] as const) {
      const { value, covered, logged, overlap } = evaluate(log(500), always(action));
      expect(value.inversePropensity).toBeCloseTo(pays, 12);
      expect(value.low).toBeLessThan(pays);
      expect(value.low).toBeGreaterThan(pays - 0.1);
      expect(value.high).toBeGreaterThan(pays);
      expect([covered, overlap]).toEqual([1, 1]);
      expect(logged).toBeCloseTo(0.5, 12);
    }
    const judged = evaluate(log(2000), { ...always('b'), allowedShortfall: 0.1 });
    expect(judged.promise!.verdict).toBe('kept');
  });

  test('cover only what had a part, which is said', () => {
    const whole = { action: 'c', propensity: 0.5, parts: undefined, reward: 0.9 };
    const propensities = [
      { action: 'c', probability: 0.5 },
      { action: 'a', probability: 0.5 },
    ];
    const text = [log(30), log(10, { ...whole, propensities })].join('\n');
    const evaluation = evaluate(text, always('c'));
    expect(evaluation.covered).toBeCloseTo(1 / 4, 12);
    expect(evaluationLines(evaluation).join('\n')).toContain(
      'In 75 % of the decisions it would have done something that could not happen',
    );
    // Where everything could have happened, nothing needs to be said.
    const told = evaluationLines(evaluate(log(40), always('b'))).join('\n');
    expect(told).not.toContain('could not happen');
    // A log that does not say what could have happened says nothing of it.
    expect(evaluate(alternating(50)).covered).toBeNull();
  });

  test('a part that was carried out nowhere is not seen', () => {
    const parts = [
      { role: 'try', action: 'b', share: 0, reward: null },
      { role: 'check', action: 'a', share: 1, reward: 0.4 },
    ];
    const [one] = readLog(line({ parts })).decisions;
    expect(one!.parts).toEqual([{ action: 'a', reward: 0.4 }]);
    const text = [log(10), log(10, { parts })].join('\n');
    expect(evaluate(text, always('b')).covered).toBeCloseTo(1 / 2, 12);
  });

  test.each(['fell-back', 'void'])('%s: neither part is known', (state) => {
    const [one] = readLog(line({ state })).decisions;
    expect(one!.parts!.map(({ reward }) => reward)).toEqual([null, null]);
    expect(one!.reward).toBeNull();
  });

  test('a policy learns from the part that it would have chosen, a warm start from both', () => {
    const { decisions } = readLog(log(200));
    const warm = createPolicy(warmStart(POLICY, decisions));
    const expected = new Map(
      warm.preview({ rain: 0.5 }).bounds.map(({ action, predicted }) => [action, predicted]),
    );
    expect(expected.get('a')).toBeCloseTo(0.4, 1);
    expect(expected.get('b')).toBeCloseTo(0.8, 1);
    const policy = { kind: 'policy', definition: { ...POLICY, seed: 1 } } as const;
    const { value } = evaluate(log(800), { target: policy });
    // It begins with "a", is told of "a" alone while it plays it, and finds "b".
    expect(value.inversePropensity).toBeGreaterThan(0.6);
    const ofLog = () => evaluate(line({ targetProbability: 1 }));
    expect(ofLog).toThrow('must be of a whole decision');
  });
});

describe('formats', () => {
  const dsjson = (fields: object) =>
    JSON.stringify({
      _label_cost: -1,
      _label_probability: 0.8,
      _label_Action: 2,
      _labelIndex: 1,
      EventId: 'e',
      a: [2, 1],
      p: [0.8, 0.2],
      c: { shared: { rain: 3 }, _multi: [{ id: 'usual' }, { id: 'new' }] },
      pdrop: 0,
      ...fields,
    });

  test('Vowpal Wabbit', () => {
    const log = readLog(
      [dsjson({}), dsjson({ _skipLearn: true }), dsjson({ _label_cost: 0, _label_Action: 1 })].join(
        '\n',
      ),
    );
    expect(log).toMatchObject({ format: 'dsjson', leftOut: 1 });
    expect(log.decisions).toMatchObject([
      {
        action: 'new',
        probability: 0.8,
        reward: 1,
        baseline: 'usual',
        context: { shared: { rain: 3 } },
      },
      { action: 'usual', reward: 0 },
    ]);
    expect(() => readLog(dsjson({ pdrop: 0.5 }))).toThrow('thinned');
    expect(() => readLog(dsjson({ _label_probability: 0 }))).toThrow('_label_probability');
  });

  test('CSV, with quotes, empty cells and a context', () => {
    const text = 'action,probability,reward,baseline,rain\n"b, new",0.5,1,a,3\r\na,0.5,,a,\n';
    const log = readLog(text);
    expect(log).toMatchObject({ format: 'csv', leftOut: 0 });
    expect(log.decisions).toMatchObject([
      {
        line: 2,
        action: 'b, new',
        probability: 0.5,
        reward: 1,
        baseline: 'a',
        context: { rain: 3 },
      },
      { line: 3, action: 'a', reward: null, context: {} },
    ]);
    expect(() => readLog('action,reward\na,1,2\n')).toThrow('line 2');
    expect(() => readLog('reward\n1\n')).toThrow('"action"');
  });

  test('rewards that never came widen the interval and never narrow it', () => {
    const lines = alternating(1000).split('\n');
    const some = lines.map((line, index) =>
      index % 20 === 0 ? line.replace(/"reward":\d/, '"reward":null') : line,
    );
    const [whole, lacking] = [evaluate(lines.join('\n')), evaluate(some.join('\n'))];
    expect(lacking.missingRewards).toBe(50);
    expect(lacking.value.high - lacking.value.low).toBeGreaterThan(
      whole.value.high - whole.value.low,
    );
    expect(evaluationLines(lacking)[0]).toContain('50 without a reward');
  });
});

describe('what a log cannot tell is refused', () => {
  const line = (fields: object) =>
    JSON.stringify({ action: 'a', probability: 0.5, reward: 1, targetProbability: 1, ...fields });

  test.each([
    ['an empty log', '\n\n', {}, 'at least one line'],
    ['no probabilities', line({ probability: undefined }), {}, 'with which probability'],
    [
      'an export for spreadsheets',
      'id,policy,action,state,reward\n1,shop,a,settled,1\n',
      {},
      '`hedgerow export POLICY --format log`',
    ],
    ['a probability of 0', line({ probability: 0 }), {}, 'probability above 0'],
    ['a reward out of its range', line({ reward: 2 }), {}, 'declared range, 0 to 1'],
    ['no overlap', line({ targetProbability: 0 }), {}, 'could have made'],
    ['no baseline', line({}), { allowedShortfall: 0.1 }, 'name its baseline'],
    [
      'an action that never was',
      line({}),
      { target: { kind: 'action', action: 'z' } },
      'one of the log: a',
    ],
    ['no target in the log', line({ targetProbability: undefined }), {}, 'targetProbability'],
    [
      'no context for a policy',
      line({}),
      { target: { kind: 'policy', definition: POLICY } },
      'the context',
    ],
    ['text that is no JSON', '{"action"', {}, 'line 1 of the log must be a JSON object'],
  ] as const)('%s', (_name, text, options, words) => {
    expect(() => evaluate(text, options as Partial<EvaluateOptions>)).toThrow(words);
  });
});
