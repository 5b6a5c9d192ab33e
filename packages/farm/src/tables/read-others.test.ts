import { describe, expect, it } from 'vitest';
import type { TableFinding } from './finding.ts';
import { readFields } from './read-fields.ts';
import { readHarvests } from './read-harvests.ts';
import { readHybrids } from './read-hybrids.ts';

const errors = ({ findings }: { findings: readonly TableFinding[] }) =>
  findings.filter(({ severity }) => severity === 'error').map(({ kind }) => kind);

describe('fields from a table', () => {
  it('reads all that can be known of a field', () => {
    const text =
      'Name;Fläche (ha);Betrieb;Übliche Sorte;Region;Blöcke;Teilbar;Ton (%);Lat;Lon;Erlaubte Sorten\n' +
      'Nord 40;12,5;Huber;P1197;Inn;6;ja;21;48,2;12,5;P1197, DKC\n';
    const report = readFields(text);
    expect(errors(report)).toEqual([]);
    expect(report.rows).toEqual([
      {
        name: 'Nord 40',
        hectares: 12.5,
        farm: 'Huber',
        usual: 'P1197',
        region: 'Inn',
        allowed: ['P1197', 'DKC'],
        blocks: 6,
        divisible: true,
        place: { latitude: 48.2, longitude: 12.5 },
        covariates: { clay: 21 },
      },
    ]);
  });

  it('takes acres, and "Field area" for what it is', () => {
    const { rows } = readFields('Field,Field area (ac),Hybrid\nA,100,X\n');
    expect(rows[0]).toMatchObject({ name: 'A', usual: 'X' });
    expect(rows[0]!.hectares).toBeCloseTo(40.4686, 3);
  });

  it('takes areas without a unit for hectares, which must be confirmed', () => {
    expect(readFields('Field,Area\nA,12\n')).toMatchObject({
      needsConfirmation: true,
      rows: [{ hectares: 12 }],
    });
    expect(readFields('Field,Area\nA,100\n', { areaUnit: 'ac' }).rows[0]!.hectares).toBeCloseTo(
      40.47,
      2,
    );
  });

  it('refuses a field twice, without size, of impossible size or with a word nobody knows', () => {
    const head = 'Field,Area (ha),Divisible,Blocks,Latitude,Longitude\n';
    expect(errors(readFields(`${head}A,12,,,,\nA,13,,,,\n`))).toEqual(['duplicate']);
    expect(errors(readFields(`${head}A,,yes,,,\n`))).toEqual(['cell-missing']);
    expect(errors(readFields('Field,Area (ha)\nA,3\nB,\n'))).toEqual(['cell-missing']);
    expect(errors(readFields(`${head}A,-3,yes,,,\n`))).toEqual(['impossible']);
    expect(errors(readFields(`${head}A,3,perhaps,,,\n`))).toEqual(['unknown-word']);
    expect(errors(readFields(`${head}A,3,no,2.5,,\n`))).toEqual(['impossible']);
    expect(errors(readFields(`${head}A,3,no,2,48,182\n`))).toEqual(['impossible']);
    expect(errors(readFields('Field,Farm\nA,Huber\n'))).toEqual(['column-missing']);
  });

  it('warns of two spellings of a field', () => {
    const { findings } = readFields('Field,Area (ha)\nNorth 40,3\nnorth-40,4\n');
    expect(findings).toMatchObject([{ kind: 'name-spellings', lines: [3] }, { kind: 'converted' }]);
  });
});

describe('harvests from a table', () => {
  it('reads parts by role or by hybrid', () => {
    const text = 'Field,Part,Hybrid,Yield (t/ha)\nA,try,X,9.4\nA,Control,P1197,9.1\nB,,P1197,8.7\n';
    const report = readHarvests(text);
    expect(errors(report)).toEqual([]);
    expect(report.rows).toEqual([
      { field: 'A', part: 'try', hybrid: 'X', year: null, yield: 9.4 },
      { field: 'A', part: 'check', hybrid: 'P1197', year: null, yield: 9.1 },
      { field: 'B', part: null, hybrid: 'P1197', year: null, yield: 8.7 },
    ]);
  });

  it('makes yields of weights and areas of strips', () => {
    const { rows } = readHarvests('Field\tPart\tWeight (lb)\tArea (ac)\nA\ttest\t8400\t1\n');
    expect(rows[0]!.yield).toBeCloseTo(9.415, 3);
  });

  it('refuses the same part twice, and a part nobody knows', () => {
    expect(errors(readHarvests('Field,Part,Yield (t/ha)\nA,try,9\nA,try,9.2\n'))).toEqual([
      'duplicate',
    ]);
    expect(errors(readHarvests('Field,Part,Yield (t/ha)\nA,left,9\n'))).toEqual(['unknown-word']);
    expect(errors(readHarvests('Field,Part,Yield (t/ha)\n,try,9\n'))).toEqual(['cell-missing']);
  });

  it('leaves out what is not yet harvested, and says so', () => {
    const { rows, findings } = readHarvests('Field,Part,Yield (t/ha)\nA,try,\nA,check,9\n');
    expect(rows).toHaveLength(1);
    expect(findings.find(({ kind }) => kind === 'cell-missing')).toMatchObject({
      severity: 'note',
      lines: [2],
    });
  });
});

describe('hybrids from a table', () => {
  it('reads names with parents, and names of which nothing is known', () => {
    const { rows, isBlocked } = readHybrids('Hybrid,Parents\nX,B73 x Mo17\nY,\n');
    expect(isBlocked).toBe(false);
    expect(rows).toEqual([
      { name: 'X', parents: ['B73', 'Mo17'] },
      { name: 'Y', parents: [] },
    ]);
  });

  it('reads a list of names alone', () => {
    expect(readHybrids('Sorte\nP1197\nDKC 5\n').rows.map(({ name }) => name)).toEqual([
      'P1197',
      'DKC 5',
    ]);
  });

  it('takes a name once, and refuses two pairs of parents', () => {
    expect(readHybrids('Hybrid,Parents\nX,B/C\nX,\n')).toMatchObject({
      rows: [{ parents: ['B', 'C'] }],
      needsConfirmation: true,
    });
    expect(errors(readHybrids('Hybrid,Parents\nX,B/C\nX,B/D\n'))).toEqual(['contradiction']);
    expect(errors(readHybrids('Hybrid,Parents\n,B/C\n'))).toEqual(['cell-missing']);
  });
});
