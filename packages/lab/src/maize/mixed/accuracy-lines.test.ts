import { describe, expect, it } from 'vitest';
import reference from '../../../references/maize-mixed.json' with { type: 'json' };
import { accuracyAgreement } from './accuracy-agreement.ts';
import { accuracyTable, agreementLines, reliabilityLines } from './accuracy-lines.ts';
import type { SchemeResult } from './measure-accuracy.ts';

/** The reference as if it were ours. */
function theirResults(): SchemeResult[] {
  return (['field-year', 'year', 'field'] as const).map((scheme) => ({
    scheme,
    scores: Object.fromEntries(
      Object.entries(reference.schemes[scheme]).map(([method, figures]) => [
        method,
        { slope: null, cover: null, differenceCover: null, ...figures },
      ]),
    ) as unknown as SchemeResult['scores'],
    reliability: reference.reliability[scheme],
  }));
}

function withError(value: number): SchemeResult[] {
  const [first, ...others] = theirResults();
  const mixed = { ...first!.scores.mixed!, error: { value, standardError: 0.1 } };
  return [{ ...first!, scores: { ...first!.scores, mixed } }, ...others];
}

describe('the table of accuracy', () => {
  it('has a row for each method and a number for each scheme', () => {
    const rows = accuracyTable(theirResults());
    expect(rows.map(([name]) => name)).toEqual([
      '',
      ...Object.keys(reference.schemes.year),
      'standard error of mixed',
    ]);
    expect(rows.find(([name]) => name === 'mixed')!.slice(1, 4)).toEqual([
      '2.68/2.70/2.67',
      '1.87/1.89/1.88',
      '.55/.53/.55',
    ]);
    expect(rows[1]!.at(-1)).toBe('–');
    expect(reliabilityLines(theirResults())[1]).toBe(
      '  new year: .55 → .55, .65 → .67, .75 → .77, .84 → .84, .95 → .89',
    );
  });

  it('agrees with itself', () => {
    const agreement = accuracyAgreement(theirResults());
    expect(agreement).toMatchObject({ figureCount: 162, disagreements: [] });
    expect(agreementLines(agreement)[0]).toContain('All 162 figures are within');
  });

  it.each([
    [2.68 + 0.43, 0],
    [2.68 + 0.45, 1],
    [2.68 - 0.45, 1],
  ])('an error of %d is %i figure beyond three standard errors of .147', (value, count) => {
    const agreement = accuracyAgreement(withError(value));
    expect(agreement.disagreements).toHaveLength(count);
    expect(agreementLines(agreement)).toHaveLength(1 + count);
  });
});
