/**
 * The report on the bounds for people: two tables with α across, and what is refuted and why.
 */
import { alignColumns } from '../experiments/align-columns.ts';
import type { BoundStatement, BoundStatementRow } from './bound-statements.ts';
import type { BoundRow, BoundsReport, Spread } from './evaluate-bounds.ts';
import { claimedLeft, claimedRight, LEMMA_TWO_COUNTER_EXAMPLE } from './lemma-two.ts';

type Quantity = BoundStatementRow['quantity'];

/** What each statement is called, with the direction of its bound. */
export const BOUND_TITLES: Readonly<Record<BoundStatement, string>> = {
  'theorem-1': 'Theorem 1: at least',
  'theorem-1-admissible': 'Theorem 1, λ = D², rewards as seen: at least',
  'first-proposal': 'ours, before the first proposal: at least',
  'proposition-4': 'Proposition 4: at most',
  'proved-rounds': 'ours, from constants: at most',
  'proved-rounds-seen-regret': 'ours, from the regret and noise seen: at most',
  'proposition-3-printed': 'Proposition 3 as printed: at most',
  'proposition-3-meant': 'Proposition 3 as meant: at most',
  'proved-learner-regret': 'ours, from constants: at most',
  'lemma-1': 'Lemma 1, with the rounds seen: at most',
};

/** Returns the lines of the report. */
export function boundsLines(report: BoundsReport): string[] {
  const { roundCount, trialCount, seed } = report;
  return [
    `The paper's bounds in its synthetic experiment: ${trialCount} trials of ${roundCount} rounds, seed ${seed}.`,
    'λ = 1, δ = 0.001, A = √30, D = 40, σ = 0.1; contexts are drawn from the forecast.',
    '',
    ...table(report, 'Baseline rounds of Algorithm 1', 'baselineRounds'),
    '',
    ...table(report, 'Baseline rounds of a sound gate', 'soundGateBaselineRounds'),
    '',
    ...table(report, "Regret of Algorithm 1, learner's rounds", 'learnerRegret'),
    '',
    ...table(report, 'Regret of Algorithm 1, all rounds', 'regret'),
    '',
    ...refutations(report),
  ];
}

function refutations(report: BoundsReport): string[] {
  const { roundCount, coefficients } = LEMMA_TWO_COUNTER_EXAMPLE;
  const left = claimedLeft(coefficients, roundCount).toFixed(2);
  const right = claimedRight(coefficients).toFixed(2);
  const first = report.shortfalls[0]!;
  const claim = boundOf(first.bounds, 'theorem-1');
  const admissible = boundOf(first.bounds, 'theorem-1-admissible');
  const failures = report.shortfalls.map((row) => row.coverageFailures);
  return [
    'Refuted',
    `  Lemma 2 (line 344)         m = 2, c₁ = c₂ = c₃ = 1: it says ${left} ≥ ${right}.`,
    `  Theorem 1 (line 372)       at α = ${first.allowedShortfall} it says at least ${short(claim)} baseline rounds, with λ = D² as it asks`,
    `                             ${short(admissible)}; the run has ${report.roundCount} rounds in all, and ${range(first.measured.baselineRounds)} went to the baseline.`,
    `  Proposition 1 (line 277)   the true weights lie outside the confidence set at the end of ${failures.join(', ')} of ${report.trialCount} trials,`,
    '                             one count for each α; it says with probability 1 − δ in none.',
    '  Theorem 2 (line 479)       rests on both; and its "constant" for unknown contexts is 4√(2 m ln 1/δ).',
    '',
    '"says nothing": more than a run could have in any case. "not contradicted": by these runs; Propositions 3',
    'and 4 and Lemma 1 are proved on the event of Proposition 1, which does not occur when contexts are hidden.',
    'Every item is explained in docs/concepts/errata.md.',
  ];
}

function table(report: BoundsReport, title: string, quantity: Quantity): string[] {
  const { shortfalls } = report;
  const measured = shortfalls.map((row) => row.measured[quantity]);
  return alignColumns([
    [title, ...shortfalls.map((row) => `α = ${row.allowedShortfall}`), ''],
    ['measured, mean', ...measured.map(({ mean }) => mean.toFixed(mean < 1000 ? 1 : 0)), ''],
    ['measured, least to largest', ...measured.map(range), ''],
    ...boundCells(report, quantity),
  ]);
}

function boundCells({ shortfalls }: BoundsReport, quantity: Quantity): string[][] {
  const rows = shortfalls[0]!.bounds.filter((row) => row.quantity === quantity);
  return rows.map(({ statement }) => {
    const ofAll = shortfalls.map(
      ({ bounds }) => bounds.find((row) => row.statement === statement)!,
    );
    return [BOUND_TITLES[statement], ...ofAll.map(({ bound }) => short(bound)), verdicts(ofAll)];
  });
}

/** One word where all agree, else one for each α. */
function verdicts(rows: readonly BoundRow[]): string {
  const words = rows.map(({ verdict }) => (verdict === 'refuted' ? 'REFUTED' : verdict));
  return new Set(words).size === 1 ? words[0]! : words.join(', ');
}

function boundOf(rows: readonly BoundRow[], statement: BoundStatement): number {
  return rows.find((row) => row.statement === statement)!.bound;
}

function range({ least, largest }: Spread): string {
  return `${least.toFixed(0)}–${largest.toFixed(0)}`;
}

/** Whole numbers up to five digits, powers of ten above. */
function short(value: number): string {
  return value < 1e5 ? value.toFixed(0) : value.toExponential(1).replace('e+', 'e');
}
