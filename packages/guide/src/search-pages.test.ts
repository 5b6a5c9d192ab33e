import { describe, expect, it } from 'vitest';
import { excerpt, searchOver } from './search-pages.ts';

const SECTIONS = [
  { id: 'a.html', page: 'Late rewards', heading: 'Late rewards', text: 'They may come late.' },
  { id: 'b.html#x', page: 'Forecasts', heading: 'Quantiles', text: 'A late quantile is none.' },
  { id: 'c.html', page: 'Keys', heading: 'Keys', text: 'Nothing of that.' },
];

describe('searchOver', () => {
  const search = searchOver(SECTIONS);
  const ids = (words: string) => search(words).map(({ id }) => id);

  it('puts a heading before a mention, and wants every word', () => {
    expect(ids('late')).toEqual(['a.html', 'b.html#x']);
    expect(ids('late quantile')).toEqual(['b.html#x']);
  });

  it('finds beginnings of words, and words with a slip', () => {
    expect(ids('quant')).toEqual(['b.html#x']);
    expect(ids('forcasts')).toEqual(['b.html#x']);
    expect(ids('zebra')).toEqual([]);
  });
});

describe('excerpt', () => {
  const text = `${'far '.repeat(60)}budget ${'away '.repeat(60)}`.trim();
  it('shows the text around the first word', () => {
    expect(excerpt(text, 'budget')).toMatch(/^… (far )+budget (away )+\w* …$/);
    expect(excerpt('A short one.', 'none')).toBe('A short one.');
  });
});
