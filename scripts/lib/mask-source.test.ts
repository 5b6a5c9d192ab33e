/**
 * Code, strings and comments are told apart, whatever is nested in what.
 */
import { describe, expect, it } from 'vitest';
import { lineAt, maskSource } from './mask-source.ts';

/** Writes "§" for the dollar of a template, which would otherwise look like a forgotten backtick. */
const dollars = (text: string) => text.replaceAll('§', '$');

/** Shows a view with its blanks closed up, so that expectations stay readable. */
const words = (view: string) => view.replace(/\s+/g, ' ').trim();

describe('maskSource', () => {
  it('keeps length and line breaks in every view', () => {
    const text = dollars('const a = 1; // one\n/* two\nthree */ const b = `x\n§{a}`;\n');
    for (const view of Object.values(maskSource(text))) {
      expect(view).toHaveLength(text.length);
      expect(view.split('\n')).toHaveLength(text.split('\n').length);
    }
  });

  it('blanks comments and strings, and keeps the quotes', () => {
    const { code, comments, withoutComments } = maskSource(`call('a // b', "c"); // said /* once`);
    expect(words(code)).toBe(`call(' ', " ");`);
    expect(words(comments)).toBe('// said /* once');
    expect(words(withoutComments)).toBe(`call('a // b', "c");`);
  });

  it('keeps the code inside nested templates', () => {
    const text = dollars('f(`one §{g({ a: `two §{inner} three` })} four`, last)');
    const expected = dollars('f(` §{g({ a: ` §{inner} ` })} `, last)');
    expect(words(maskSource(text).code)).toBe(expected);
  });

  it('survives an escaped quote and an escaped backtick', () => {
    expect(words(maskSource(`a('it\\'s', \`x\\\`y\`, b)`).code)).toBe("a(' ', ` `, b)");
  });

  it('tells a regular expression from a division', () => {
    expect(words(maskSource(`x.replace(/['"/*]/g, y)`).code)).toBe('x.replace(/ /g, y)');
    expect(words(maskSource(`a = b / c; d = 'e/f'`).code)).toBe(`a = b / c; d = ' '`);
    expect(words(maskSource('const only = (line) => /[/]x/.test(line)').code)).toBe(
      'const only = (line) => / /.test(line)',
    );
  });

  it('ends at the end of a text that breaks off', () => {
    for (const text of ["'abc", dollars('`abc §{d'), '/* abc', "'abc\\"]) {
      expect(maskSource(text).code).toHaveLength(text.length);
    }
  });
});

describe('lineAt', () => {
  it('counts from 1', () => {
    expect(lineAt('a\nb\nc', 0)).toBe(1);
    expect(lineAt('a\nb\nc', 2)).toBe(2);
    expect(lineAt('a\nb\nc', 4)).toBe(3);
  });
});
