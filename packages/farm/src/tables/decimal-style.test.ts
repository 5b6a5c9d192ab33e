import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { guessDecimalMark, isMissing, markOf, parseNumber, splitNumber } from './decimal-style.ts';
import { FindingList } from './finding.ts';

function guess(cells: readonly string[], delimiter = '\t') {
  const findings = new FindingList();
  return { mark: guessDecimalMark({ cells, delimiter, findings }), findings: findings.all() };
}

describe('decimal marks', () => {
  it.each([
    ['9,4', ','],
    ['9.4', '.'],
    ['1.234,5', ','],
    ['1,234.5', '.'],
    ['1.234.567', ','],
    ['1,234,567', '.'],
    ['0,123', ','],
    ['-0.123', '.'],
    ['12.3456', '.'],
    [',5', ','],
    ['1.234', null],
    ['12,345', null],
    ['1234', null],
  ])('%s proves %s', (digits, mark) => {
    expect(markOf(digits)).toBe(mark);
  });

  it.each([
    ['1.234,5', ',', 1234.5],
    ['1,234.5', '.', 1234.5],
    ['1.234', ',', 1234],
    ['1.234', '.', 1.234],
    ['-,5', ',', -0.5],
    ['1e3', '.', 1000],
  ] as const)('%s with a decimal %s is %d', (digits, mark, value) => {
    expect(parseNumber(digits, mark)).toBe(value);
  });

  it.each([
    ['1.2.3', '.'],
    ['1,23.4', '.'],
    ['1.2,3', ','],
    ['1,2,3', ','],
    ['12,34', '.'],
    ['1.5,5.1', ','],
  ] as const)('%s with a decimal %s is no number', (digits, mark) => {
    expect(parseNumber(digits, mark)).toBeNull();
  });

  it('takes blanks and apostrophes between thousands away, and parts a unit from the number', () => {
    expect(splitNumber('1 234,5')).toEqual({ digits: '1234,5', rest: '' });
    expect(splitNumber("1\u202f234'567.8 kg")).toEqual({ digits: '1234567.8', rest: 'kg' });
    expect(splitNumber('−3')).toEqual({ digits: '-3', rest: '' });
    expect(splitNumber('about 3')).toBeNull();
  });

  it('lets all numbers vote, and doubtful ones follow the others', () => {
    expect(guess(['1,234', '9,4'])).toEqual({ mark: ',', findings: [] });
    expect(guess(['1,234', '9.4'])).toEqual({ mark: '.', findings: [] });
  });

  it('asks for confirmation when nobody can tell, and takes semicolons as a sign of commas', () => {
    const semicolons = guess(['9,123'], ';');
    expect(semicolons.mark).toBe(',');
    expect(semicolons.findings[0]!.text).toContain('it is read with a decimal comma, as 9.123');
    expect(guess(['9,123']).mark).toBe('.');
    expect(guess(['9'], ';').findings).toEqual([]);
  });

  it('warns of both marks in one table', () => {
    expect(guess(['9,4', '8,1', '7.2'])).toMatchObject({
      mark: ',',
      findings: [{ kind: 'decimal-mixed', severity: 'warning' }],
    });
  });

  it('knows what stands for nothing', () => {
    for (const cell of [
      '',
      ' ',
      '-',
      '–',
      'NA',
      'n/a',
      'n.a.',
      'NaN',
      '#N/A',
      '#DIV/0!',
      'k.A.',
      '.',
    ]) {
      expect(isMissing(cell), cell).toBe(true);
    }
    for (const cell of ['0', '-1', 'Nadia', 'no']) expect(isMissing(cell), cell).toBe(false);
  });

  test.prop([
    fc.integer({ min: -99_999_999, max: 99_999_999 }),
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom(['.', ','], [',', '.'], ['.', ''], [',', ''], ['.', ' '], [',', "'"]),
  ])('reads back any number in any style', (units, decimals, [mark, group]) => {
    const value = units / 10 ** decimals;
    const [whole, part] = Math.abs(value).toFixed(decimals).split('.') as [string, string];
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group!);
    const text = `${units < 0 ? '-' : ''}${grouped}${mark}${part}`;
    const parsed = parseNumber(splitNumber(text)!.digits, mark as '.' | ',');
    expect(parsed! + 0).toBe(value + 0);
  });
});
