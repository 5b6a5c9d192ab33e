/**
 * CSV that spreadsheets read as what it says.
 */
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('csvLine', () => {
  it('quotes commas, quotation marks and line ends, and nothing else', () => {
    expect(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', ''])).toBe(
      'a,"b,c","say ""x""","two\nlines",\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx'])('keeps the text %j from being a formula', (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`);
  });

  it('keeps a carriage return from hiding a formula', () => {
    expect(csvLine(['\r=1'])).toBe(`"'\r=1"\r\n`);
  });

  it('leaves numbers alone, and nothing where there is nothing', () => {
    expect(csvLine([-0.3, 1e21, null, 5])).toBe('-0.3,1e+21,,5\r\n');
  });
});
