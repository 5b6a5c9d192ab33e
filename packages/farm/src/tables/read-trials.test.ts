import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { findCrop } from './crop.ts';
import type { TableFinding } from './finding.ts';
import { readTrials, type TrialOptions } from './read-trials.ts';
import { reportLines } from './report-text.ts';

const kinds = (findings: readonly TableFinding[], severity: string) =>
  findings.filter((one) => one.severity === severity).map(({ kind }) => kind);

const errors = (text: string, options?: TrialOptions) =>
  kinds(readTrials(text, options).findings, 'error');

const warnings = (text: string, options?: TrialOptions) =>
  kinds(readTrials(text, options).findings, 'warning');

const found = (text: string, kind: string, options?: TrialOptions) =>
  readTrials(text, options).findings.filter((one) => one.kind === kind);

const HEAD = 'Field,Year,Hybrid,Yield (t/ha)\n';

describe('trials from a table', () => {
  it('reads a German table and says what was taken for what', () => {
    const text =
      'Schlag;Erntejahr;Sorte;Kornertrag [dt/ha];Bemerkung\nNord;2019;P1197;94,5;\nNord;2020;DKC;101,2;nass\n';
    const report = readTrials(text);
    expect(report.isBlocked).toBe(false);
    expect(report.needsConfirmation).toBe(false);
    expect(report.rows).toEqual([
      {
        field: 'Nord',
        region: null,
        year: 2019,
        hybrid: 'P1197',
        parents: [],
        yield: 9.45,
        plots: 1,
        covariates: {},
      },
      {
        field: 'Nord',
        region: null,
        year: 2020,
        hybrid: 'DKC',
        parents: [],
        yield: 10.12,
        plots: 1,
        covariates: {},
      },
    ]);
    expect(reportLines(report)).toEqual([
      '2 trials read. Cells are parted by semicolons, decimals by a comma.',
      '  field is "Schlag": "schlag" is a word for it',
      '  year is "Erntejahr": "erntejahr" is a word for it',
      '  hybrid is "Sorte": "sorte" is a word for it',
      '  yield is "Kornertrag [dt/ha]": "kornertrag" is a word for it, and dt/ha is a unit of it',
      'note, "Bemerkung": The column is not used.',
      'note, "Kornertrag [dt/ha]": Numbers are in dt/ha; 1 dt/ha = 0.1 t/ha.',
    ]);
  });

  it.each([
    ['Champ;Année;Variété;Rendement (q/ha)', 94, 9.4],
    ['Campo;Año;Híbrido;Rendimiento (kg/ha)', 9400, 9.4],
    ['Location;Season;Variety;Grain_yield_Mg_ha', 9.4, 9.4],
    ['fieldId;year;pedigree;yieldBuAc (bu/ac)', 150, 9.41515],
    ['Standort;Jahr;Genotyp;Ertrag dt/ha', 94, 9.4],
  ])('knows the headings %s', (heading, value, tonnes) => {
    const { rows, isBlocked } = readTrials(`${heading}\nA;2019;H;${value}\n`);
    expect(isBlocked).toBe(false);
    expect(rows[0]!.yield).toBeCloseTo(tonnes, 4);
  });

  it('takes parents, region, plots, weather and soil where there are', () => {
    const text =
      'field\tregion\tyear\thybrid\tparent 1\tparent 2\tyield (t/ha)\treps\ttemp (°F)\tRadiation\tClay (%)\tcovariate\n' +
      'A\tNorth\t2019\tH1\tB73\tMo17\t9.4\t3\t68\t20.5\t21\t7\n';
    const report = readTrials(text, { map: { 'covariate:ph': 'covariate' } });
    expect(report.rows[0]).toMatchObject({
      region: 'North',
      parents: ['B73', 'Mo17'],
      plots: 3,
      covariates: { temperature: 20, radiation: 20.5, clay: 21, ph: 7 },
    });
    expect(report.covariates).toEqual([
      { name: 'temperature', unit: '°C' },
      { name: 'radiation', unit: 'MJ/m²/d' },
      { name: 'clay', unit: '%' },
      { name: 'ph', unit: null },
    ]);
  });

  it('maps columns as the user says, by heading or by number, and refuses what is not there', () => {
    const text = 'wo,wann,was,wieviel\nA,2019,H,9.4\n';
    expect(errors(text)).toEqual([
      'column-missing',
      'column-missing',
      'column-missing',
      'column-missing',
    ]);
    const map = { field: 'wo', year: 'Wann', hybrid: 'was', yield: 'wieviel' };
    expect(readTrials(text, { map, unit: 't/ha' }).rows).toHaveLength(1);
    expect(found(text, 'map-column', { map: { ...map, yield: 'Ertrag' } })[0]!.text).toBe(
      'yield is mapped to "Ertrag", but the columns are "wo", "wann", "was", "wieviel".',
    );
    expect(found(text, 'map-key', { map: { yeild: 'wieviel' } })[0]!.text).toContain('"yeild"');
    const bare = 'A,2019,H,9.4\nB,2019,H,9.1\n';
    const places = { field: 'column 1', year: 'column 2', hybrid: 'column 3', yield: 'column 4' };
    expect(readTrials(bare, { map: places, unit: 't/ha' }).rows).toHaveLength(2);
    expect(warnings(bare, { map: places, unit: 't/ha' })).toEqual(['no-heading']);
  });

  it('maps one column to two things: names that are crosses', () => {
    const text = `${HEAD}A,2019,B73/Mo17,9.4\nA,2019,B14/Mo17,9.1\n`;
    expect(found(text, 'pedigree-names')).toHaveLength(1);
    const { rows } = readTrials(text, { map: { parents: 'Hybrid' } });
    expect(rows[0]).toMatchObject({ hybrid: 'B73/Mo17', parents: ['B73', 'Mo17'] });
  });

  it('takes two hybrids on one field for two years', () => {
    const text = `${HEAD}A,2019,X,9\nA,2019,Y,9.5\nA,2020,X,10\nA,2020,Y,10.1\n`;
    expect(readTrials(text)).toMatchObject({ isBlocked: false, needsConfirmation: false });
  });

  it('tidies blanks in names and says so', () => {
    const text = `${HEAD} North  40 ,2019,\u00a0P1197\u200b,9\nNorth 40,2020,P1197,9\n`;
    const { rows, findings } = readTrials(text);
    expect(new Set(rows.map(({ field, hybrid }) => `${field}|${hybrid}`))).toEqual(
      new Set(['North 40|P1197']),
    );
    const notes = findings.filter(({ kind }) => kind === 'name-blanks');
    expect(notes.map(({ lines, column }) => [column, ...lines])).toEqual([
      ['Field', 2],
      ['Hybrid', 2],
    ]);
  });

  it('warns of one hybrid in two spellings, and joins them if told to', () => {
    const text = `${HEAD}A,2019,P 1197,9\nA,2020,p1197,9.1\nA,2021,P 1197,9.2\n`;
    expect(found(text, 'name-spellings')).toMatchObject([{ severity: 'warning', lines: [3] }]);
    expect(new Set(readTrials(text).rows.map(({ hybrid }) => hybrid)).size).toBe(2);
    const joined = readTrials(text, { spellings: 'join' });
    expect(joined.rows.map(({ hybrid }) => hybrid)).toEqual(['P 1197', 'P 1197', 'P 1197']);
    expect(joined.needsConfirmation).toBe(false);
  });

  it('leaves out a line that is there twice, unless told that it is a plot of its own', () => {
    const text = `${HEAD}A,2019,X,9\nA,2019,X,9\nA,2019,X,9.5\n`;
    expect(readTrials(text).rows).toHaveLength(2);
    expect(found(text, 'duplicate')).toMatchObject([{ severity: 'warning', lines: [3] }]);
    expect(found(text, 'repeated')).toHaveLength(1);
    expect(readTrials(text, { repeats: 'each' }).rows).toHaveLength(3);
  });

  it('reads thousands, decimal commas and blanks between digits', () => {
    const text =
      'Field;Year;Hybrid;Yield (kg/ha)\nA;2019;X;9.234,5\nA;2020;X;10 234,5\nA;2021;X;8.000\n';
    expect(readTrials(text).rows.map((row) => row.yield)).toEqual([9.2345, 10.2345, 8]);
  });

  it('refuses a line with too many cells: a decimal comma between commas', () => {
    const text = `${HEAD}A,2019,X,9,4\nA,2020,X,9.1\n`;
    expect(found(text, 'long-line')).toMatchObject([{ severity: 'error', lines: [2] }]);
  });

  it('fills up short lines, passes over empty ones, and says both', () => {
    const text = 'Field,Year,Hybrid,Yield (t/ha),Region\n\nA,2019,X,9\n,,,,\nB,2019,X,9,North\n';
    const { rows, findings } = readTrials(text);
    expect(rows).toHaveLength(2);
    expect(findings).toMatchObject([
      { kind: 'empty-lines', lines: [2, 4] },
      { kind: 'short-line', lines: [3] },
      { kind: 'converted' },
    ]);
  });

  it('takes "sep=;", a byte order mark, titles above and units below the heading', () => {
    const text =
      '\ufeffsep=;\r\nTrials of 2019;;;\r\nField;Year;Hybrid;Yield\r\n;;;dt/ha\r\nA;2019;X;94\r\n';
    const { rows, lines, findings } = readTrials(text);
    expect(rows[0]!.yield).toBeCloseTo(9.4);
    expect(lines).toEqual([5]);
    expect(findings.map(({ kind, lines: at }) => [kind, ...at])).toEqual([
      ['separator-line', 1],
      ['above-heading', 2],
      ['unit-line', 4],
      ['converted'],
    ]);
  });

  it('leaves out totals, means and remarks at the end', () => {
    const text = `${HEAD}A,2019,X,9\nB,2019,X,9.2\nMean,,,9.1\nLSD (5%),,,0.4\n,,Mittelwert:,9.1\nSource: own,,,\n`;
    const { rows, findings, isBlocked } = readTrials(text);
    expect(isBlocked).toBe(false);
    expect(rows).toHaveLength(2);
    expect(findings.filter(({ severity }) => severity === 'warning')).toMatchObject([
      { kind: 'summary-line', lines: [4] },
      { kind: 'summary-line', lines: [5] },
      { kind: 'summary-line', lines: [6] },
      { kind: 'remark-line', lines: [7] },
    ]);
  });

  it('keeps lines of which every one says mean, and names that only contain such a word', () => {
    const text =
      'Type,Field,Year,Hybrid,Yield (t/ha)\nmean,Summer,2019,Maxima,9\nmean,Total Acres,2019,X,9.2\n';
    expect(readTrials(text)).toMatchObject({
      rows: [{ field: 'Summer' }, { field: 'Total Acres' }],
    });
    const remarks =
      'Field,Year,Hybrid,Yield (t/ha),Remark\nA,2019,X,9,\nB,2019,X,9.2,total\nC,2019,X,9.1,\n';
    expect(readTrials(remarks).rows).toHaveLength(3);
  });

  it('takes years from dates, the later of two, and no day number', () => {
    const rows = ['2019-05-03', '3.5.2019', '5/3/2019', '20190503', '2019'].map(
      (date, index) => `F${index},${date},X,9`,
    );
    expect(readTrials(HEAD + rows.join('\n')).rows.map(({ year }) => year)).toEqual(
      Array(5).fill(2019),
    );
    expect(found(`${HEAD}A,2018/19,X,9\n`, 'year-of-two')).toMatchObject([{ severity: 'warning' }]);
    expect(readTrials(`${HEAD}A,2018/2019,X,9\n`).rows[0]!.year).toBe(2019);
    expect(found(`${HEAD}A,43588,X,9\n`, 'not-a-year')[0]!.text).toContain('2019-05-03');
    for (const year of ['19', '2018/21', 'spring', '20191', '3.5.19']) {
      expect(errors(`${HEAD}A,${year},X,9\n`), year).toEqual(['not-a-year']);
    }
  });

  it('hints at years that stand as headings', () => {
    expect(found('Field,Hybrid,2019,2020\nA,X,9,9.1\n', 'column-missing')[0]!.text).toContain(
      'write one line for each year',
    );
  });

  it('refuses a yield without its field, and leaves out a line without a yield', () => {
    const text = `${HEAD}A,2019,X,9\n,2019,Y,9.3\nB,2019,X,NA\n`;
    const { findings, rows } = readTrials(text);
    expect(rows).toHaveLength(1);
    expect(findings.filter(({ kind }) => kind === 'cell-missing')).toMatchObject([
      { severity: 'error', lines: [3], column: 'Field' },
      { severity: 'warning', lines: [4], column: 'Yield (t/ha)' },
    ]);
  });

  it('refuses words where a number must be, once for each line', () => {
    expect(found(`${HEAD}A,2019,X,hail\n`, 'not-a-number')).toMatchObject([
      { lines: [2], column: 'Yield (t/ha)' },
    ]);
    expect(errors(`${HEAD}A,2019,X,hail\n`)).toEqual(['not-a-number']);
  });

  it('refuses a hybrid with two pairs of parents and a field in two regions', () => {
    const text =
      'Field,Year,Hybrid,Yield (t/ha),Parents,Region\nA,2019,X,9,B × C,N\nA,2020,X,9.2,C × B,N\nA,2021,X,9.1,B × D,S\n';
    expect(found(text, 'contradiction').map(({ text: said }) => said)).toEqual([
      'X has the parents B × D here and B × C above.',
      'A is in S here and in N above.',
    ]);
  });

  it('keeps names that are properties of every object', () => {
    const text = 'Field,Year,Hybrid,Yield (t/ha),pH\n__proto__,2019,constructor,9,7\n';
    const { rows } = readTrials(text, { map: { 'covariate:__proto__': 'pH' } });
    expect(rows[0]).toMatchObject({ field: '__proto__', hybrid: 'constructor' });
    expect(Object.entries(rows[0]!.covariates)).toEqual([['__proto__', 7]]);
  });

  it('refuses the file of a spreadsheet, an empty text and a heading alone', () => {
    expect(errors('PK\u0003\u0004rest')).toContain('not-text');
    expect(errors('')).toEqual(['empty-table']);
    expect(errors(HEAD)).toEqual(['empty-table']);
  });

  it('warns of lost letters and of two columns that fit equally well', () => {
    expect(warnings(`${HEAD}M\ufffdhle,2019,X,9\n`)).toEqual(['encoding']);
    const text = 'Field,Year,Hybrid,Yield (bu/ac),Yield (t/ha)\nA,2019,X,150,9.4\n';
    expect(warnings(text)).toEqual(['column-rival']);
    expect(warnings(text, { map: { yield: 'Yield (t/ha)' } })).toEqual([]);
  });

  it('reads 100 000 lines without losing one', () => {
    const lines = Array.from(
      { length: 100_000 },
      (_, i) => `F${i % 997};${2000 + (i % 20)};H${i % 31};${8 + (i % 50) / 10 + i / 1e7}`,
    );
    const report = readTrials(`Field;Year;Hybrid;Yield (t/ha)\n${lines.join('\n')}`);
    expect(report.isBlocked).toBe(false);
    expect(report.rows).toHaveLength(100_000);
  });

  test.prop([
    fc.array(
      fc.record({
        field: fc.constantFrom('A', 'B 1', 'Großer Acker', 'x;y', 'a,b', '"q"'),
        year: fc.integer({ min: 1990, max: 2030 }),
        hybrid: fc.constantFrom('X', 'P1197', 'DKC 5, early', 'Y\nZ'),
        yield: fc.integer({ min: 1, max: 2999 }),
      }),
      { minLength: 1, maxLength: 30 },
    ),
    fc.constantFrom(',', ';', '\t', '|'),
    fc.constantFrom('.', ','),
    fc.constantFrom('\n', '\r\n'),
  ])(
    'comes back the same from any delimiter and decimal style',
    (rows, delimiter, mark, lineEnd) => {
      const write = (cell: string) =>
        /[";,\t|\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
      const lines = rows.map((row) =>
        [row.field, String(row.year), row.hybrid, (row.yield / 100).toFixed(2).replace('.', mark)]
          .map(write)
          .join(delimiter),
      );
      const heading = ['Field', 'Year', 'Hybrid', 'Yield (t/ha)'].join(delimiter);
      const report = readTrials([heading, ...lines].join(lineEnd), { repeats: 'each' });
      expect(report.isBlocked).toBe(false);
      expect(
        report.rows.map(({ field, year, hybrid, yield: value }) => [field, year, hybrid, value]),
      ).toEqual(
        rows.map((row) => [row.field, row.year, row.hybrid.replace('\n', ' '), row.yield / 100]),
      );
    },
  );

  test.prop([fc.string({ unit: 'binary', maxLength: 300 })])(
    'never throws, whatever is pasted',
    (text) => {
      expect(readTrials(text).rows.length).toBeGreaterThanOrEqual(0);
      expect(readTrials(HEAD + text).isBlocked).toBeTypeOf('boolean');
    },
  );
});

describe('yields and their units', () => {
  const one = (heading: string, value: string) =>
    `Field,Year,Hybrid,${heading}\nA,2019,X,${value}\n`;

  it('takes the unit from behind the numbers', () => {
    expect(readTrials(one('Yield', '150 bu/ac')).rows[0]!.yield).toBeCloseTo(9.415, 3);
    expect(errors(one('Yield (t/ha)', '150 bu/ac'))).toEqual(['cell-unit']);
    expect(errors(one('Yield', '150 frogs'))).toEqual(['cell-unit']);
  });

  it('says which unit would fit when the one that is named is impossible', () => {
    expect(found(one('Yield (t/ha)', '9400'), 'unit-misfit')[0]!.text).toBe(
      'The median of 9400 t/ha is impossible for maize (0 to 40). kg/ha or lb/ac would fit.',
    );
    expect(found(one('Yield (t/ha)', '150'), 'unit-misfit')[0]!.text).toContain(
      'dt/ha or bu/ac would fit',
    );
  });

  it('guesses a unit only where one alone fits, and asks for confirmation', () => {
    expect(readTrials(one('Yield', '9.4')).rows[0]!.yield).toBe(9.4);
    expect(warnings(one('Yield', '9.4'))).toEqual(['unit-guessed']);
    expect(found(one('Yield', '150'), 'unit-unknown')[0]!.text).toContain(
      'could be dt/ha or bu/ac of maize',
    );
    expect(readTrials(one('Yield', '150'), { unit: 'bu/ac' })).toMatchObject({
      isBlocked: false,
      needsConfirmation: false,
    });
  });

  it('reads what stands behind a unit as a description, and refuses a unit that nobody knows', () => {
    for (const heading of ['Yield (bu/ac @ 15.5 %)', 'Yield [bu/ac; 15.5 %]', 'Yield bu/ac']) {
      expect(readTrials(one(heading, '150')).rows[0]!.yield, heading).toBeCloseTo(9.415, 3);
    }
    expect(found(one('Yield (frogs)', '9.4'), 'unit-unknown')[0]!.text).toContain(
      'The heading says "frogs"',
    );
    expect(found(one('Ertrag (dt TM/ha)', '150'), 'unit-unknown')).toHaveLength(1);
  });

  it('reads a weight from a plot, whose area stands beside it', () => {
    const text = 'Field,Year,Hybrid,Yield (kg/plot),Plot area (m²)\nA,2019,X,11.28,12\n';
    expect(readTrials(text).rows[0]!.yield).toBeCloseTo(9.4);
  });

  it('lets the caller overrule the heading, and says so', () => {
    expect(warnings(one('Yield (t/ha)', '94'), { unit: 'dt/ha' })).toEqual(['unit-misfit']);
  });

  it('refuses a single impossible value among possible ones', () => {
    const text = `${HEAD}A,2019,X,9\nA,2020,X,94\nA,2021,X,9.2\nA,2022,X,-1\n`;
    expect(found(text, 'impossible').map(({ lines }) => lines)).toEqual([[3], [5]]);
  });

  it('warns of what stands apart, in its field and year or in the table', () => {
    const plots = [9, 9.3, 9.1, 8.8, 9.2, 3.1].map((value, i) => `A,2019,H${i},${value}`);
    expect(found(HEAD + plots.join('\n'), 'outlier')).toMatchObject([
      { severity: 'warning', lines: [7] },
    ]);
    const fields = [9, 9.6, 10.1, 8.8, 9.2, 30].map((value, i) => `F${i},2019,X,${value}`);
    expect(found(HEAD + fields.join('\n'), 'outlier')[0]!.text).toBe(
      '30 t/ha stands apart: the median in the table is 9.4. It is kept.',
    );
  });

  it('warns of a yield of nothing', () => {
    expect(warnings(`${HEAD}A,2019,X,9\nB,2019,X,0\n`)).toEqual(['zero-yield']);
  });

  it('makes yields of weights and areas, at the moisture at which grain is sold', () => {
    const text =
      'Field,Year,Hybrid,Weight (kg),Area (ha),Moisture\nA,2019,X,4700,0.5,15.5\nB,2019,X,4700,0.5,24\n';
    const { rows, isBlocked } = readTrials(text);
    expect(isBlocked).toBe(false);
    expect(rows[0]!.yield).toBeCloseTo(9.4);
    expect(rows[1]!.yield).toBeCloseTo((9.4 * 76) / 84.5);
    expect(errors('Field,Year,Hybrid,Yield (kg)\nA,2019,X,4700\n')).toEqual(['column-missing']);
    expect(errors('Field,Year,Hybrid,Weight,Area (ha)\nA,2019,X,4700,0.5\n')).toEqual([
      'unit-unknown',
    ]);
  });

  it('leaves published yields as they stand beside a moisture, unless told that they are wet', () => {
    const text = 'Field,Year,Hybrid,Yield (t/ha),Moisture (%)\nA,2019,X,9.4,24\n';
    expect(readTrials(text).rows[0]!.yield).toBe(9.4);
    expect(warnings(text)).toEqual(['moisture']);
    expect(readTrials(text, { moisture: 'as-harvested' }).rows[0]!.yield).toBeCloseTo(
      (9.4 * 76) / 84.5,
    );
  });

  it('reads another crop, and a crop and unit of one’s own', () => {
    const wheat = findCrop({ name: 'wheat' });
    expect(readTrials(one('Yield (bu/ac)', '120'), { crop: wheat }).rows[0]!.yield).toBeCloseTo(
      8.07,
      2,
    );
    const hops = findCrop({ name: 'wine', range: { min: 0, max: 300 } });
    const report = readTrials(one('Yield', '95'), { crop: hops, unit: 'hl/ha' });
    expect(report).toMatchObject({ isBlocked: false, unit: 'hl/ha', rows: [{ yield: 95 }] });
    expect(errors(one('Yield (bu/ac)', '95'), { crop: hops })).toEqual(['unit-unknown']);
  });
});
