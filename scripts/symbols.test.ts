/**
 * SYMBOLS.md tells the truth about the names in the code.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSymbols, ROAD_COLUMNS } from './checks/symbols.ts';
import { refuseFindings } from './lib/finding.ts';
import { REPOSITORY_ROOT, readRequired, readSource } from './lib/repository.ts';

describe('the repository', () => {
  const readCode = (file: string) =>
    existsSync(path.join(REPOSITORY_ROOT, file)) ? readSource(file).text : undefined;

  it('has in SYMBOLS.md only names that exist in the files beside them', () => {
    refuseFindings(checkSymbols(readRequired('SYMBOLS.md'), readCode));
  });

  it('has in the roads of ARCHITECTURE.md only functions that exist in the files beside them', () => {
    refuseFindings(checkSymbols(readRequired('ARCHITECTURE.md'), readCode, ROAD_COLUMNS));
  });
});

describe('checkSymbols', () => {
  const code: Record<string, string> = {
    'a.ts': 'const radius = 1; // width\nconst label = "height";',
    'b.ts': 'interface Round { margin: number }',
  };
  const rules = (...rows: string[]) =>
    checkSymbols(
      {
        file: 'SYMBOLS.md',
        text: ['| paper | code | file | note |', '|---|---|---|---|', ...rows].join('\n'),
      },
      (file) => code[file],
    ).map(({ line, rule }) => `${line}: ${rule}`);

  it('accepts names that exist, several at a time, and symbols that are not stored', () => {
    expect(
      rules(
        '| β | `radius` | `a.ts` | |',
        '| m | `radius`, `Round.margin` | `a.ts`, `b.ts` | |',
        '| V⁻¹ | — | — | never stored |',
      ),
    ).toEqual([]);
  });

  it('refuses a name that stands only in a comment or a string, or is part of a longer one', () => {
    expect(
      rules(
        '| w | `width` | `a.ts` | |',
        '| h | `height` | `a.ts` | |',
        '| r | `radi` | `a.ts` | |',
      ),
    ).toEqual([
      '3: The name width is not in a.ts',
      '4: The name height is not in a.ts',
      '5: The name radi is not in a.ts',
    ]);
  });

  it('refuses a missing file, a row without file and a row without name', () => {
    expect(rules('| x | `radius` | `c.ts` | |', '| y | `radius` | | |', '| z | | | |')).toEqual([
      '3: The file c.ts does not exist',
      '4: The row of y names no file',
      '5: The row of z has no name',
    ]);
  });

  it('refuses a page without the table', () => {
    expect(checkSymbols({ file: 'SYMBOLS.md', text: '# Symbols' }, () => undefined)).toHaveLength(
      1,
    );
  });
});
