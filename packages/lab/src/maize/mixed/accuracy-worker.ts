/**
 * One worker thread: fits and predicts the folds it is given.
 */
import { workerData } from 'piscina';
import type { Fold, HeldOutFieldYear } from './held-out.ts';
import { type FoldData, predictFold } from './predict-fold.ts';

const data = workerData as FoldData;

export default function runFold(fold: Fold): HeldOutFieldYear[] {
  return predictFold(data, fold);
}
