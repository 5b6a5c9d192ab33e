/**
 * No way of failing goes uncounted.
 */
import { describe, expect, it } from 'vitest';
import {
  addTallies,
  describeTally,
  type Report,
  readReport,
  tallyOfReport,
  unfinishedFiles,
} from './tally.ts';

const report = (parts: Partial<Report>): Report => ({
  numPassedTests: 0,
  numFailedTests: 0,
  testResults: [],
  ...parts,
});

describe('tallyOfReport', () => {
  it('counts the tests of a good run and says nothing', () => {
    const { tally, complaints } = tallyOfReport(report({ numPassedTests: 3 }), 0);
    expect(tally).toEqual({ passed: 3, failed: 0 });
    expect(complaints).toEqual([]);
  });

  it('counts failed tests once', () => {
    const testResults = [{ name: 'a', status: 'failed', assertionResults: [{ status: 'failed' }] }];
    const { tally } = tallyOfReport(
      report({ numPassedTests: 2, numFailedTests: 1, testResults }),
      1,
    );
    expect(tally).toEqual({ passed: 2, failed: 1 });
  });

  it('counts a file that could not be loaded', () => {
    const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }];
    const { tally, complaints } = tallyOfReport(report({ numPassedTests: 2, testResults }), 1);
    expect(tally).toEqual({ passed: 2, failed: 1 });
    expect(complaints).toEqual(['No test of a.test.ts could be run.']);
  });

  it('counts an error outside the tests', () => {
    expect(tallyOfReport(report({ numPassedTests: 2 }), 1).tally).toEqual({ passed: 2, failed: 1 });
  });

  it('counts a crash, and says that there is no report', () => {
    for (const text of [undefined, '', '{"numPassedTests": 3', '{}']) {
      const { tally, complaints } = tallyOfReport(readReport(text), null);
      expect(tally).toEqual({ passed: 0, failed: 1 });
      expect(complaints[0]).toContain('left no report');
    }
  });

  it('counts it as a failure when no test ran', () => {
    const { tally, complaints } = tallyOfReport(report({}), 0);
    expect(tally).toEqual({ passed: 0, failed: 1 });
    expect(complaints).toEqual(['No test ran.']);
  });

  it('says how many tests were skipped, without counting them', () => {
    const { tally, complaints } = tallyOfReport(
      report({ numPassedTests: 2, numPendingTests: 1 }),
      0,
    );
    expect(tally).toEqual({ passed: 2, failed: 0 });
    expect(complaints).toEqual(['Tests skipped: 1.']);
  });
});

describe('describeTally', () => {
  it('adds up and prints one line', () => {
    const total = addTallies([
      { passed: 1, failed: 0 },
      { passed: 10, failed: 2 },
    ]);
    expect(describeTally(total)).toBe('11 passed, 2 failed');
  });
});

describe('unfinishedFiles', () => {
  const file = (name: string, ...statuses: string[]) => ({
    name,
    status: 'passed',
    assertionResults: statuses.map((status) => ({ status })),
  });

  it('names files whose process died, and no others', () => {
    const testResults = [
      file('a.test.ts', 'passed', 'passed'),
      file('b.test.ts', 'passed', 'pending'),
      file('c.test.ts', 'failed'),
      file('d.test.ts', 'pending'),
    ];
    const report = { numPassedTests: 3, numFailedTests: 1, testResults };
    expect(unfinishedFiles(report)).toEqual(['b.test.ts', 'd.test.ts']);
  });
});
