/**
 * Links and anchors exist, every page of the documentation can be reached, and the map is true.
 */
import { describe, expect, it } from 'vitest';
import { checkFileMap, parseFileMap } from './checks/file-map.ts';
import { checkLinks, checkReachable } from './checks/links.ts';
import { refuseFindings } from './lib/finding.ts';
import { listFiles, readRequired, readSource } from './lib/repository.ts';

const files = listFiles();
const pages = files.filter((file) => file.endsWith('.md')).map(readSource);

describe('the repository', () => {
  it('has no link that leads nowhere', () => {
    const known = new Set(files);
    refuseFindings(
      pages.flatMap((page) => checkLinks(page, known, (file) => readSource(file).text)),
    );
  });

  it('leads from README.md or docs/README.md to every page of docs', () => {
    readRequired('README.md');
    refuseFindings(checkReachable(pages, ['README.md', 'docs/README.md']));
  });

  it('has in ARCHITECTURE.md a map that equals the tree', () => {
    refuseFindings(checkFileMap(readRequired('ARCHITECTURE.md'), files));
  });
});

describe('checkLinks', () => {
  const known: Record<string, string> = {
    'docs/a.md': '# Title one\n\n## Part\n',
    'docs/deep/b.md': '',
    'src/c.ts': 'one\ntwo\n',
  };
  const rules = (text: string) =>
    checkLinks({ file: 'docs/page.md', text }, new Set(Object.keys(known)), (file) =>
      file === 'docs/page.md' ? text : known[file]!,
    ).map(({ line, rule }) => `${line}: ${rule}`);

  it('accepts files, folders, anchors, lines and the wide world', () => {
    const text =
      '# Here\n[1](a.md) [2](deep) [3](deep/) [4](a.md#part) [5](#here) [6](../src/c.ts#L2) ' +
      '[7](https://example.org/x) [8](/docs/a.md) [9](mailto:a@b.c) [10](..)';
    expect(
      checkLinks(
        { file: 'docs/page.md', text },
        new Set([...Object.keys(known), 'docs/page.md']),
        (file) => (file === 'docs/page.md' ? text : known[file]!),
      ),
    ).toEqual([]);
  });

  it('refuses a missing file, anchor and line', () => {
    expect(rules('\n[1](nowhere.md)')).toEqual(["2: The link 'nowhere.md' leads to no file"]);
    expect(rules('[1](a.md#gone)')).toEqual(["1: The link 'a.md#gone' names no heading there"]);
    expect(rules('[1](../src/c.ts#L9)')).toEqual([
      "1: The link '../src/c.ts#L9' names no heading there",
    ]);
    expect(rules('[x][r]\n\n[r]: gone.md')).toEqual(["3: The link 'gone.md' leads to no file"]);
  });
});

describe('checkReachable', () => {
  it('refuses a page that only an unreachable page links', () => {
    const unreachable = checkReachable(
      [
        { file: 'README.md', text: '[a](docs/a.md)' },
        { file: 'docs/a.md', text: '[b](b/)' },
        { file: 'docs/b/README.md', text: '' },
        { file: 'docs/island.md', text: '[back](other.md)' },
        { file: 'docs/other.md', text: '' },
      ],
      ['README.md'],
    );
    expect(unreachable.map(({ file }) => file)).toEqual(['docs/island.md', 'docs/other.md']);
  });
});

describe('checkFileMap', () => {
  const tree = ['packages/core/src/index.ts', 'packages/core/src/base/a.ts', 'docs/x.md'];
  const page = (...map: string[]) => ({
    file: 'ARCHITECTURE.md',
    text: ['# A', '<!-- file map -->', '```text', ...map, '```'].join('\n'),
  });
  const rules = (...map: string[]) =>
    checkFileMap(page(...map), tree).map(({ line, rule }) => `${line}: ${rule}`);

  it('accepts a map that equals the tree, drawn by indent or by lines', () => {
    expect(
      rules(
        'packages/core/src/ # core',
        '  base/ # ground',
        '  index.ts # surface',
        'docs/ # pages',
      ),
    ).toEqual([]);
    expect(rules('packages/', '└── core/', '    └── src/', '        ├── base/ # ground')).toEqual(
      [],
    );
  });

  it('refuses a folder missing on either side, a missing file and a missing comment', () => {
    expect(rules('packages/core/src/ # core')).toEqual([
      '3: The map does not show the folder packages/core/src/base',
    ]);
    expect(
      rules('packages/core/src/ # core', '  base/ # b', '  model/ # m', '  no.ts # n'),
    ).toEqual([
      '6: The map shows the folder packages/core/src/model, which does not exist',
      '7: The map shows the file packages/core/src/no.ts, which does not exist',
    ]);
    expect(rules('packages/core/src/ # core', '  base/')).toEqual([
      '5: The map does not say what packages/core/src/base holds',
    ]);
  });

  it('refuses a page without a map', () => {
    expect(checkFileMap({ file: 'ARCHITECTURE.md', text: '# A' }, tree)[0]?.rule).toBe(
      'There is no file map',
    );
  });

  it('returns to the right parent after a deep entry', () => {
    const paths = parseFileMap('a/\n  b/\n    c.ts\n  d.ts\ne/', 1).map((entry) => entry.path);
    expect(paths).toEqual(['a', 'a/b', 'a/b/c.ts', 'a/d.ts', 'e']);
  });
});
