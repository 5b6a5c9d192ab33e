import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { splitRecords } from './split-records.ts';

const cellsOf = (text: string, delimiter = ',') =>
  splitRecords(text, delimiter).records.map(({ cells }) => cells);

describe('splitting text into records', () => {
  it('knows quotes, doubled quotes, delimiters and line ends inside of them', () => {
    expect(cellsOf('a,"b,""c""\r\nd",e\r\nf,g,h')).toEqual([
      ['a', 'b,"c"\r\nd', 'e'],
      ['f', 'g', 'h'],
    ]);
  });

  it('counts lines as an editor does, quoted line ends included', () => {
    const { records } = splitRecords('a\r\n"b\nb\r\nb",x\rc\n\nd', ',');
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5, 6, 7]);
  });

  it('keeps empty cells at the end of a line, and makes no record of a final line end', () => {
    expect(cellsOf('a,b,\n,,\n')).toEqual([
      ['a', 'b', ''],
      ['', '', ''],
    ]);
  });

  it('leaves a quote inside of a cell alone', () => {
    expect(cellsOf('5" pipe,7"\n')).toEqual([['5" pipe', '7"']]);
  });

  it('says where a quote is never closed, and where text follows a closing one', () => {
    expect(splitRecords('a,b\nc,"d\ne,f', ',').unclosedQuoteLine).toBe(2);
    const split = splitRecords('a\n"b"c,d', ',');
    expect(split.textAfterQuoteLines).toEqual([2]);
    expect(split.records[1]!.cells).toEqual(['bc', 'd']);
  });

  test.prop([
    fc.array(fc.array(fc.string({ unit: fc.constantFrom(...'ab;,\t"\n\r |') }), { minLength: 2 }), {
      minLength: 1,
    }),
    fc.constantFrom(',', ';', '\t', '|'),
    fc.constantFrom('\n', '\r\n', '\r'),
  ])('reads back whatever was written with quotes', (rows, delimiter, lineEnd) => {
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const text = rows.map((row) => row.map(quote).join(delimiter)).join(lineEnd);
    expect(cellsOf(text, delimiter)).toEqual(rows);
  });
});
