import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHeader } from './file-header.ts';
import { readCompetitionSoil } from './read-soil.ts';
import { soilOf } from './soil-lookup.ts';
import { sharedData } from './testing/shared-data.ts';

const texture = (sandPct: number) => ({ sandPct, siltPct: 80 - sandPct, clayPct: 20 });

describe('soilOf', () => {
  const textures = new Map([
    ['IAH1_2017', texture(11)],
    ['IAH4_2017', texture(40)],
    ['NEH3_2017', texture(35)],
    ['NEH4_2017', texture(49)],
    ['DEH1_2016', texture(75)],
    ['DEH1_2017', texture(78)],
  ]);
  const source = (location: string, year: number) =>
    soilOf(textures, { location, year, rule: 'carried' })?.soilSource;

  it('takes what was measured there and then', () => {
    expect(soilOf(textures, { location: 'DEH1', year: 2017, rule: 'measured' })).toEqual({
      ...texture(78),
      soilSource: 'measured',
    });
    expect(soilOf(textures, { location: 'DEH1', year: 2015, rule: 'measured' })).toBeNull();
  });

  it('carries it from the nearest year of the place, not of the code', () => {
    expect(source('DEH1', 2014)).toBe('carried:DEH1_2016');
    expect(source('IAH1', 2015)).toBe('carried:IAH4_2017');
    expect(source('IAH4', 2014)).toBe('carried:IAH1_2017');
    expect(source('NEH4', 2016)).toBe('carried:NEH4_2017');
    expect(source('NEH1', 2016)).toBe('carried:NEH3_2017');
  });

  it('does not carry it to a code that has moved, or to a place it does not know', () => {
    expect(source('NEH3', 2015)).toBeUndefined();
    expect(source('XXH1', 2016)).toBeUndefined();
  });

  it('carries as the tidy environments do', async () => {
    const soil = sharedData('fixtures/3_Training_Soil_Data_2015_2021.csv');
    const environments = sharedData('tidy/g2f_environments_2014_2017.csv');
    if (soil === null || environments === null) return;
    const { textures } = await readCompetitionSoil(soil, await readHeader(soil));
    const rows = readFileSync(environments, 'utf8').trim().split('\n').slice(1);
    const differing = rows.filter((row) => {
      const cells = row.split(',');
      const found = soilOf(textures, {
        location: cells[2]!,
        year: Number(cells[1]),
        rule: 'carried',
      });
      return (found?.soilSource ?? '') !== cells[16];
    });
    expect(differing.map((row) => row.split(',')[0])).toEqual([]);
  });
});
