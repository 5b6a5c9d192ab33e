import { describe, expect, it } from 'vitest';
import { findCrop, MAIZE } from './crop.ts';
import { readUnit, unitFactor } from './measure-unit.ts';

describe('units', () => {
  it.each([
    ['t/ha', 't/ha', 1],
    ['Mg/ha', 'Mg/ha', 1],
    ['Mg ha-1', 'Mg/ha', 1],
    ['t·ha⁻¹', 't/ha', 1],
    ['t ha^-1', 't/ha', 1],
    ['tons/ha', 't/ha', 1],
    ['dt/ha', 'dt/ha', 0.1],
    ['dt je ha', 'dt/ha', 0.1],
    ['q/ha', 'q/ha', 0.1],
    ['quintaux par hectare', 'q/ha', 0.1],
    ['kg_ha', 'kg/ha', 0.001],
    ['kg pro ha', 'kg/ha', 0.001],
    ['g/m²', 'g/m²', 0.01],
    ['kg/m2', 'kg/m²', 10],
    ['bu/ac', 'bu/ac', 0.06276773],
    ['Bu/A', 'bu/ac', 0.06276773],
    ['bushels per acre', 'bu/ac', 0.06276773],
    ['lb/ac', 'lb/ac', 0.001120851],
    ['tons/ac', 'ton/ac', 2.2417023],
    ['kg', 'kg', 0.001],
    ['lbs', 'lb', 0.00045359237],
    ['acres', 'ac', 0.40468564],
    ['Hektar', 'ha', 1],
    ['m²', 'm²', 0.0001],
  ])('%s is %s, %d of the base unit for maize', (text, name, factor) => {
    const unit = readUnit(text);
    expect(unit?.name).toBe(name);
    expect(unitFactor(unit!, MAIZE)! / factor).toBeCloseTo(1, 5);
  });

  it.each(['', 'a', 'tons', 'field', 't/kg', 'ha/t', 'percent', 'hl/ha', '°C', 'bu/m'])(
    '%j is none of them',
    (text) => expect(readUnit(text)).toBeNull(),
  );

  it('weighs a bushel by its crop, and not at all where none is in use', () => {
    const unit = readUnit('bu/ac')!;
    expect(unitFactor(unit, findCrop({ name: 'Oats' }))! / unitFactor(unit, MAIZE)!).toBeCloseTo(
      32 / 56,
    );
    expect(unitFactor(unit, findCrop({ name: 'sugar beet' }))).toBeNull();
  });
});

describe('crops', () => {
  it('are known by names of several languages', () => {
    expect(findCrop({ name: ' Mais ' })).toBe(MAIZE);
    expect(findCrop({ name: 'Weizen' }).name).toBe('wheat');
  });

  it('may be the user’s own, with a range', () => {
    expect(findCrop({ name: 'hops', range: { min: 0.25, max: 4 } })).toMatchObject({
      name: 'hops',
      range: { min: 0.25, max: 4 },
    });
    expect(findCrop({ name: 'maize', range: { min: 0, max: 17 } }).range.max).toBe(17);
  });

  it('refuses an unknown one without a range, and a range upside down', () => {
    expect(() => findCrop({ name: 'hops' })).toThrow('or come with a range, but it is "hops"');
    expect(() => findCrop({ name: 'hops', range: { min: 4, max: 4 } })).toThrow(
      'the lower one first',
    );
  });
});
