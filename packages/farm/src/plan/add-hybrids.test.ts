/**
 * Hybrids that come later: wide open, and nothing else moves.
 */
import { createPolicy, type PolicyDefinition, policyGrowth } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { referenceModel } from '../model/testing/reference-model.ts';
import { withFields } from './add-fields.ts';
import { hasRoomForHybrids, withHybrids } from './add-hybrids.ts';
import { beginFarm } from './begin-farm.ts';
import { farmDefinition } from './farm-definition.ts';

const HYBRIDS = ['F42/OH43', 'PHW52/PHN82', 'B73/MO17'];
const OPTIONS = { usual: 'F42/OH43', hybrids: HYBRIDS };
const ASKED = { temp: 21, rad: 20, rain: 3, clay: 25, region: 'IA', field: 'home' };
const empty = beginFarm(referenceModel(), { ...OPTIONS, hectares: 12 });
const before = withFields(empty, ['home']);

function boundsOf(definition: PolicyDefinition) {
  return createPolicy({ ...definition, seed: 1 }).preview(ASKED, { size: 12 }).bounds;
}

describe('a hybrid that comes later', () => {
  const after = withHybrids(before, ['Novel', 'Other', 'B73/MO17']);

  it('is added at the end, and the policy grows by it', () => {
    expect(after.actions).toEqual([...HYBRIDS, 'Novel', 'Other']);
    expect(policyGrowth(before, after)).toMatchObject({
      actions: ['Novel', 'Other'],
      features: 10,
    });
    expect(policyGrowth(after, withFields(after, ['hill'])).features).toBe(1);
  });

  it('leaves the others as they were, and is as unknown as one of the model that nobody has grown', () => {
    const bounds = boundsOf(after);
    boundsOf(before).forEach((one, i) => {
      expect(bounds[i]!.predicted).toBeCloseTo(one.predicted, 9);
      expect(bounds[i]!.outlook!.beside.high).toBeCloseTo(one.outlook!.beside.high, 9);
    });
    const atOnce = farmDefinition(referenceModel(), {
      ...OPTIONS,
      fields: [{ name: 'home', region: 'IA', hectares: 12 }],
      hybrids: [...HYBRIDS, { name: 'Novel', parents: ['one', 'two'] }],
    });
    const always = boundsOf(atOnce)[3]!;
    expect(bounds[3]!.predicted).toBeCloseTo(always.predicted, 8);
    expect(bounds[3]!.outlook!.low).toBeCloseTo(always.outlook!.low, 8);
    expect(bounds[3]!.outlook!.beside.high).toBeCloseTo(always.outlook!.beside.high, 8);
    expect(bounds[4]!.outlook).toEqual(bounds[3]!.outlook);
  });

  it('needs no model where there is none, and is refused where there is no room for it', () => {
    const { features: _features, prior: _prior, ...plain } = { ...before, context: {} };
    expect(withHybrids(plain, ['Novel']).actions).toEqual([...HYBRIDS, 'Novel']);
    const closed = farmDefinition(referenceModel(), { ...OPTIONS, fields: [{ name: 'home' }] });
    expect(() => withHybrids(closed, ['Novel'])).toThrow('room for hybrids');
    expect(withHybrids(before, HYBRIDS)).toBe(before);
    const farms: PolicyDefinition[] = [before, after, plain, closed];
    expect(farms.map(hasRoomForHybrids)).toEqual([true, true, true, false]);
  });
});
