import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type ImportMaizeOptions, importMaize } from './import-maize.ts';
import { importLines } from './import-report.ts';
import { readTidyFile } from './read-tidy.ts';
import {
  type MadeUpPlot,
  NET_BUSHELS,
  PLOT_HEADER,
  plotLine,
  writePlots,
  writeSoil,
  writeText,
  writeWeather,
} from './testing/made-up-files.ts';
import { sharedData } from './testing/shared-data.ts';
import { tidyText } from './write-tidy.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'hedgerow-maize-import-'));
let folderCount = 0;

afterAll(() => rmSync(scratch, { recursive: true }));

function freshFolder(): string {
  folderCount += 1;
  return mkdtempSync(path.join(scratch, `${folderCount}-`));
}

const SOIL = ['"2016","DEH1_2016","x",75,13,12,"Sandy Loam","a\nb"', '"2016","ARH1_2016","x",,,,,'];

interface World {
  readonly folder: string;
  readonly files: string[];
}

function world(plots: readonly MadeUpPlot[], name = 'g2f_2016_hybrid_data_clean.csv'): World {
  const folder = freshFolder();
  const environments = ['DEH1_2016', 'ARH1_2016'];
  return {
    folder,
    files: [
      writePlots(folder, name, plots),
      writeSoil(folder, SOIL),
      writeWeather(folder, { environments }),
    ],
  };
}

async function importWorld({ folder, files }: World, options: Partial<ImportMaizeOptions> = {}) {
  const output = path.join(folder, 'plots.csv');
  const report = await importMaize({ files, output, ...options });
  return { report, rows: await readTidyFile(options.output ?? output) };
}

