/**
 * Every error code is explained, and every explanation belongs to a code that a test has seen.
 */
import { describe, expect, it } from 'vitest';
import { checkErrorPage, checkErrorTests, codesInSource } from './checks/error-codes.ts';
import { refuseFindings } from './lib/finding.ts';
import { listFiles, readRequired, readSource } from './lib/repository.ts';

const sources = [
  readRequired('packages/core/src/base/errors.ts'),
  readRequired('packages/forecasts/src/forecast-error.ts'),
];

describe('the repository', () => {
  it('has error codes to look at', () => {
    for (const source of sources) expect(codesInSource(source).length).toBeGreaterThan(0);
  });

  it('explains in docs/reference/errors.md exactly the codes it can raise', () => {
    refuseFindings(checkErrorPage(sources, readRequired('docs/reference/errors.md')));
  });

  it('produces every code in a test', () => {
    const tests = listFiles().filter((file) => /^packages\/.*\.(test|contract)\.tsx?$/.test(file));
    const texts = tests.map(readSource);
    refuseFindings(sources.flatMap((source) => checkErrorTests(source, texts)));
  });
});

const codes = {
  file: 'errors.ts',
  text: `export const ERROR_CODES = [\n  'HR_ONE',\n  // 'HR_OLD',\n  'HR_TWO',\n] as const;`,
};
const explanation = (code: string) =>
  `## ${code}\n\n**When.** x\n\n**Example.**\n\n\`\`\`text\ny [${code}]\n\`\`\`\n\n**What to do.** z\n\n`;

describe('codesInSource', () => {
  it('reads the list with its lines, comments left out', () => {
    expect(codesInSource(codes)).toEqual([
      { code: 'HR_ONE', line: 2 },
      { code: 'HR_TWO', line: 4 },
    ]);
  });
});

describe('checkErrorPage', () => {
  const rules = (text: string) =>
    checkErrorPage([codes], { file: 'e.md', text }).map(({ rule }) => rule);

  it('accepts a page that explains all', () => {
    expect(rules(`# Errors\n\n${explanation('HR_ONE')}${explanation('HR_TWO')}`)).toEqual([]);
  });

  it('refuses a missing, an extra and an incomplete explanation', () => {
    expect(rules(explanation('HR_ONE'))).toEqual(['HR_TWO is not explained in e.md']);
    const all = explanation('HR_ONE') + explanation('HR_TWO');
    expect(rules(all + explanation('HR_NEW'))).toEqual(['HR_NEW is not in errors.ts']);
    expect(rules(all.replace('**When.** x', ''))).toEqual([
      'The explanation of HR_ONE lacks **When.**',
    ]);
    expect(rules(all.replace('y [HR_TWO]', 'y [HR_ONE]'))).toEqual([
      'The explanation of HR_TWO lacks a fenced message that ends in [HR_TWO]',
    ]);
  });
});

describe('checkErrorTests', () => {
  it('refuses a code no test mentions, also when a longer one is mentioned', () => {
    const tests = [{ file: 'a.test.ts', text: `expect(code).toBe('HR_ONE'); 'HR_TWO_MORE'` }];
    expect(checkErrorTests(codes, tests).map(({ rule }) => rule)).toEqual([
      'No test produces HR_TWO',
    ]);
  });
});
