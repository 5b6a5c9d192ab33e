/**
 * The paper's three figures for the synthetic data, and ours beside them.
 */
import type { Cell } from '../experiments/experiment.ts';
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import { cellOf, labelOf } from '../experiments/summary-cells.ts';
import { rateLimits } from '../measures/clopper-pearson.ts';
import { baselineRounds } from '../plots/baseline-rounds.ts';
import type { Figure } from '../plots/figure.ts';
import { listText, percentage } from '../plots/number-text.ts';
import { inkOf } from '../plots/palette.ts';
import { priceOfSafety } from '../plots/price-of-safety.ts';
import { type RateGroup, type RateRow, rateFigure } from '../plots/rate-rows.ts';
import { regretByShortfall } from '../plots/regret-by-shortfall.ts';
import { regretCurves } from '../plots/regret-curves.ts';
import { regretPerRound } from '../plots/regret-per-round.ts';
import { freeTwins } from './free-twins.ts';
import {
  ALGORITHM_1,
  ALLOWED_SHORTFALLS,
  BERKSON,
  CENTERED,
  CLUCB,
  CONTEXT_UCB,
  FAILURE_PROBABILITY,
  GOOD_BASELINE,
  HEDGE_HINT,
  HEDGE_LEDGER,
  LUCB,
  SHOWN_SHORTFALL,
  STRESS_SHORTFALL,
} from './paper-experiments.ts';
import type { PaperSummaries } from './paper-summaries.ts';
import { theoremOneBound } from './theorem-one-bound.ts';

const TIGHTEST = ALLOWED_SHORTFALLS[0]!;

/** Returns all figures, the paper's first. */
export function paperFigures(summaries: PaperSummaries): Figure[] {
  const { paper } = summaries;
  return [...publishedFigures(paper), ...soundFigures(paper), ...safetyFigures(summaries)];
}

/** (a), (b) and (c) as the paper has them, in the reading that its text describes. */
function publishedFigures(summary: ExperimentSummary): Figure[] {
  const common = { summary, environment: CENTERED, measure: 'expectedRegret' } as const;
  return [
    regretByShortfall({
      ...common,
      id: 'figure-a',
      strategy: ALGORITHM_1,
      reference: LUCB,
      tone: 'warm',
    }),
    regretCurves({
      ...common,
      id: 'figure-b',
      strategies: [LUCB, CLUCB, ALGORITHM_1],
      allowedShortfall: SHOWN_SHORTFALL,
    }),
    regretPerRound({ ...common, id: 'figure-c', strategies: [LUCB, CLUCB, ALGORITHM_1] }),
  ];
}

/** The same three where contexts are really hidden, with the sound gate beside Algorithm 1. */
function soundFigures(summary: ExperimentSummary): Figure[] {
  const common = { summary, environment: BERKSON, measure: 'expectedRegret' } as const;
  const strategies = [CONTEXT_UCB, ALGORITHM_1, HEDGE_LEDGER, HEDGE_HINT];
  return [
    regretByShortfall({
      ...common,
      id: 'sound-a',
      strategy: HEDGE_LEDGER,
      reference: CONTEXT_UCB,
      tone: 'cool',
    }),
    regretCurves({ ...common, id: 'sound-b', strategies, allowedShortfall: SHOWN_SHORTFALL }),
    regretCurves({ ...common, id: 'sound-b-tight', strategies, allowedShortfall: TIGHTEST }),
    regretPerRound({
      ...common,
      id: 'sound-c',
      strategies,
      duel: { rival: HEDGE_LEDGER, against: ALGORITHM_1 },
    }),
  ];
}

function safetyFigures(summaries: PaperSummaries): Figure[] {
  const { paper } = summaries;
  return [
    ratesOfFailure(summaries),
    baselineRounds({
      id: 'baseline-rounds',
      summary: paper,
      environment: BERKSON,
      strategies: [ALGORITHM_1, HEDGE_LEDGER, HEDGE_HINT],
      claimed: { label: 'Theorem 1', least: ALLOWED_SHORTFALLS.map(theoremOneBound) },
    }),
    priceOfSafety({
      id: 'price-of-safety',
      summary: paper,
      environment: BERKSON,
      measure: 'expectedRegret',
      twins: freeTwins(summaries),
    }),
  ];
}