describe('importMaize', () => {
  it('counts every plot that it leaves out, once, by the first reason that holds', async () => {
    const { report, rows } = await importWorld(
      world([
        {},
        { pedigree: ' b73 / mo17 ', replicate: '2' },
        { discarded: 'YES', localCheck: 'Yes' },
        { filler: 'Filler', bushels: '' },
        { filler: 'planted by hand' },
        { localCheck: 'yes' },
        { bushels: '' },
        { pedigree: '' },
        { location: 'ARH1' },
        { location: 'GAH1' },
        { location: 'ZZH9' },
        { location: 'WIH1', planted: '' },
      ]),
    );
    expect(report.dropped).toEqual({
      discarded: 1,
      filler: 1,
      localCheck: 1,
      noHybrid: 1,
      noYield: 1,
      noPlantingDate: 1,
      noLatitude: 1,
      noWeather: 1,
      noSoil: 1,
    });
    expect([report.rowsRead, report.rowsWritten, rows.length]).toEqual([12, 3, 3]);
    expect(new Set(rows.map(({ hybrid }) => hybrid))).toEqual(new Set(['B73/MO17']));
    expect(importLines(report)).toContain('1 left out: marked as discarded');
  });

  it('joins soil, season weather and day length', async () => {
    const { report, rows } = await importWorld(world([{}]));
    expect(rows[0]).toMatchObject({
      year: 2016,
      location: 'DEH1',
      fieldId: 'DEH1',
      sandPct: 75,
      siltPct: 13,
      clayPct: 12,
      tempMeanC: 21,
      radiationMjM2D: 20,
      soilSource: 'measured',
    });
    expect(rows[0]!.photoperiodH).toBeCloseTo(14.0, 0);
    expect(report.environments[0]).toMatchObject({
      name: 'DEH1_2016',
      planted: '2016-04-29',
      silking: '2016-07-04',
      harvested: '2016-10-30',
      seasonDays: 151,
      weather: { frostC: 0, heatC: 0, beforeSilking: { tempMeanC: 21 } },
    });
  });

  it('measures frost, heat and both stages, and ends the season at an early harvest', async () => {
    const made = world([{ harvested: '5/8/16', silking: '5/4/16' }]);
    // Day 119 is 29 April: ten days, of which five are cold and five are hot.
    writeWeather(made.folder, {
      environments: ['DEH1_2016'],
      meanC: (day) => (day < 124 ? 10 : 30),
    });
    const { report } = await importWorld(made);
    expect(report.environments[0]!.seasonDays).toBe(10);
    expect(report.environments[0]!.weather).toEqual({
      tempMeanC: 20,
      radiationMjM2D: 20,
      frostC: 1,
      heatC: 3.5,
      beforeSilking: { tempMeanC: 10, radiationMjM2D: 20 },
      afterSilking: { tempMeanC: 30, radiationMjM2D: 20 },
    });
  });

  it('needs nine tenths of the season, and takes a station where there is no satellite', async () => {
    const made = world([{ harvested: '5/8/16' }]);
    writeWeather(made.folder, { environments: ['DEH1_2016'], lastDay: 126 });
    await expect(importWorld(made)).rejects.toThrow(/1 in a field-year without daily weather/);
    const header =
      'Record Number,Field Location,Month,Day,Year,Time,Temperature [C],Solar Radiation [W/m2]';
    const readings = Array.from({ length: 10 }, (_, i) => {
      const date = i < 2 ? `4,${29 + i}` : `5,${i - 1}`;
      return [`1,DEH1  DEI1,${date},2016,1:00,14,100`, `2,DEH1  DEI1,${date},2016,13:00,26,`];
    });
    const station = [header, ...readings.flat()].join('\r\n');
    made.files.push(writeText(made.folder, 'g2f_2016_weather_data.csv', station));
    const { report, rows } = await importWorld(made);
    expect(report.environments[0]!.weatherSource).toBe('station');
    expect(rows[0]).toMatchObject({ tempMeanC: 20, radiationMjM2D: 8.64 });
  });

  it('gives released or net yields, and warns of 2016', async () => {
    const made = world([{}]);
    const released = await importWorld(made);
    expect(released.rows[0]).toMatchObject({ yieldMgHa: 8.7875, yieldBuAc: 140 });
    expect(released.report.warnings[0]).toContain('1 yields of 2016 are as released');
    const net = await importWorld(made, { yields: 'net' });
    expect(net.rows[0]!.yieldMgHa).toBeCloseTo(NET_BUSHELS * 0.06276773, 4);
    expect(net.rows[0]!.yieldMgHa).toBe(net.rows[0]!.yieldNetMgHa);
    expect(net.report.warnings).toEqual([]);
    const table = path.join(made.folder, 'plots.csv');
    const again = await importWorld({ folder: freshFolder(), files: [table] });
    expect(again.rows[0]!.yieldMgHa).toBe(8.7875);
  });

  it('reads the competition, which cannot tell net yields of 2016', async () => {
    const made = world([]);
    const header =
      'Env,Year,Field_Location,Replicate,Hybrid,Date_Harvested,Date_Planted,Silk_DAP_days,Yield_Mg_ha';
    const line = 'DEH1_2016,2016,DEH1,1,b73/mo17,10/30/2016,4/29/2016,66.0';
    const plots = [header, `${line},9.5`, `${line},NA`].join('\r\n');
    made.files[0] = writeText(made.folder, '1_Training_Trait_Data_2014_2021.csv', plots);
    const { report, rows } = await importWorld(made);
    expect(report.dropped).toEqual({ noYield: 1 });
    expect(rows[0]).toMatchObject({ hybrid: 'B73/MO17', yieldMgHa: 9.5, yieldNetMgHa: null });
    expect(report.environments[0]!.silking).toBe('2016-07-04');
    await expect(importWorld(made, { yields: 'net' })).rejects.toThrow(/1 without what the net/);
  });

  it('repairs codes that moved, and keeps the official code', async () => {
    const folder = freshFolder();
    const files = [
      writePlots(folder, 'g2f_2016_x.csv', [{ location: 'IAH1' }]),
      writeSoil(folder, ['"2017","IAH1_2017","x",11,45,44,,']),
      writeWeather(folder, { environments: ['IAH1_2016'] }),
    ];
    const { rows } = await importWorld({ folder, files }, { soil: 'carried' });
    expect(rows[0]).toMatchObject({ fieldId: 'IAH1', soilSource: 'carried:IAH1_2017' });
  });

  it('keeps the fields and the hybrids asked for', async () => {
    const plots = ['A/B', 'A/B', 'C/D', 'C/D', 'E/F'].map((pedigree) => ({ pedigree }));
    const { report, rows } = await importWorld(world(plots), { hybridCount: 1, fields: ['DEH1'] });
    expect(rows.map(({ hybrid }) => hybrid)).toEqual(['A/B', 'A/B']);
    expect(report.dropped).toEqual({ otherHybrid: 3 });
    await expect(importWorld(world(plots), { fields: ['GAH1'] })).rejects.toThrow(
      /5 in a field that was not asked for/,
    );
  });

  it('writes Parquet that reads back as the same rows, and the report beside it', async () => {
    const made = world([{}, { replicate: '2', bushels: '151.25' }]);
    const csv = await importWorld(made);
    const output = path.join(made.folder, 'table.parquet');
    const parquet = await importWorld(made, { output });
    expect(parquet.rows).toEqual(csv.rows);
    expect(readdirSync(made.folder).filter((name) => /table|part/.test(name))).toEqual([
      'table.parquet',
      'table.report.json',
    ]);
    const report = JSON.parse(readFileSync(path.join(made.folder, 'table.report.json'), 'utf8'));
    expect(report).toEqual(parquet.report);
  });

  it('reads Latin-1, and takes latitudes from the metadata of the competition', async () => {
    const folder = freshFolder();
    const header = 'Env,City,Weather_Station_Latitude (in decimal numbers NOT DMS)';
    const metadata = Buffer.from(`${header}\nQCH1_2016,Montr\u00e9al,45.5\n`, 'latin1');
    const files = [
      writePlots(folder, 'g2f_2016_x.csv', [{ location: 'QCH1' }]),
      writeSoil(folder, ['"2016","QCH1_2016","x",11,45,44,,']),
      writeWeather(folder, { environments: ['QCH1_2016'] }),
      writeText(folder, '2_Training_Meta_Data.csv', metadata),
    ];
    const { rows } = await importWorld({ folder, files });
    expect(rows[0]!.photoperiodH).toBeGreaterThan(14.2);
  });
});

