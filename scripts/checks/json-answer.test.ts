import { describe, expect, it } from 'vitest';
import { differenceInAnswer } from './json-answer.ts';

const compare = (shown: unknown, answer: unknown) =>
  differenceInAnswer(JSON.stringify(shown), JSON.stringify(answer));

describe('differenceInAnswer', () => {
  it('finds none where the page shows what the answer holds', () => {
    expect(compare({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBeUndefined();
    expect(compare({ at: '…', list: [1, '…'], '…': '…' }, { at: 'x', list: [1, 2], z: 3 })).toBe(
      undefined,
    );
  });

  it('lets numbers differ by rounding alone', () => {
    expect(compare(-3.65, -3.6500000000000004)).toBeUndefined();
    expect(compare(-3.65, -3.650001)).toContain('but it is -3.650001');
  });

  it('names the place of the first difference', () => {
    expect(compare({ a: [{ b: 1 }] }, { a: [{ b: 2 }] })).toBe(
      'The page says that the answer.a[0].b is 1, but it is 2',
    );
    expect(compare({ a: 1 }, { b: 1 })).toBe('The page shows a in the answer, which is not there');
    expect(compare({ a: 1 }, { a: 1, b: 1 })).toBe('The page leaves out b of the answer');
    expect(compare([1], [1, 2])).toBe('The page shows 1 elements of the answer, but it has 2');
    expect(compare([1, 2, '…'], [1])).toContain('shows 2 elements');
    expect(compare({ a: 1 }, { a: '1' })).toContain('but it is "1"');
    expect(compare({ a: {} }, { a: [] })).toContain('the answer.a is {}');
  });

  it('says which side is not JSON', () => {
    expect(differenceInAnswer('{', '{}')).toContain('The page shows something that is not JSON');
    expect(differenceInAnswer('{}', 'no')).toContain('The answer is not JSON: "no"');
  });
});
