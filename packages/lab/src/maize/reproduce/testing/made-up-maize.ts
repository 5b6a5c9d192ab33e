/**
 * Results of the maize experiment with numbers of our choosing: the reference rows, and a hedge that is
 * better, unless a test says otherwise.
 */
import type { Cell } from '../../../experiments/experiment.ts';
import type { Curve, ExperimentSummary, Measure } from '../../../experiments/experiment-summary.ts';
import type { MeanAndError } from '../../../measures/mean-and-error.ts';
import { type MadeUpCell, madeUpSummary } from '../../../plots/testing/made-up-summary.ts';
import { MAIZE_REFERENCE } from '../../../reproduce/reference.ts';
import type { ForecastPanel } from '../forecast-panel.ts';
import { type MaizeSize, maizeExperiment } from '../maize-experiment.ts';

export interface MadeUpMaize {
  readonly size?: MaizeSize;
  /** Changes a cell; the second argument is what it would be. */
  readonly cell?: (cell: Cell, usual: MadeUpCell) => MadeUpCell;
}

const HEDGE_LIKE: MadeUpCell = {
  finals: { expectedRegret: 24, realisedRegret: 24, oracleRegret: 24, baselineRounds: 5 },
  invalidCertificates: 0,
};

/** Returns the summary. */
export function madeUpMaize(options: MadeUpMaize = {}): ExperimentSummary {
  const { size = { rounds: 1000, trials: 100, seed: 1 }, cell = (_, usual) => usual } = options;
  const summary = madeUpSummary({
    experiment: maizeExperiment(size),
    cell: (one) => cell(one, usualCell(one)),
  });
  return { ...withReferenceErrors(summary), differences: differencesOf(summary) };
}

export const MADE_UP_PANEL: ForecastPanel = {
  noise: 0.1,
  minMax: value(0.0164, 0.0008),
  standardised: value(0.0529, 0.0051),
  tonnesPerReward: 17.853,
};

function value(rewardDeviation: number, exactWeatherValue: number): ForecastPanel['minMax'] {
  return {
    rewardDeviation,
    exactWeatherValue,
    contrastDeviation: rewardDeviation / 2,
    changedBestShare: 0.12,
    varianceBoundMedian: 0.0073,
    baselineGap: 0.137,
  };
}

function referenceOf(cell: Cell) {
  return MAIZE_REFERENCE.rows.find(
    ({ environment, strategy, allowedShortfall }) =>
      environment === cell.environment &&
      strategy === cell.strategy &&
      allowedShortfall === cell.allowedShortfall,
  );
}

/** All trials wobble alike and by little, so that every true difference is clear. */
function usualCell(cell: Cell): MadeUpCell {
  const row = referenceOf(cell);
  if (row === undefined) return { ...HEDGE_LIKE, spread: 0.001 };
  const finals: Partial<Record<Measure, number>> = {};
  for (const [measure, { mean }] of Object.entries(row.means)) finals[measure as Measure] = mean;
  return { finals, spread: 0.001, coverageFailures: 0 };
}

/** Gives curves the errors of the reference, whatever the wobble of the made-up trials. */
function withReferenceErrors(summary: ExperimentSummary): ExperimentSummary {
  const cells = summary.cells.map((cell) => {
    const row = referenceOf(cell);
    if (row === undefined) return cell;
    const curves = { ...cell.curves };
    for (const [name, { standardError }] of Object.entries(row.means)) {
      const { mean } = curves[name as Measure];
      curves[name as Measure] = { mean, standardError: mean.map(() => standardError) };
    }
    return { ...cell, curves };
  });
  return { ...summary, cells };
}

function differencesOf(summary: ExperimentSummary): ExperimentSummary['differences'] {
  return MAIZE_REFERENCE.differences.map(({ means, ...place }) => {
    const curveOf = ({ mean, standardError }: MeanAndError): Curve => ({
      mean: summary.recordedRounds.map((round) => (mean * round) / summary.experiment.rounds),
      standardError: summary.recordedRounds.map(() => standardError),
    });
    const curves = {
      ...summary.cells[0]!.curves,
      expectedRegret: curveOf(means.expectedRegret),
      oracleRegret: curveOf(means.oracleRegret),
    };
    return { ...place, curves };
  });
}