describe('a file that is not what it claims', () => {
  const refusal = async (made: World) =>
    await importWorld(made).then(
      () => 'accepted',
      (error: Error & { code: string }) => `${error.message} ${error.code}`,
    );

  it.each<[MadeUpPlot, RegExp]>([
    [
      { bushels: 'n/a' },
      /line 4, column "Grain Yield \[bu\/A\]" must be a number of at least 0, but it is "n\/a"/,
    ],
    [{ bushels: '-3' }, /line 4, column "Grain Yield/],
    [{ planted: '31/12/16' }, /line 4, column "Date Planted" must be a date/],
    [{ year: 2017 }, /line 4, column "Year" must be 2016, the year in the name of the file/],
    [{ location: '' }, /line 4, column "Field-Location" must not be empty/],
  ])('is refused with line and column: %o', async (plot, message) => {
    // The comment of the second plot runs over two lines, so the third begins on line 5.
    const lines = [{}, { comment: '"lodged\nearly"' }, plot];
    const made = world(lines);
    const text = await refusal(made);
    expect(text).toMatch(new RegExp(message.source.replace('line 4', 'line 5')));
    expect(text).toMatch(/HR_FILE$/);
    expect(readdirSync(made.folder)).not.toContain('plots.csv');
  });

  it('is refused if a record has too few cells', async () => {
    const made = world([]);
    const text = [PLOT_HEADER, plotLine({}), '2016,DEH1,7'].join('\r\n');
    made.files[0] = writeText(made.folder, 'g2f_2016_short.csv', text);
    expect(await refusal(made)).toMatch(/line 3.* must be a record of 19 cells/);
  });

  it('is refused if its heading lacks a column, or is none', async () => {
    const made = world([{}]);
    const text = `${PLOT_HEADER.replace('Grain Yield [bu/A]', 'Grain')}\n`;
    made.files[0] = writeText(made.folder, 'g2f_2016_other.csv', text);
    expect(await refusal(made)).toMatch(
      /line 1 must have a column "Grain Yield \[bu\/A\]" to be plots of one year/,
    );
    made.files[0] = writeText(made.folder, 'notes.md', '# Notes\n');
    expect(await refusal(made)).toMatch(/must be the heading of a file that the import knows/);
    made.files[0] = writeText(made.folder, 'empty.csv', '');
    expect(await refusal(made)).toMatch(/line 1 must hold the names of columns, but it is empty/);
    made.files[0] = path.join(made.folder, 'missing.csv');
    expect(await refusal(made)).toMatch(/must be a file that can be read, but it is not: ENOENT/);
    made.files[0] = writeText(made.folder, 'fake.parquet', 'text');
    expect(await refusal(made)).toMatch(/must be a Parquet file/);
  });

  it('is left aside, with a warning, if it is a soil sample of another year', async () => {
    const made = world([{}]);
    writeSoil(made.folder, [SOIL[0]!, '"2017","DEH1_2016","x",10,50,40,,']);
    const { report, rows } = await importWorld(made);
    expect(rows[0]!.sandPct).toBe(75);
    expect(report.warnings[0]).toBe(
      'The soil of DEH1_2016 on line 4 is of the year 2017; it was left aside.',
    );
  });

  it('is refused if soil does not add up', async () => {
    const made = world([{}]);
    writeSoil(made.folder, ['"2016","DEH1_2016","x",75,53,12,,']);
    expect(await refusal(made)).toMatch(/line 2, column "% Sand" must add up to 100/);
  });

  it('is refused if another file tells the same plots, or if it is given twice', async () => {
    const made = world([{}]);
    const twin = { ...made, files: [...made.files, made.files[0]!] };
    expect(await refusal(twin)).toMatch(/must be given once/);
    made.files.push(writePlots(made.folder, 'g2f_2016_copy.csv', [{}]));
    expect(await refusal(made)).toMatch(/plots of DEH1_2016, which .* has too/);
  });
});

describe('the real files', () => {
  it('import: heads of all four years, soil and daily weather', async () => {
    const names = [2014, 2015, 2016, 2017].map(
      (year) => `fixtures/g2f_${year}_hybrid_data_clean.head60.csv`,
    );
    const files = [
      ...names,
      'fixtures/3_Training_Soil_Data_2015_2021.csv',
      'tidy/g2f_nasa_daily_2015_2017.csv',
    ].map(sharedData);
    if (files.some((file) => file === null)) return;
    const { report, rows } = await importWorld({
      folder: freshFolder(),
      files: files as string[],
    });
    expect(report).toMatchObject({
      rowsRead: 240,
      rowsWritten: 49,
      dropped: { discarded: 3, localCheck: 12, noYield: 2, noWeather: 125, noSoil: 49 },
    });
    const tidy = sharedData('tidy/g2f_maize_strict_2016_2017.csv');
    if (tidy === null) return;
    const known = new Map((await readTidyFile(tidy)).map((row) => [plotKey(row), row]));
    const common = rows.filter((row) => known.has(plotKey(row)));
    expect(common).toHaveLength(4);
    for (const row of common) {
      const other = known.get(plotKey(row))!;
      expect(row.yieldNetMgHa).toBeCloseTo(other.yieldNetMgHa!, 4);
      expect(row.sandPct).toBe(other.sandPct);
    }
  });

  it('import: the competition, which has no weather here', async () => {
    const traits = sharedData('fixtures/1_Training_Trait_Data_subset.head60.csv');
    const weather = sharedData('fixtures/4_Testing_Weather_Data_2022.head100.csv');
    const soil = sharedData('fixtures/g2f_2018_soil_data.csv');
    if (traits === null || weather === null || soil === null) return;
    const made = { folder: freshFolder(), files: [traits, weather, soil] };
    await expect(importWorld(made)).rejects.toThrow(/none of 60: 60 in a field-year without daily/);
  });

  it('pass through unchanged if they are tidy', async () => {
    const file = sharedData('tidy/g2f_maize_4yr_2014_2017.csv');
    if (file === null) return;
    const { rows } = await importWorld({ folder: freshFolder(), files: [file] });
    expect(tidyText(rows)).toBe(tidyText(await readTidyFile(file)));
    expect(rows).toHaveLength(2994);
  });
});

function plotKey(row: {
  readonly year: number;
  readonly location: string;
  readonly hybrid: string;
  readonly replicate: number;
  readonly yieldMgHa: number;
}): string {
  return [row.year, row.location, row.hybrid, row.replicate, row.yieldMgHa.toFixed(3)].join();
}
