/**
 * One worker thread of `npm run price -- worlds`: answers each task with the results of its trials.
 */
import { compareInWorld, type WorldResult, type WorldTrials } from './compare-in-world.ts';

export default function runTask(task: WorldTrials): readonly WorldResult[] {
  return compareInWorld(task);
}
