import { describe, expect, it } from 'vitest';
import { finish } from '../../base/finish.ts';
import { createPolicy, restorePolicy } from './policy.ts';
import { decodeState, encodeInSteps, encodeState } from './state-text.ts';

/** CRC-32C as its definition has it, bit by bit; the low byte of each unit comes first. */
function slowChecksum(text: string): string {
  let remainder = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    for (const byte of [text.charCodeAt(i) & 0xff, text.charCodeAt(i) >>> 8]) {
      remainder ^= byte;
      for (let bit = 0; bit < 8; bit++) {
        remainder = (remainder >>> 1) ^ (remainder & 1 ? 0x82f63b78 : 0);
      }
    }
  }
  return ((remainder ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

/** What the last step returned. */
function joined({ value }: IteratorResult<void, readonly string[]>): string | undefined {
  return value?.join('');
}

const BODY = {
  name: 'Körner · 玉米 🌽',
  values: Float64Array.of(0, -0, 1, -1.5, 1e-310, Number.MAX_VALUE, Number.NaN),
  none: new Float64Array(0),
  nested: [{ list: [Float64Array.of(0.1)], nothing: null, absent: undefined }, undefined, -0],
};

describe('the text of a state', () => {
  it('is what it always was', () => {
    expect(encodeState({ a: Float64Array.of(1, -0), b: [null, 'x'] })).toBe(
      'hedgerow-policy/2 f28d168f\n{"a":{"doubles":"000000000000f03f0000000000000080"},"b":[null,"x"]}',
    );
  });

  it('has the checksum of its definition, and the bytes of a plain replacer', () => {
    const [head, text] = encodeState(BODY).split('\n');
    expect(head).toBe(`hedgerow-policy/2 ${slowChecksum(text!)}`);
    const plain = JSON.stringify(BODY, (_key, value) =>
      value instanceof Float64Array
        ? { doubles: Buffer.from(value.buffer).toString('hex') }
        : value,
    );
    expect(text).toBe(plain);
  });

  it('has the same bytes where lists are so long that they are written in many steps', () => {
    const items = Array.from({ length: 1000 }, (_, index) => (index % 7 === 0 ? undefined : index));
    const body = { first: items, absent: undefined, between: 'x', none: [], last: items };
    const steps = encodeInSteps(body);
    let step = steps.next();
    let count = 1;
    for (; step.done !== true; count++) step = steps.next();
    expect(count).toBeGreaterThan(10);
    expect(joined(step)).toBe(encodeState(body));
    const [head, text] = encodeState(body).split('\n');
    expect(text).toBe(JSON.stringify(body));
    expect(head).toBe(`hedgerow-policy/2 ${slowChecksum(text!)}`);
  });

  it('has the same bytes where few items are a step because they are wide', () => {
    const wide = Array.from({ length: 200 }, (_, i) => ({ of: [new Float64Array(600).fill(i)] }));
    const steps = encodeInSteps({ wide });
    let step = steps.next();
    let count = 1;
    for (; step.done !== true; count++) step = steps.next();
    expect(count).toBeGreaterThan(30);
    expect(joined(step)).toBe(encodeState({ wide }));
  });

  it('has the same bytes where what a model has learnt is large, as it was at the beginning', () => {
    const kernel = Float64Array.from({ length: 50_000 }, (_, i) => Math.sin(i));
    const learner = { sequence: 3, models: { kernel, few: Float64Array.of(1) }, group: [kernel] };
    const body = { definition: 'x', learner, absent: undefined, empty: {}, last: 1 };
    const whole = encodeState(body);
    const steps = encodeInSteps({ ...body, learner: { ...learner, group: [] } });
    const expected = encodeState({ ...body, learner: { ...learner, group: [] } });
    let step = steps.next();
    kernel.fill(0);
    let count = 1;
    for (; step.done !== true; count++) step = steps.next();
    expect(count).toBeGreaterThan(10);
    expect(joined(step)).toBe(expected);
    expect(finish(encodeInSteps(decodeState(whole) as object)).join('')).toBe(whole);
  });

  it('has the same bytes where the books of many sites are divided into steps, none of them long', () => {
    const bookOf = (site: number) => ({
      prefixes: Array.from({ length: 20 }, (_, i) => ({ end: i, sums: [site / 7, i / 3, -site] })),
    });
    const sites = Array.from({ length: 300 }, (_, i) => [`site ${i}`, bookOf(i)]);
    const body = {
      learner: { sequence: 3, sites, model: { kernel: Float64Array.of(1) } },
      last: 1,
    };
    const steps = encodeInSteps(body);
    let [step, count] = [steps.next(), 1];
    for (; step.done !== true; count++) step = steps.next();
    expect(joined(step)).toBe(encodeState(body));
    // Each book has eighty values: ten steps would have thirty books each.
    expect(count).toBeGreaterThan(10);
    const live = { learner: { models: Array.from({ length: 50 }, () => new Float64Array(600)) } };
    const asItWas = encodeState(live);
    const later = encodeInSteps(live);
    for (const model of live.learner.models) model.fill(7);
    expect(finish(later).join('')).toBe(asItWas);
  });

  it('gives back every bit of every array', () => {
    const back = decodeState(encodeState(BODY)) as typeof BODY;
    expect(new Uint8Array(back.values.buffer)).toEqual(new Uint8Array(BODY.values.buffer));
    expect(back.none).toEqual(new Float64Array(0));
    expect(back.nested[0]).toEqual({ list: [Float64Array.of(0.1)], nothing: null });
    expect(back.name).toBe(BODY.name);
    expect(encodeState(back)).toBe(encodeState(BODY));
  });

  it('tells damage at any place', () => {
    const snapshot = encodeState(BODY);
    for (let i = snapshot.indexOf('\n') + 1; i < snapshot.length; i++) {
      const other = snapshot[i] === '0' ? '1' : '0';
      const damaged = snapshot.slice(0, i) + other + snapshot.slice(i + 1);
      expect(() => decodeState(damaged)).toThrow('its checksum does not fit');
    }
  });

  it('keeps names of callers apart from its own', () => {
    const policy = createPolicy({
      actions: ['doubles', 'other'],
      baseline: { action: 'other', reward: 5 },
      context: { doubles: { min: 0, max: 1 } },
      reward: { min: 0, max: 10 },
      allowedShortfall: 0.1,
      seed: 1,
    });
    policy.decide({ doubles: 0.5 });
    const snapshot = policy.snapshot();
    expect(restorePolicy(snapshot).snapshot()).toBe(snapshot);
  });
});
