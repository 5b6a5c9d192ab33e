/**
 * Fields that come later are what they would have been from the beginning.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { referenceModel } from '../model/testing/reference-model.ts';
import { withFields } from './add-fields.ts';
import { ANOTHER_FIELD } from './another-field.ts';
import { beginFarm } from './begin-farm.ts';
import { farmDefinition } from './farm-definition.ts';

const { hybrids } = referenceModel();
const OPTIONS = { usual: 'F42/OH43', hybrids, hectares: 12, drop: 4 };

describe('a farm without fields', () => {
  const empty = beginFarm(referenceModel(), OPTIONS);

  it('has all regions, all fields of the trials, and one for all others', () => {
    const { regions, fields } = referenceModel();
    const { categories: places } = empty.context.region as { categories: string[] };
    expect(places.toSorted()).toEqual([...regions, 'elsewhere'].toSorted());
    const { categories } = empty.context.field as { categories: string[] };
    expect(categories.slice(0, -1)).toEqual(fields.map(({ name }) => name));
    expect(categories.at(-1)).toBe(ANOTHER_FIELD);
    expect(empty.size).toEqual({ typical: 12, unit: 'ha' });
  });

  it('gets fields as if it had had them from the beginning', () => {
    const later = withFields(withFields(empty, ['home']), ['home', 'hill', 'brook']);
    const { categories } = empty.context.field as { categories: string[] };
    const regionOf = (name: string) =>
      referenceModel().fields.find((field) => field.name === name)?.region ?? null;
    const { hectares: _hectares, drop, ...options } = OPTIONS;
    const { size: _size, ...atOnce } = farmDefinition(referenceModel(), {
      ...options,
      split: { drop },
      fields: [...categories, 'home', 'hill', 'brook'].map((name) => ({
        name,
        region: regionOf(name),
      })),
    });
    const { size, ...rest } = later;
    expect(size).toEqual(empty.size);
    const asked = { temp: 21, rad: 20, rain: 3, clay: 25, region: 'IA', field: 'hill' };
    const boundsOf = (definition: PolicyDefinition) =>
      createPolicy(definition).preview(asked, { size: 12 }).bounds;
    const always = boundsOf({ ...atOnce, size: size! });
    boundsOf(later).forEach(({ action, predicted, outlook }, i) => {
      expect(action).toBe(always[i]!.action);
      expect(predicted).toBeCloseTo(always[i]!.predicted, 8);
      expect(outlook!.high).toBeCloseTo(always[i]!.outlook!.high, 8);
      expect(outlook!.beside.low).toBeCloseTo(always[i]!.outlook!.beside.low, 8);
    });
    expect(rest.context).toEqual(atOnce.context);
  });

  it('decides about a field that came later', () => {
    const policy = createPolicy(withFields(empty, ['home']));
    const context = { temp: 21, rad: 20, rain: 3, clay: 25, region: 'IA', field: 'home' };
    expect(policy.preview(context, { size: 12 }).parts?.[0]?.role).toBe('try');
  });

  it('stays the same where nothing is new', () => {
    expect(withFields(empty, [ANOTHER_FIELD])).toBe(empty);
  });

  it('refuses a definition that is no such farm', () => {
    const { prior: _prior, ...without } = empty;
    expect(() => withFields(without, ['home'])).toThrow('must have features of terms and a prior');
    expect(() => withFields({ ...empty, context: {} }, ['home'])).toThrow(
      'must have the field as the last variable',
    );
    const renamed = { categories: ['some', 'fields'] };
    expect(() =>
      withFields({ ...empty, context: { ...empty.context, field: renamed } }, ['home']),
    ).toThrow('must have a field named another field');
  });
});
