import { beforeAll, describe, expect, it } from 'vitest';
import { BOUND_STATEMENTS } from './bound-statements.ts';
import { boundsLines } from './bounds-text.ts';
import { type BoundsReport, evaluateBounds } from './evaluate-bounds.ts';

const input = { roundCount: 400, allowedShortfalls: [0.1, 0.8], trialCount: 3, seed: 7 };

describe('the report on the bounds', () => {
  let report: BoundsReport;
  beforeAll(async () => {
    report = await evaluateBounds(input);
  });

  it('holds every statement for every α, in a fixed order', () => {
    for (const { bounds } of report.shortfalls) {
      expect(bounds.map(({ statement }) => statement)).toEqual(BOUND_STATEMENTS);
    }
  });

  it('finds Theorem 1 refuted and nothing of ours', () => {
    const rows = report.shortfalls.flatMap(({ bounds }) => bounds);
    const refuted = rows.filter(({ verdict }) => verdict === 'refuted');
    expect(new Set(refuted.map(({ statement }) => statement))).toEqual(
      new Set(['theorem-1', 'theorem-1-admissible']),
    );
  });

  it('finds that Proposition 4 says nothing, and that no confidence set holds the truth', () => {
    for (const { bounds, coverageFailures } of report.shortfalls) {
      const row = bounds.find(({ statement }) => statement === 'proposition-4');
      expect(row?.verdict).toBe('says nothing');
      expect(coverageFailures).toBe(input.trialCount);
    }
  });

  it('does not accuse a true bound where the run ends before the learner begins', async () => {
    const { shortfalls } = await evaluateBounds({ ...input, roundCount: 3 });
    const [short] = shortfalls;
    const row = short!.bounds.find(({ statement }) => statement === 'first-proposal');
    expect(short!.measured.baselineRounds.mean).toBe(3);
    expect(row).toMatchObject({ bound: 3, verdict: 'not contradicted' });
  });

  it('is the same for the same seed', async () => {
    expect(await evaluateBounds(input)).toEqual(report);
  });

  it('shows what is refuted with its counter-example', () => {
    const text = boundsLines(report).join('\n');
    expect(text).toContain('it says -2.98 ≥ 1.83');
    expect(text).toMatch(/Theorem 1: at least +6\.5e6 +4\.5e5 +REFUTED/);
    expect(text).toContain('3, 3 of 3 trials');
    for (const line of boundsLines(report)) expect(line).toBe(line.trimEnd());
  });
});
