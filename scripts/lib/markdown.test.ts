/**
 * Pages are read the way GitHub shows them.
 */
import { describe, expect, it } from 'vitest';
import {
  anchorOf,
  backticked,
  findAnchors,
  findBlocks,
  findHeadings,
  findLinks,
  findTableRows,
} from './markdown.ts';

const FENCE = '```';

describe('findBlocks', () => {
  it('returns language, content, lines and the comment above', () => {
    const text = `# A\n\n<!-- prints -->\n\n${FENCE}text\n1\n2\n${FENCE}\nmore\n${FENCE}ts\nx\n${FENCE}\n`;
    expect(findBlocks(text)).toEqual([
      { language: 'text', content: '1\n2', line: 5, lastLine: 8, comment: 'prints', firstLine: 3 },
      { language: 'ts', content: 'x', line: 10, lastLine: 12, comment: undefined, firstLine: 10 },
    ]);
  });

  it('takes a shorter fence inside a longer one for content', () => {
    const text = `${FENCE}\`md\n${FENCE}ts\nx\n${FENCE}\n${FENCE}\`\n`;
    expect(findBlocks(text).map(({ language }) => language)).toEqual(['md']);
  });

  it('removes the indent of a block inside a list', () => {
    expect(findBlocks(`  ${FENCE}ts\n  a\n    b\n  ${FENCE}`)[0]?.content).toBe('a\n  b');
  });
});

describe('anchorOf', () => {
  it.each([
    ['What it is', 'what-it-is'],
    ['`HR_FILE`', 'hr_file'],
    ['Start: one, two & three', 'start-one-two--three'],
    ['The [guide](x.md) — again', 'the-guide--again'],
    ['1. Größe (max)', '1-größe-max'],
  ])('gives %s the anchor %s', (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor);
  });
});

describe('findHeadings', () => {
  it('numbers repeated headings and leaves out what stands in code', () => {
    const text = `# A\n## Same\n${FENCE}sh\n# comment\n${FENCE}\n## Same\n`;
    expect(findHeadings(text).map(({ anchor }) => anchor)).toEqual(['a', 'same', 'same-1']);
  });
});

describe('findLinks', () => {
  it('finds inline, reference and HTML links with their lines', () => {
    const text =
      '[a](b.md "title")\n![p](p.svg)\n\n[ref]: c.md#d\n<a href="e.md">e</a>\n[f](<g.md>)';
    expect(findLinks(text)).toEqual([
      { target: 'b.md', line: 1 },
      { target: 'p.svg', line: 2 },
      { target: 'c.md#d', line: 4 },
      { target: 'e.md', line: 5 },
      { target: 'g.md', line: 6 },
    ]);
  });

  it('finds none in code or comments', () => {
    expect(findLinks(`\`[a](b)\` <!-- [c](d) -->\n${FENCE}\n[e](f)\n${FENCE}`)).toEqual([]);
  });

  it('finds both of two nested ones', () => {
    expect(findLinks('[![p](p.svg)](q.md)').map(({ target }) => target)).toEqual(['p.svg', 'q.md']);
  });
});

describe('findAnchors', () => {
  it('holds headings and written anchors', () => {
    expect(findAnchors('# A b\n<a id="here"></a>')).toEqual(new Set(['a-b', 'here']));
  });
});

describe('findTableRows', () => {
  it('reads only tables with the wanted columns', () => {
    const text = '| x |\n|---|\n| 1 |\n\n| Paper | Code |\n| --- | :--- |\n| a \\| b | `c` |\n';
    expect(findTableRows(text, ['paper', 'code'])).toEqual([
      { cells: { paper: 'a \\| b', code: '`c`' }, line: 7 },
    ]);
  });
});

describe('backticked', () => {
  it('returns every name', () => {
    expect(backticked('`a`, then `b`')).toEqual(['a', 'b']);
  });
});
