/**
 * The figures that any experiment has: regret over time and against α, baseline rounds, failures.
 */
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import { cellOf, isGated, labelOf, shortfallsOf } from '../experiments/summary-cells.ts';
import { rateLimits } from '../measures/clopper-pearson.ts';
import { baselineRounds } from './baseline-rounds.ts';
import type { Figure } from './figure.ts';
import { listText, percentage } from './number-text.ts';
import { inkOf } from './palette.ts';
import { type RateGroup, rateFigure } from './rate-rows.ts';
import { regretCurves } from './regret-curves.ts';
import { regretPerRound } from './regret-per-round.ts';
import { regretRanking } from './regret-ranking.ts';

const USUAL_FAILURE_PROBABILITY = 0.01;
/** More curves than this cannot be told apart. */
const CURVES_MAX = 10;

/** Returns the figures that make sense for the experiment. */
export function experimentFigures(summary: ExperimentSummary): Figure[] {
  const { experiment } = summary;
  const hasGate = experiment.strategies.some(({ id }) => isGated(summary, id));
  const each = experiment.environments.flatMap(({ id }) => figuresOf(summary, id));
  return hasGate && shortfallsOf(summary).length > 0 ? [...each, promiseFigure(summary)] : each;
}

function figuresOf(summary: ExperimentSummary, environment: string): Figure[] {
  const strategies = summary.experiment.strategies.map(({ id }) => id);
  const shortfalls = shortfallsOf(summary);
  const measure = 'expectedRegret';
  const common = { summary, environment, strategies, measure } as const;
  const draw = strategies.length > CURVES_MAX ? regretRanking : regretCurves;
  const curves = draw({
    ...common,
    id: `${environment}-regret`,
    allowedShortfall: shortfalls[0] ?? 0,
  });
  const hasGate = strategies.some((strategy) => isGated(summary, strategy));
  if (!hasGate || shortfalls.length < 2) return [curves];
  return [
    curves,
    regretPerRound({ ...common, id: `${environment}-regret-per-round` }),
    baselineRounds({ ...common, id: `${environment}-baseline-rounds` }),
  ];
}

/** How often strategies broke their own promise, at the smallest α. */
function promiseFigure(summary: ExperimentSummary): Figure {
  const allowedShortfall = shortfallsOf(summary)[0]!;
  const gated = summary.experiment.strategies.filter(({ id }) => isGated(summary, id));
  const groups = summary.experiment.environments.map(
    ({ id: environment }): RateGroup => ({
      heading: `Promise broken in ${environment}, α = ${allowedShortfall}`,
      rows: gated.map(({ id: strategy }) => {
        const cell = cellOf(summary, { environment, strategy, allowedShortfall });
        return {
          label: labelOf(summary, strategy),
          count: cell.promise?.violations ?? cell.violations.expected,
          trials: cell.trials,
          ink: inkOf(summary, strategy),
        };
      }),
    }),
  );
  const claimedRate = Math.max(
    ...gated.map(({ failureProbability }) => failureProbability ?? USUAL_FAILURE_PROBABILITY),
  );
  return rateFigure({
    id: 'promises',
    title: titleOf(groups, claimedRate),
    subtitle: `Share of trials in which a strategy broke its own promise at any round, with exact 95 % intervals. Dashed: the ${percentage(claimedRate)} that was promised`,
    groups,
    claimedRate,
    axisTitle: 'Share of trials',
  });
}

function titleOf(groups: readonly RateGroup[], claimedRate: number): string {
  const rows = groups.flatMap((group) => group.rows);
  const failing = rows.filter(({ count, trials }) => rateLimits(count, trials).low > claimedRate);
  if (failing.length > 0) {
    const names = listText([...new Set(failing.map(({ label }) => label))]);
    return `Broken more often than promised: ${names}`;
  }
  return rows.every(({ count }) => count === 0)
    ? 'No promise was broken in any trial'
    : 'No promise was clearly broken more often than it may be';
}
