/**
 * Reports: one HTML file that needs nothing else, Markdown whose pictures exist, true words.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Experiment } from '../experiments/experiment.ts';
import type { PromiseSummary } from '../experiments/experiment-summary.ts';
import { madeUpSummary } from '../plots/testing/made-up-summary.ts';
import { experimentReport, writeReport } from './experiment-report.ts';
import { htmlReport } from './html-report.ts';
import { markdownReport } from './markdown-report.ts';
import { left, paragraph, type Report, right } from './report.ts';
import { unbalancedTags } from './testing/unbalanced-tags.ts';

const EXPERIMENT: Experiment = {
  format: 'hedgerow-experiment/1',
  name: 'small',
  title: 'A <small> trial & error',
  rounds: 400,
  trials: 12,
  seed: 3,
  environments: [
    { id: 'open', kind: 'bounded' },
    { id: 'trapped', kind: 'trap', trap: 'lure' },
  ],
  strategies: [
    { id: 'free', kind: 'linearUcb', label: 'LUCB' },
    { id: 'gated', kind: 'hedge', failureProbability: 0.01 },
  ],
  allowedShortfalls: [0.3, 0.1],
};

const summary = madeUpSummary({
  experiment: EXPERIMENT,
  cell: ({ strategy, allowedShortfall }) => ({
    finals: {
      expectedRegret: strategy === 'free' ? 40 : 60 - 50 * (allowedShortfall ?? 0),
      baselineRounds: strategy === 'free' ? 0 : 7,
    },
    violations: { expected: strategy === 'free' ? 5 : 0, realised: 1 },
  }),
});

const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-report-'));
let html = '';
let markdown = '';

beforeAll(async () => {
  const files = await writeReport({ summary, folder });
  html = readFileSync(files.html, 'utf8');
  markdown = readFileSync(files.markdown, 'utf8');
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the HTML of a report', () => {
  it('needs no network and runs no scripts', () => {
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<script|<link|<iframe|<img|@import|url\(/);
  });

  it('closes every tag, and uses no id twice', () => {
    expect(unbalancedTags(html)).toEqual([]);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows every figure with a text for those who cannot see it', () => {
    const pictures = [...html.matchAll(/<svg role="img" aria-label="([^"]+)"/g)];
    expect(pictures).toHaveLength(7);
    for (const [, text] of pictures) expect(text).toMatch(/\d/);
    expect(html.match(/<caption>/g)).toHaveLength(html.match(/<table>/g)!.length);
  });

  it('is light and dark, and can be printed', () => {
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('@media print');
  });

  it('shows words of the experiment as words', () => {
    expect(html).toContain('<h1>A &lt;small&gt; trial &amp; error</h1>');
    expect(markdown).toContain('# A \\<small\\> trial & error');
  });
});

describe('the Markdown of a report', () => {
  it('links to pictures that exist', () => {
    const links = [...markdown.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!);
    expect(links).toHaveLength(7);
    for (const link of links) {
      expect(existsSync(path.join(folder, link))).toBe(true);
      expect(existsSync(path.join(folder, link.replace('.png', '.svg')))).toBe(true);
      expect(existsSync(path.join(folder, link.replace('.png', '.vl.json')))).toBe(true);
    }
  });

  it('has as many cells in each row as in its heading', () => {
    const tables = markdown.split('\n\n').filter((block) => block.startsWith('|'));
    expect(tables.length).toBeGreaterThan(3);
    for (const table of tables) {
      const widths = table.split('\n').map((row) => row.split(/(?<!\\)\|/).length);
      expect(new Set(widths).size).toBe(1);
    }
  });
});

describe('the words of a report', () => {
  it('name the least regret and broken promises', () => {
    const { lead } = experimentReport(summary);
    expect(lead[0]).toMatch(/12 trials of 400 rounds for each of 6 cells.*LUCB with 4\d.* in open/);
    expect(lead[1]).toBe('No promise was broken in any trial.');
  });

  it('tell of books that claimed more than was true', () => {
    const promise: PromiseSummary = {
      subject: 'expected',
      failureProbability: 0.01,
      violations: 0,
      tightest: { slack: 1, allowedLoss: 4, trial: 2, round: 9 },
    };
    const leadWith = (invalidCertificates: number) => {
      const cells = summary.cells.map((cell) =>
        cell.strategy === 'gated' && cell.environment === 'open'
          ? { ...cell, promise, invalidCertificates }
          : cell,
      );
      return experimentReport({ ...summary, cells }).lead[1];
    };
    expect(leadWith(0)).toContain('Audit: no books ever claimed more than was true.');
    expect(leadWith(9)).toContain(
      'gated at α = 0.1 in open (9 of 12 trials, more often than it allows)',
    );
  });

  it('tell a broken promise', () => {
    const promise: PromiseSummary = {
      subject: 'expected',
      failureProbability: 0.01,
      violations: 3,
      tightest: { slack: -1, allowedLoss: 4, trial: 2, round: 9 },
    };
    const cells = summary.cells.map((cell) =>
      cell.strategy === 'gated' && cell.environment === 'open' ? { ...cell, promise } : cell,
    );
    const { lead } = experimentReport({ ...summary, cells });
    expect(lead[1]).toContain('gated at α = 0.1 in open (25 % of trials)');
  });
});

describe('both writers', () => {
  const report: Report = {
    title: 'T',
    lead: ['a < b'],
    sections: [
      {
        id: 's',
        title: 'S',
        blocks: [
          paragraph('x | y'),
          { kind: 'list', items: ['one', '<two>'] },
          { kind: 'code', text: 'hedgerow run' },
          {
            kind: 'table',
            caption: 'C',
            columns: [left('n'), right('v')],
            rows: [['a|b', { text: '9', tone: 'bad' }]],
          },
        ],
      },
    ],
  };

  it('write every kind of block', () => {
    const page = htmlReport(report, () => '');
    expect(page).toContain('<ul><li>one</li><li>&lt;two&gt;</li></ul>');
    expect(page).toContain('<td class="bad right">9</td>');
    expect(unbalancedTags(page)).toEqual([]);
    const text = markdownReport(report, () => '');
    expect(text).toContain('| a\\|b | 9 |');
    expect(text).toContain('x \\| y');
    expect(text).toContain('- one\n- \\<two\\>');
  });
});
