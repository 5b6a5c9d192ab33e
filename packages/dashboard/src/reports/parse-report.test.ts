/**
 * Reports are read as they were written, and nothing in them becomes markup.
 */
import { describe, expect, it } from 'vitest';
import { parseReport } from './parse-report.ts';

const REPORT = `# Bandits\\_reproduced

The first answer.

The second.

## Figures

Words with \\*stars\\*, \\<tags\\> and \\\\ backslashes.

**Regret falls**

![It goes from 3 to 1\\|2.](figures/figure-a.png)

- one
- two \\[2\\]

\`\`\`sh
npm run reproduce

-- done
\`\`\`

## Claims

Verdicts.

| claim | p |
| --- | ---: |
| a \\| b | 0.5 |
| <script>alert(1)</script> | – |
`;

describe('a report', () => {
  const report = parseReport(REPORT)!;

  it('has its title and its answer before all details', () => {
    expect(report.title).toBe('Bandits_reproduced');
    expect(report.lead).toEqual(['The first answer.', 'The second.']);
    expect(report.sections.map(({ title }) => title)).toEqual(['Figures', 'Claims']);
  });

  it('has paragraphs, figures, lists and code, without the marks that kept words from being markup', () => {
    expect(report.sections[0]!.blocks).toEqual([
      { kind: 'paragraph', text: 'Words with *stars*, <tags> and \\ backslashes.' },
      {
        kind: 'figure',
        title: 'Regret falls',
        altText: 'It goes from 3 to 1|2.',
        path: 'figures/figure-a.png',
      },
      { kind: 'list', items: ['one', 'two [2]'] },
      { kind: 'code', text: 'npm run reproduce\n\n-- done' },
    ]);
  });

  it('has tables with caption, sides and cells, whatever stands in them', () => {
    expect(report.sections[1]!.blocks).toEqual([
      {
        kind: 'table',
        caption: 'Verdicts.',
        columns: [
          { title: 'claim', side: 'left' },
          { title: 'p', side: 'right' },
        ],
        rows: [
          ['a | b', '0.5'],
          ['<script>alert(1)</script>', '–'],
        ],
      },
    ]);
  });

  it('is not what begins with anything but a title', () => {
    expect(parseReport('')).toBeNull();
    expect(parseReport('{"format": "hedgerow-reproduce/1"}')).toBeNull();
  });

  it('may have no sections, and code that never ends', () => {
    expect(parseReport('# T\n\nlead')).toEqual({ title: 'T', lead: ['lead'], sections: [] });
    const open = parseReport('# T\n\n## S\n\n```sh\na\n\nb')!;
    expect(open.sections[0]!.blocks).toEqual([{ kind: 'code', text: 'a\n\nb' }]);
  });
});
