/**
 * Plays some farms of one cell and keeps what each season gained, and how its land was given out.
 */
import { mapTrials, type TrialRange } from '../../trials/trial-streams.ts';
import { hedgerowPlayer } from './hedgerow-player.ts';
import { rulePlayer } from './rule-player.ts';
import type { SpreadCell } from './spread-cells.ts';
import type { PlannedField } from './spread-player.ts';
import { CANDIDATE_COUNT, drawSpreadWorld } from './spread-world.ts';

export interface SpreadTask extends TrialRange {
  /** Place of the cell in the list of all cells. */
  readonly cellIndex: number;
  readonly seasonCount: number;
}

export interface SpreadTrial {
  /** Gained above the usual hybrid for each hectare of the farm, season by season. */
  readonly gains: readonly number[];
  /** Plans in which most of what is tried is a hybrid hardly tried before, although another was often. */
  readonly rashPlans: number;
  /** Seasons in which another hybrid than before has most of what is tried. */
  readonly turns: number;
}

/** A hybrid tried no more often is hardly known, one tried so often is known well. */
const HARDLY_TRIED = 4;
const OFTEN_TRIED = 10;

/** Returns the results of the farms asked for, in their order. */
export function runSpreadCell(cell: SpreadCell, task: SpreadTask): SpreadTrial[] {
  return mapTrials(task, ({ world: random, learner }) => {
    const world = drawSpreadWorld(cell.world, task.seasonCount, random);
    const create = cell.rule === null ? hedgerowPlayer : rulePlayer;
    const player = create(cell, world, learner);
    const { sizes } = cell.world;
    const hectares = sizes.reduce((sum, size) => sum + size, 0);
    const tries = new Array<number>(CANDIDATE_COUNT).fill(0);
    let [rashPlans, turns] = [0, 0];
    let main: number | null = null;
    const gains = world.seasons.map((fields) => {
      const plan = player.plan();
      const mostly = mostOf(plan, sizes);
      const isRash = mostly !== null && tries[mostly]! <= HARDLY_TRIED;
      if (isRash && Math.max(...tries) >= OFTEN_TRIED) rashPlans += 1;
      if (mostly !== null && main !== null && mostly !== main) turns += 1;
      main = mostly ?? main;
      player.harvest(fields);
      let gained = 0;
      plan.forEach(({ candidate, share }, i) => {
        if (candidate === null || share === 0) return;
        tries[candidate]! += 1;
        gained += sizes[i]! * share * (fields[i]!.yields[candidate]! - fields[i]!.usual);
      });
      return gained / hectares;
    });
    return { gains, rashPlans, turns };
  });
}

/** The hybrid with more than half of what is tried; null if none has. */
function mostOf(plan: readonly PlannedField[], sizes: readonly number[]): number | null {
  const tried = new Array<number>(CANDIDATE_COUNT).fill(0);
  let total = 0;
  plan.forEach(({ candidate, share }, i) => {
    if (candidate === null) return;
    tried[candidate]! += sizes[i]! * share;
    total += sizes[i]! * share;
  });
  const most = tried.findIndex((hectares) => hectares > total / 2);
  return most === -1 ? null : most;
}