function ratesOfFailure({ paper, stress }: PaperSummaries): Figure {
  const promise = [ALGORITHM_1, HEDGE_LEDGER, HEDGE_HINT].map((strategy) =>
    promiseRow(paper, { environment: BERKSON, strategy, allowedShortfall: TIGHTEST }),
  );
  const stressed = (total: 'expected' | 'realised') =>
    [ALGORITHM_1, HEDGE_LEDGER].map((strategy) => ({
      ...promiseRow(stress, stressCell(strategy), total),
      ink: inkOf(paper, strategy),
    }));
  const coverage = [CENTERED, BERKSON].flatMap((environment) =>
    [CLUCB, ALGORITHM_1].map((strategy) => coverageRow(paper, strategy, environment)),
  );
  const [expected, realised] = [stressed('expected'), stressed('realised')];
  const groups: RateGroup[] = [
    { heading: 'True weights outside the set (Prop. 1)', rows: coverage },
    { heading: `Expected total too low: rank 10, α = ${TIGHTEST}`, rows: promise },
    { heading: `Expected total too low: rank 1, α = ${STRESS_SHORTFALL}`, rows: expected },
    {
      heading: `Realised total too low: rank 1, α = ${STRESS_SHORTFALL}`,
      rows: realised.map(unpromised),
    },
  ];
  return rateFigure({
    id: 'safety',
    title: safetyTitle({ coverage, all: [...promise, ...expected] }),
    subtitle: `Share of trials in which it happened at any round, with exact 95 % intervals. Dashed: the ${percentage(FAILURE_PROBABILITY)} that was promised. Rank: place of the baseline among the actions`,
    groups,
    claimedRate: FAILURE_PROBABILITY,
    axisTitle: 'Share of trials',
  });
}

/** hedge promises the expected total, and says nothing of the other. */
function unpromised(row: RateRow): RateRow {
  return row.label.startsWith('hedge') ? { ...row, label: `${row.label}, not promised` } : row;
}

function stressCell(strategy: string): Cell {
  return { environment: GOOD_BASELINE, strategy, allowedShortfall: STRESS_SHORTFALL };
}

function promiseRow(
  summary: ExperimentSummary,
  cell: Cell,
  total: 'expected' | 'realised' = 'expected',
): RateRow {
  const { violations, trials } = cellOf(summary, cell);
  return {
    label: labelOf(summary, cell.strategy),
    count: violations[total],
    trials,
    ink: inkOf(summary, cell.strategy),
  };
}

function coverageRow(summary: ExperimentSummary, strategy: string, environment: string): RateRow {
  const wanted = { environment, strategy, allowedShortfall: TIGHTEST };
  const { coverageFailures, trials } = cellOf(summary, wanted);
  return {
    label: `${labelOf(summary, strategy)}, ${environment}`,
    count: coverageFailures ?? 0,
    trials,
    ink: inkOf(summary, strategy),
  };
}

interface SafetyRows {
  readonly coverage: readonly RateRow[];
  readonly all: readonly RateRow[];
}

/** Names who certainly fails more often than promised, with the worst count. */
function safetyTitle({ coverage, all }: SafetyRows): string {
  const missing = worst(coverage);
  const breaking = worst(all);
  const parts = [
    ...(missing === undefined ? [] : [`true weights outside the set in ${countText(missing)}`]),
    ...(breaking === undefined ? [] : [`promise broken in ${countText(breaking)}`]),
  ];
  if (parts.length === 0)
    return 'No confidence set and no promise fails clearly more often than it may';
  const failing = breaking ?? missing!;
  const kept = listText([...new Set(all.filter(isKept).map(({ label }) => label))]);
  const name = failing.label.replace(/,.*/, '');
  return `${name}: ${listText(parts)}${kept === '' ? '' : `. No break at all: ${kept}`}`;

  function isKept(row: RateRow): boolean {
    return row.count === 0 && all.every(({ label, count }) => label !== row.label || count === 0);
  }
}

/** Returns the row with the highest rate that is certainly above the promised one. */
function worst(rows: readonly RateRow[]): RateRow | undefined {
  return rows
    .filter(({ count, trials }) => rateLimits(count, trials).low > FAILURE_PROBABILITY)
    .sort((first, second) => second.count / second.trials - first.count / first.trials)[0];
}

function countText({ count, trials }: RateRow): string {
  return `${count} of ${trials} trials`;
}
