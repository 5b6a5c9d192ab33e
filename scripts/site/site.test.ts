/**
 * The site is whole: every page in the list, every link and anchor there, nothing that a strict content
 * policy refuses, and a check behind each page.
 */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkProseNames, isOfToday, type KnownNames } from '../checks/prose-names.ts';
import { refuseFindings } from '../lib/finding.ts';
import { parseManifest } from '../lib/manifest.ts';
import { doorsOf } from '../lib/names.ts';
import { listFiles, readSource } from '../lib/repository.ts';
import { findDeclaration, maskedText } from './api/declarations.ts';
import { highlight } from './highlight.ts';
import { makeSite } from './make-site.ts';
import { checksOf } from './page-checks.ts';
import { drawExample } from './pictures/draw-example.ts';
import { GALLERY, markOf, pictureFile } from './pictures/gallery.ts';
import { renderText } from './render-text.ts';
import { plainText, sectionsOf } from './search-sections.ts';

const BUILT = { script: 'assets/main.js', styles: ['assets/main.css'], mark: 'assets/mark.svg' };
const { pages, navigation, files } = makeSite(BUILT);
const repository = listFiles();
const html = (address: string) => String(files.get(address));
const addresses = pages.map(({ address }) => address);

describe('the site', () => {
  it('lists every page but its first and its contents', () => {
    const listed = navigation.flatMap(({ entries }) => entries.map(({ address }) => address));
    const rest = addresses.filter((address) => !listed.includes(address));
    expect(rest.sort()).toEqual(['contents.html', 'index.html']);
    expect(listed.filter((address) => !addresses.includes(address))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('has no link and no picture that leads nowhere', () => {
    const known = new Set([...files.keys(), BUILT.script, ...BUILT.styles, BUILT.mark]);
    expect(addresses.flatMap((address) => brokenLinks(address, known))).toEqual([]);
  });

  it('has neither script nor style inside its pages, and asks no other place for anything', () => {
    for (const address of addresses) {
      const text = html(address).replace(/<pre[\s\S]*?<\/pre>/g, '');
      expect(text, address).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
      expect(text, address).not.toMatch(/\ssrc="(?:[a-z]+:|\/\/)/);
    }
  });

  it('has a check behind every page', () => {
    const list = pages.find(({ file }) => file === 'project/checks.md')!.text;
    for (const page of pages) {
      if (page.file === 'project/checks.md') continue;
      expect(checksOf(page).length, page.file).toBeGreaterThan(0);
      expect(list).toContain(`| ${page.title} | ${checksOf(page).join(', ')} |`);
    }
  });

  it('names only what exists', () => {
    const known = knownNames();
    const written = pages.filter(({ file }) => file.endsWith('.md') && repository.includes(file));
    refuseFindings(
      written.filter(({ file }) => isOfToday(file)).flatMap((page) => checkProseNames(page, known)),
    );
  });
});

/** Returns what a page links to that is not there: a file, or an element with that id. */
function brokenLinks(address: string, known: ReadonlySet<string>): string[] {
  const targets = [...html(address).matchAll(/\s(?:href|src|data-sections)="([^"]*)"/g)];
  return targets
    .map((match) => match[1]!)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#', 2);
      const to = file === '' ? address : path.posix.join(path.posix.dirname(address), file);
      if (!known.has(to)) return true;
      return anchor !== undefined && !html(to).includes(`id="${decodeURIComponent(anchor)}"`);
    })
    .map((target) => `${address} → ${target}`);
}

function knownNames(): KnownNames {
  const manifests = repository
    .filter((file) => /(^|\/)package\.json$/.test(file))
    .map((file) => parseManifest(readSource(file)));
  const sources = repository
    .filter((file) => /\.(tsx?|js)$/.test(file))
    .map((file) => readSource(file));
  const commands = sources
    .filter(({ file }) => file.startsWith('packages/cli/src/'))
    .flatMap(({ text }) => [...text.matchAll(/new Command\('([\w-]+)/g)].map((match) => match[1]!));
  const doors = manifests.flatMap((manifest) => doorsOf(manifest).map(([door]) => door));
  const names = manifests.map(({ content }) => content.name ?? '');
  return {
    scripts: new Set(
      Object.keys(manifests.find(({ file }) => file === 'package.json')!.content.scripts!),
    ),
    commands: new Set(commands),
    doors: new Set([...doors, ...names]),
    files: repository,
    isInSources: (word) => isSetting(word) || sources.some(({ text }) => text.includes(word)),
  };
}

/** The variables of the settings are made from their names, and stand on a page that is compared. */
function isSetting(word: string): boolean {
  return readSource('docs/reference/configuration.md').text.includes(word);
}

describe('checkProseNames', () => {
  const known: KnownNames = {
    scripts: new Set(['price']),
    commands: new Set(['plan']),
    doors: new Set(['@hedgerow/core']),
    files: ['packages/core/src/index.ts'],
    isInSources: (word) => word === 'HR_HOST',
  };
  const named = (text: string) =>
    checkProseNames({ file: 'docs/a.md', text }, known).map(({ line, rule }) => `${line}: ${rule}`);

  it.each([
    'npm run price -- rare',
    'npx hedgerow plan --range 4,14',
    'HR_HOST',
    '@hedgerow/core',
    'packages/core/src/',
    'packages/core/src/index.ts',
    'anything else',
  ])('accepts %s', (name) => {
    expect(named(`x \`${name}\``)).toEqual([]);
  });

  it.each(['npm run prize', 'hedgerow plans', 'HR_HOSTS', '@hedgerow/cores', 'docs/b.md'])(
    'refuses %s, which does not exist',
    (name) => {
      expect(named(`one\nx \`${name}\``)).toEqual([
        `2: The page names \`${name}\`, which does not exist`,
      ]);
    },
  );

  it('leaves blocks of code to those who run them', () => {
    expect(named('```sh\n`npm run prize`\n```')).toEqual([]);
  });
});

describe('the pages made from the types', () => {
  it('has every name of a door once, with what its comment says', () => {
    const core = pages.find(({ title }) => title === '@hedgerow/core')!;
    const headings = [...core.text.matchAll(/^### `(\w+)`$/gm)].map((match) => match[1]);
    expect(headings).toContain('createPolicy');
    expect(new Set(headings).size).toBe(headings.length);
    expect(core.text).toContain('function normal(');
  });

  const source = maskedText(`/** About the file. */
import { x } from './x.ts';

/**
 * Returns the sum.
 *
 * @param one a number
 */
export function sum<T extends { a: number }>(one: T, { two }: { two: () => void }): { ok: true } {
  return { ok: true };
}

/** The most. */
export const MOST: ReadonlyMap<string, { a: number }> = new Map();

export class Counter implements Thing {
  readonly #count = 0;
  /** How many. */
  readonly size: number = 3;

  constructor(private readonly name: string) {}

  add(by: number): void {
    if (by > 0) this.more();
  }
}
export type Kind = { readonly a: 'x;y' } | undefined;
`);
  it.each([
    [
      'sum',
      'function sum<T extends { a: number }>(one: T, { two }: { two: () => void }): { ok: true };',
    ],
    ['MOST', 'const MOST: ReadonlyMap<string, { a: number }>;'],
    ['Kind', "type Kind = { readonly a: 'x;y' } | undefined;"],
  ])('shows %s without its body', (name, code) => {
    expect(findDeclaration(source, name)?.code).toBe(code);
  });

  it('shows of a class what is public', () => {
    expect(
      findDeclaration(source, 'Counter')
        ?.code.split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'class Counter implements Thing {',
      'readonly size: number;',
      'constructor(private readonly name: string);',
      'add(by: number): void;',
      '}',
    ]);
  });

  it('takes the comment right above, and never that of the file', () => {
    expect(findDeclaration(source, 'sum')?.comment).toBe('Returns the sum.\n\n@param one a number');
    expect(findDeclaration(source, 'Kind')?.comment).toBe('');
    expect(findDeclaration(source, 'other')).toBeUndefined();
  });
});

describe('renderText', () => {
  const render = (text: string) =>
    renderText({ file: 'docs/guides/a.md', address: 'guides/a.html', title: 'A', text });

  it('leads to other pages of the site, and names what is only in the repository', () => {
    expect(render('[b](../concepts/b.md#c) [d](../../README.md)').html).toContain(
      '<a href="../concepts/b.html#c">b</a> <a href="../index.html">d</a>',
    );
    expect(render('[x](../../packages/x.ts)').html).toContain(
      '<span class="in-repository" title="packages/x.ts in the repository">x</span>',
    );
  });

  it('gives headings the anchors that GitHub gives them', () => {
    const { headings } = render('# A\n## `one` two\n## One two');
    expect(headings.map(({ anchor }) => anchor)).toEqual(['a', 'one-two', 'one-two-1']);
  });

  it('says which block is output, and drops the marks', () => {
    const { html: made } = render('```ts\nx\n```\n\n<!-- prints -->\n```text\ny\n```');
    expect(made).toContain('<figcaption>prints</figcaption>');
    expect(made).not.toContain('<!--');
  });
});

describe('the gallery', () => {
  it.each(Object.keys(GALLERY))('has a picture of %s as it is now', (name) => {
    const { text } = readSource(pictureFile(name));
    expect(text, 'run: npm run pictures').toContain(`<desc>${markOf(name)}</desc>`);
    expect(html('start/gallery.html')).toContain(
      `images/${path.posix.basename(pictureFile(name))}`,
    );
    expect(html(`examples/${name}.html`)).toContain('<figcaption>prints</figcaption>');
  });

  it('draws the share of each action, the usual one lowest, and the budget', () => {
    const rounds = ['a', 'a', 'b', 'a'].map((action, index) => ({
      action,
      chosenBy: 'learner',
      margin: index,
    }));
    const recording = { actions: ['b', 'a'], baseline: 'a', unit: '€', rounds };
    const picture = drawExample(recording, { title: 'A & B', mark: 'x1' });
    expect(picture.match(/fill="#8b95a0"/g)).toHaveLength(1 + 3);
    expect(picture.match(/fill="#0a5ca6"/g)).toHaveLength(1 + 1);
    expect(picture).toContain('Safety budget, €');
    expect(picture).toContain('<title>A &amp; B</title>');
  });
});

describe('highlight', () => {
  it.each([
    ['ts', `const a: string = 'b'; // <c> "d"\nreturn \`\${a}\` + 1e3;`],
    ['sh', `npx hedgerow plan --range 4,14 # why`],
    ['json', '{ "a": [1, true, "<&>"] }'],
    ['unknown', 'const <x>'],
  ])('changes nothing of the text in %s', (language, code) => {
    const text = highlight(code, language)
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    expect(text).toBe(code);
  });

  it('marks words, strings, numbers and comments', () => {
    expect(highlight("const a = '1'; // 2", 'ts')).toBe(
      '<span class="code-word">const</span> a = <span class="code-string">\'1\'</span>; <span class="code-comment">// 2</span>',
    );
  });
});

describe('the sections for the search', () => {
  it('are one a heading, as words', () => {
    const text = '# A\nfirst [b](c.md)\n## `D`\n| x | y |\n| --- | --- |\n| 1 | **2** |\n';
    expect(sectionsOf({ file: 'docs/a.md', address: 'a.html', title: 'A', text })).toEqual([
      { id: 'a.html', page: 'A', heading: 'A', text: 'first b' },
      { id: 'a.html#d', page: 'A', heading: 'D', text: 'x y 1 2' },
    ]);
    expect(plainText('<!-- prints -->\n```text\na\n```')).toBe('a');
  });
});
