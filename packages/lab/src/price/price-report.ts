/**
 * The reports about the price of safety: what each is about, how large it is, and how it is made.
 *
 *   strategies   the expected regret of every strategy in the same worlds
 *   worlds       hedge minus Algorithm 1 in every world of the lab
 *   rare         yes/no rewards, baseline rounds beside the least of any gate
 *   seasons      divided fields under one weather, beside a reference and the limit of any gate
 *   spread       how a season's trials are given out, beside a reference behind the same book
 */
import type { Experiment } from '../experiments/experiment.ts';
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import type { Figure } from '../plots/figure.ts';
import { runExperiment } from '../runner/run-experiment.ts';
import type { RunProgress } from '../runner/run-progress.ts';
import { EXPERIMENT_NAMES, type PriceSize, priceExperiments } from './price-experiments.ts';
import { priceFigures } from './price-figure.ts';
import { isPromiseFailed, priceRows } from './price-row.ts';
import { priceTable } from './price-table.ts';
import { measureRare } from './rare/measure-rare.ts';
import { rareFigure } from './rare/rare-figure.ts';
import { isRareRowFailed, rareTable } from './rare/rare-table.ts';
import { measureSeasons } from './seasons/measure-seasons.ts';
import { SEASON_CELL_NAMES } from './seasons/season-cells.ts';
import { seasonFigure } from './seasons/season-figure.ts';
import { isSeasonRowFailed } from './seasons/season-row.ts';
import { seasonTable } from './seasons/season-table.ts';
import { measureSpread } from './spread/measure-spread.ts';
import { SPREAD_CELL_NAMES } from './spread/spread-cells.ts';
import { spreadTable } from './spread/spread-table.ts';
import { COMPARED_NAMES, worldExperiment } from './worlds/world-experiment.ts';
import { worldFigure } from './worlds/world-figure.ts';
import { isBehind, worldRows, worldTable } from './worlds/world-rows.ts';

export interface PriceRequest extends PriceSize {
  /** Names of experiments, of worlds, or of rows. */
  readonly names: readonly string[];
  readonly workerCount: number;
  /** Where finished trials are kept, so that an interrupted run can go on. */
  readonly outputFolder: string;
  /** Returns a listener for the progress of what is about to start. */
  readonly listen: () => (progress: RunProgress) => void;
  readonly signal: AbortSignal;
}

/** What was measured, and whether it is as it should be. */
export interface PriceOutcome {
  readonly rows: readonly object[];
  readonly table: string;
  readonly figures: readonly Figure[];
  readonly isPassed: boolean;
}

export interface PriceReport {
  /** What may be asked for by name; all of it if nothing is. */
  readonly names: readonly string[];
  readonly sizeOf: (isQuick: boolean) => Pick<PriceSize, 'trials' | 'rounds'>;
  readonly measure: (request: PriceRequest) => Promise<PriceOutcome>;
}

export type PriceReportName = 'strategies' | 'worlds' | 'rare' | 'seasons' | 'spread';

export const PRICE_REPORTS: Readonly<Record<PriceReportName, PriceReport>> = {
  strategies: { names: EXPERIMENT_NAMES, sizeOf: usualSize, measure: measureStrategies },
  worlds: { names: COMPARED_NAMES, sizeOf: usualSize, measure: measureWorlds },
  rare: { names: EXPERIMENT_NAMES, sizeOf: rareSize, measure: measureRareRows },
  seasons: { names: SEASON_CELL_NAMES, sizeOf: seasonsSize, measure: measureSeasonRows },
  spread: { names: SPREAD_CELL_NAMES, sizeOf: spreadSize, measure: measureSpreadRows },
};

function usualSize(isQuick: boolean): Pick<PriceSize, 'trials' | 'rounds'> {
  return { trials: isQuick ? 2 : 100, rounds: 2000 };
}

/** The rounds are the most of any row. */
function rareSize(isQuick: boolean): Pick<PriceSize, 'trials' | 'rounds'> {
  return isQuick ? { trials: 2, rounds: 2000 } : { trials: 60, rounds: 40_000 };
}

/** The rounds are seasons, the most of any row. */
function seasonsSize(isQuick: boolean): Pick<PriceSize, 'trials' | 'rounds'> {
  return isQuick ? { trials: 2, rounds: 3 } : { trials: 200, rounds: 15 };
}

/** The rounds are seasons. */
function spreadSize(isQuick: boolean): Pick<PriceSize, 'trials' | 'rounds'> {
  return isQuick ? { trials: 2, rounds: 3 } : { trials: 4000, rounds: 6 };
}

async function measureStrategies(request: PriceRequest): Promise<PriceOutcome> {
  const rows = [];
  for (const experiment of priceExperiments(request.names, sizeOf(request))) {
    rows.push(...priceRows(await run(experiment, request)));
  }
  const figures = priceFigures(rows);
  return { rows, table: priceTable(rows), figures, isPassed: !rows.some(isPromiseFailed) };
}

async function measureWorlds(request: PriceRequest): Promise<PriceOutcome> {
  const experiment = worldExperiment(request.names, sizeOf(request));
  const rows = worldRows(await run(experiment, request));
  const figures = [worldFigure(rows)];
  return { rows, table: worldTable(rows), figures, isPassed: !rows.some(isBehind) };
}

async function measureRareRows(request: PriceRequest): Promise<PriceOutcome> {
  const rows = await measureRare(request);
  const table = rareTable(rows, request.seed);
  const figures = [rareFigure(rows)];
  return { rows, table, figures, isPassed: !rows.some(isRareRowFailed) };
}

async function measureSeasonRows(request: PriceRequest): Promise<PriceOutcome> {
  const rows = await measureSeasons(request);
  const table = seasonTable(rows, request.seed);
  const figure = seasonFigure(rows);
  const figures = figure === null ? [] : [figure];
  return { rows, table, figures, isPassed: !rows.some(isSeasonRowFailed) };
}

async function measureSpreadRows(request: PriceRequest): Promise<PriceOutcome> {
  const rows = await measureSpread(request);
  const isPassed = !rows.some(({ isBehind }) => isBehind === true);
  return { rows, table: spreadTable(rows, request.seed), figures: [], isPassed };
}

function sizeOf({ trials, rounds, seed }: PriceRequest): PriceSize {
  return { trials, rounds, seed };
}

function run(experiment: Experiment, request: PriceRequest): Promise<ExperimentSummary> {
  const { outputFolder, workerCount, signal } = request;
  return runExperiment({
    experiment,
    outputFolder,
    workerCount,
    signal,
    onProgress: request.listen(),
  });
}
