/**
 * The made-up co-operative keeps what its members vouch for, and is the same world at every start.
 */
import { describePolicy } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { cooperativeDefinition, cooperativeFields, cooperativeModel, MEMBERS } from './members.ts';
import { CooperativeTruth, type Place } from './truth.ts';

const model = await cooperativeModel();
const definition = cooperativeDefinition(model);
const PLACES: readonly Place[] = MEMBERS.flatMap((member) =>
  member.fields.map(([field, , clay]) => ({ member, field, clay })),
);

describe('the made-up co-operative', () => {
  it('is three farms with thirty fields of different names, within the soils of the trials', () => {
    const fields = cooperativeFields();
    expect(new Set(fields.map(({ name }) => name)).size).toBe(30);
    expect(new Set(fields.map(({ site }) => site)).size).toBe(3);
    const { seen } = model.covariates.find(({ name }) => name === 'clay')!;
    const clays = PLACES.map(({ clay }) => clay);
    expect(Math.min(...clays)).toBeGreaterThanOrEqual(seen.min);
    expect(Math.max(...clays)).toBeLessThanOrEqual(seen.max);
    expect(describePolicy(definition).firstSeason!.freeShare).toBeGreaterThan(0);
  });

  it('harvests within the declared range, and never far below the usual hybrid', () => {
    const truth = new CooperativeTruth(model);
    const { drop, plotNoise } = definition.split!;
    const most = drop! + 2 * 3 * plotNoise!.scale;
    for (const place of PLACES) {
      const usual = truth.harvest(place, '2023', place.member.usual);
      for (const hybrid of definition.actions as string[]) {
        const harvest = truth.harvest(place, '2023', hybrid);
        expect(harvest).toBeGreaterThanOrEqual(Math.max(definition.reward.min, usual - most));
        expect(harvest).toBeLessThanOrEqual(definition.reward.max);
      }
    }
  });

  it('is the same world however late it is asked, and another in another season', () => {
    const [first, second] = [new CooperativeTruth(model), new CooperativeTruth(model)];
    const [place, other] = PLACES as [Place, Place];
    second.harvest(other, '2022', 'B73/MO17');
    second.weather('Clover', '2024');
    const harvest = first.harvest(place, '2024', 'B73/PHN82');
    expect(second.harvest(place, '2024', 'B73/PHN82')).toBe(harvest);
    expect(second.harvest(place, '2025', 'B73/PHN82')).not.toBe(harvest);
    expect(second.weather('Alder', '2024')).toEqual(first.weather('Alder', '2024'));
    expect(second.weather('Alder', '2024')).not.toEqual(first.forecast('Alder', '2024'));
  });
});
