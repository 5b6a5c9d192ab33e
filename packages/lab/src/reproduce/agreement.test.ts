/**
 * Agreement with the reference runs: the numbers kept here, the arithmetic, and the verdict.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ExperimentSummary, Measure } from '../experiments/experiment-summary.ts';
import { madeUpSummary } from '../plots/testing/made-up-summary.ts';
import { checkAgreement } from './agreement.ts';
import { agreementText } from './agreement-section.ts';
import { FULL_SIZE, type PaperSize, paperExperiments } from './paper-experiments.ts';
import { SYNTHETIC_REFERENCE } from './reference.ts';

const checkSynthetic = (summary: ExperimentSummary) => checkAgreement(summary, SYNTHETIC_REFERENCE);

const REFERENCE_RUNS = SYNTHETIC_REFERENCE.rows;
const VECTOR = new URL('../../../../vectors/synthetic-reference-runs.json', import.meta.url);
const NAMES: Readonly<Record<string, string>> = {
  lucb: 'lucb',
  kk: 'context-ucb',
  clucb: 'clucb',
  alg1: 'algorithm-1',
};

/** A summary with exactly the reference numbers, but for what `change` does to one of them. */
function summaryLike(change: (value: number, measure: Measure) => number, size = FULL_SIZE) {
  const summary = madeUpSummary({
    experiment: paperExperiments(size).paper,
    cell: () => ({}),
  });
  return {
    ...summary,
    cells: summary.cells.map((cell) => {
      const run = REFERENCE_RUNS.find(
        ({ environment, strategy, allowedShortfall }) =>
          environment === cell.environment &&
          strategy === cell.strategy &&
          allowedShortfall === cell.allowedShortfall,
      );
      if (run === undefined) return cell;
      const curves = { ...cell.curves };
      for (const measure of Object.keys(run.means) as (keyof typeof run.means)[]) {
        const { mean, standardError } = run.means[measure];
        curves[measure] = { mean: [change(mean, measure)], standardError: [standardError] };
      }
      const rates = run.rates!;
      return {
        ...cell,
        curves,
        coverageFailures: rates.coverageFailures * cell.trials,
        violations: {
          ...cell.violations,
          expected: rates.expectedViolations * cell.trials,
          realised: rates.realisedViolations * cell.trials,
        },
      };
    }),
  } satisfies ExperimentSummary;
}

describe('the reference runs', () => {
  it('are those of the vector file', () => {
    const rows = JSON.parse(readFileSync(VECTOR, 'utf8'));
    const pair = ({ mean, standardError }: { mean: number; standardError: number }) => [
      mean,
      standardError,
    ];
    const kept = REFERENCE_RUNS.map(({ environment, strategy, means, rates }) => ({
      environment,
      strategy,
      numbers: [
        pair(means.expectedRegret),
        pair(means.realisedRegret),
        pair(means.oracleRegret),
        pair(means.baselineRounds),
        rates!.coverageFailures,
        rates!.expectedViolations,
        rates!.realisedViolations,
      ],
    }));
    expect(kept).toEqual(
      rows.map((row: Record<string, unknown>) => ({
        environment: row.gen,
        strategy: NAMES[row.alg as string],
        numbers: ['expected', 'realised', 'oracle', 'nBase', 'covFail', 'violExp', 'violReal'].map(
          (name) => row[name],
        ),
      })),
    );
    const gated = REFERENCE_RUNS.filter(({ allowedShortfall }) => allowedShortfall !== null);
    expect(gated.map(({ allowedShortfall }) => allowedShortfall)).toEqual(
      rows
        .filter((row: Record<string, unknown>) => row.alg === 'clucb' || row.alg === 'alg1')
        .map((row: Record<string, unknown>) => row.alpha),
    );
  });
});

describe('agreement', () => {
  it('is reached by the reference numbers themselves', () => {
    const agreement = checkSynthetic(summaryLike((value) => value))!;
    expect(agreement.isReached).toBe(true);
    expect(agreement.lines).toHaveLength(140);
    expect(agreementText(agreement)).toMatch(/^140 of 140 .* 3 standard errors.* is 0\.0\.$/);
  });

  it('counts in standard errors of the difference', () => {
    const agreement = checkSynthetic(
      summaryLike((value, measure) => (measure === 'expectedRegret' ? value + 10 : value)),
    )!;
    const line = agreement.lines.find(
      ({ strategy, quantity }) => strategy === 'context-ucb' && quantity === 'expectedRegret',
    )!;
    expect(line.standardErrors).toBeCloseTo(10 / (4.6 * Math.SQRT2), 12);
  });

  it('is missed by a strategy that does 10 % better, and says which', () => {
    const agreement = checkSynthetic(
      summaryLike((value, measure) => (measure === 'oracleRegret' ? 0.9 * value : value)),
    )!;
    expect(agreement.isReached).toBe(false);
    expect(agreementText(agreement)).toContain(
      'regret in hindsight of algorithm-1 in berkson, α = 0.1',
    );
  });

  it('is missed when two exact numbers differ', () => {
    const agreement = checkSynthetic(
      summaryLike((value, measure) => (measure === 'baselineRounds' && value === 0 ? 1 : value)),
    )!;
    expect(agreement.isReached).toBe(false);
  });

  it('allows more with few trials, and checks nothing for another horizon', () => {
    const few: PaperSize = { ...FULL_SIZE, trials: 10 };
    const short: PaperSize = { ...FULL_SIZE, rounds: 100 };
    expect(checkSynthetic(summaryLike((value) => value, few))!.limit).toBeCloseTo(4.09, 2);
    expect(checkSynthetic(summaryLike((value) => value, short))).toBeNull();
  });
});
