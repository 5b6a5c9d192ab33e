/**
 * Plays a small experiment in this thread, without a folder for its results.
 */
import type { Experiment } from '../experiments/experiment.ts';
import { planDifferences } from '../experiments/experiment-plan.ts';
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import { summarise, summariseCell, summariseDifference } from '../experiments/summarise.ts';
import { CellPlayer } from './cell-player.ts';
import { LAB_VERSION } from './lab-version.ts';
import { NOTHING_OWN, type OwnThings } from './own-things.ts';

/** Plays all trials and returns the summary, the same as `runExperiment` would; `environment` for worlds of one's own. */
export function playExperiment(
  experiment: Experiment,
  environment: OwnThings['environment'] = NOTHING_OWN.environment,
): ExperimentSummary {
  const player = new CellPlayer(experiment, { ...NOTHING_OWN, environment });
  const tables = player.cells.map((_, cellIndex) => {
    const table = new Float64Array(experiment.trials * player.layout.width);
    for (let trial = 0; trial < experiment.trials; trial++) player.play(cellIndex, trial, table);
    return table;
  });
  return summarise({
    experiment,
    version: LAB_VERSION,
    cells: player.cells.map((cell, i) => summariseCell({ cell, table: tables[i]! }, experiment)),
    differences: planDifferences(experiment).map((pair) => {
      const [first, second] = pair.places;
      return summariseDifference(pair, [tables[first]!, tables[second]!], experiment);
    }),
  });
}
