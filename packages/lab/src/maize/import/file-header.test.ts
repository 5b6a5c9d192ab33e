import { describe, expect, it } from 'vitest';
import { findColumn, parseRecord } from './file-header.ts';
import { PLOT_HEADER } from './testing/made-up-files.ts';

describe('parseRecord', () => {
  it('reads commas and doubled quotes inside quotes, and stops at the end of the line', () => {
    expect(parseRecord('a,"b, ""c""",,d\r\nnext,line')).toEqual(['a', 'b, "c"', '', 'd']);
    expect(parseRecord('only')).toEqual(['only']);
  });
});

describe('findColumn', () => {
  const header = parseRecord(PLOT_HEADER);

  it('finds a column by its exact name, or by how it begins', () => {
    expect(header[findColumn(header, ['LOCAL_CHECK'])]).toBe('LOCAL_CHECK (Yes, No[Blank])');
    expect(header[findColumn(header, ['Plot Discarded'])]).toContain('"yes" or "blank"');
    expect(header[findColumn(header, ['Alley Length'])]).toBe('Alley Length (feet)');
  });

  it('does not mind case, hyphens, underscores and blanks', () => {
    expect(findColumn(['field_location'], ['Field-Location'])).toBe(0);
    expect(findColumn(['Photoperiod [ hours]'], ['photoperiod'])).toBe(0);
  });

  it('prefers the exact name to a longer one before it', () => {
    expect(findColumn(['T2MWET', 'T2M_MAX', 'T2M'], ['T2M'])).toBe(2);
    expect(findColumn(['a'], ['b'])).toBe(-1);
  });
});
