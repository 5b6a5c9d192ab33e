/**
 * How many checks passed and failed, counted from vitest's JSON report.
 *
 * The report alone is not trusted: a file that could not be loaded has no tests in it, an error
 * outside any test leaves all tests green, and a crash leaves no report. Each counts as a failure.
 */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests?: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Returns the sum of several tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
    }),
    { passed: 0, failed: 0 },
  );
}

/** Returns the line that ends every run of the tests. */
export function describeTally(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed`;
}

/** Returns the report in a text, or undefined when there is none that can be read. */
export function readReport(text: string | undefined): Report | undefined {
  if (text === undefined) return undefined;
  try {
    const report = JSON.parse(text) as Partial<Report>;
    const isWhole =
      Number.isInteger(report.numPassedTests) &&
      Number.isInteger(report.numFailedTests) &&
      Array.isArray(report.testResults);
    return isWhole ? (report as Report) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the tally of a run of vitest, and what has to be said about it. */
export function tallyOfReport(
  report: Report | undefined,
  exitCode: number | null,
): { tally: Tally; complaints: string[] } {
  if (report === undefined) {
    const complaint = `vitest ended with exit code ${exitCode} and left no report: it crashed, or was stopped.`;
    return { tally: { passed: 0, failed: 1 }, complaints: [complaint] };
  }
  const complaints = filesNotLoaded(report).map((name) => `No test of ${name} could be run.`);
  let failed = report.numFailedTests + complaints.length;
  const skipped = report.numPendingTests ?? 0;
  if (skipped > 0) complaints.push(`Tests skipped: ${skipped}.`);
  if (report.numPassedTests + failed === 0) {
    complaints.push('No test ran.');
    failed = 1;
  } else if (exitCode !== 0 && failed === 0) {
    complaints.push(
      `vitest ended with exit code ${exitCode}: an error outside the tests, see above.`,
    );
    failed = 1;
  }
  return { tally: { passed: report.numPassedTests, failed }, complaints };
}

/** Files whose process died before their tests had ended: nothing is known of those. */
export function unfinishedFiles({ testResults }: Report): string[] {
  return testResults
    .filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'pending'))
    .map(({ name }) => name);
}

function filesNotLoaded(report: Report): string[] {
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .filter(({ assertionResults }) => assertionResults.every((test) => test.status !== 'failed'))
    .map(({ name }) => name);
}
