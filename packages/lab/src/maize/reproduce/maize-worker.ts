/**
 * One worker thread: plays the trials it is given and returns their rows.
 */
import { createEngine } from '@hedgerow/core';
import { workerData } from 'piscina';
import { planCells, recordedRounds } from '../../experiments/experiment-plan.ts';
import { readMaizeModel } from '../world/read-maize-model.ts';
import { type MaizeSize, maizeExperiment } from './maize-experiment.ts';
import { playMaizeTrial } from './play-maize-trial.ts';

export interface MaizeTask {
  /** Place of the cell in the list of all cells. */
  readonly cellIndex: number;
  /** Counted from 0. */
  readonly trial: number;
}

const size = workerData as MaizeSize;
const cells = planCells(maizeExperiment(size));
const rounds = recordedRounds(size.rounds);
const model = readMaizeModel();
const engine = createEngine();

export default function runTask({ cellIndex, trial }: MaizeTask): Float64Array {
  const cell = cells[cellIndex]!;
  return playMaizeTrial({ cell, model, trial, seed: size.seed, recordedRounds: rounds, engine });
}
