import { describe, expect, it } from 'vitest';
import { guessKind } from './guess-kind.ts';

describe('the kind of a table', () => {
  it.each([
    ['Field,Year,Hybrid,Yield (t/ha)', 'trials'],
    ['Schlag;Jahr;Sorte;Gewicht (kg);Fläche (ha)', 'trials'],
    ['Field,Part,Yield (t/ha)', 'harvests'],
    ['Field\tHectares\tUsual hybrid', 'fields'],
    ['Hybrid,Parents', 'hybrids'],
    ['Sorte', 'hybrids'],
    ['wo,Jahr,Sorte,Menge', null],
    ['a,b,c', null],
  ])('%s is %s', (heading, kind) => {
    expect(guessKind(`${heading}\n1,2,3,4\n`)).toBe(kind);
  });

  it('knows what the user mapped', () => {
    const map = { field: 'wo', yield: 'Menge' };
    expect(guessKind('wo,Jahr,Sorte,Menge\nA,2023,X,9\n', { map })).toBe('trials');
  });
});
