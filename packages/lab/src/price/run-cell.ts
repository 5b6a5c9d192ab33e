/**
 * Runs some trials of one cell. A trial depends on the seed and its number alone, not on who runs it.
 */
import { createEngine } from '@hedgerow/core';
import type { PromiseName, RunMeasures } from '../measures/run-measures.ts';
import { PROMISE_NAMES } from '../measures/run-measures.ts';
import { runTrial } from '../trials/run-trial.ts';
import { mapTrials, type TrialRange } from '../trials/trial-streams.ts';
import type { PriceCell } from './price-cells.ts';

export interface CellTrials extends TrialRange {
  readonly roundCount: number;
}

/** What is kept of one trial. */
export interface TrialResult {
  readonly expectedRegret: number;
  readonly baselineRounds: number;
  readonly heldOutRounds: number;
  readonly isPromiseBroken: boolean;
  readonly isCertificateInvalid: boolean;
  readonly broken: Readonly<Record<PromiseName, boolean>>;
}

/** Returns the results of the trials asked for, in their order. */
export function runCell(cell: PriceCell, trials: CellTrials): TrialResult[] {
  const engine = createEngine();
  const { declarations, allowedShortfall } = cell;
  return mapTrials(trials, (streams) => {
    const world = cell.createWorld(streams.world);
    const random = streams.contestant.asSource();
    const contestant = cell.strategy.create({
      world,
      declarations,
      allowedShortfall,
      random,
      engine,
    });
    return resultOf(
      runTrial({ world, contestant, roundCount: trials.roundCount, allowedShortfall }),
    );
  });
}

function resultOf(measures: RunMeasures): TrialResult {
  const broken = PROMISE_NAMES.map((name) => [name, measures.tracks[name].isBroken] as const);
  return {
    expectedRegret: measures.expectedRegret,
    baselineRounds: measures.baselineRoundCount,
    heldOutRounds: measures.heldOutRoundCount,
    isPromiseBroken: measures.isPromiseBroken,
    isCertificateInvalid: measures.isCertificateInvalid,
    broken: Object.fromEntries(broken) as Record<PromiseName, boolean>,
  };
}
