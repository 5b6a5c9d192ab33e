/**
 * Plays some trials of one cell with the policies that `createPolicy` makes, and keeps the books of the
 * truth beside them, farm by farm: what was earned in the weather that came against its share of what
 * the baseline would have earned in it.
 */
import type { Policy, Receipt } from '@hedgerow/core';
import { createPolicy } from '@hedgerow/core';
import type { RandomStream } from '../../environments/random-stream.ts';
import { plotError, SeasonWorld } from '../../environments/season-world.ts';
import { SlackTrack } from '../../measures/slack-track.ts';
import { mapTrials, type TrialRange, type TrialStreams } from '../../trials/trial-streams.ts';
import { executedShares } from './executed-shares.ts';
import { SEASON_SHORTFALL, type SeasonCell } from './season-cells.ts';
import { hybridName, seasonDefinition } from './season-definition.ts';

export interface SeasonTask extends TrialRange {
  /** Place of the cell in the list of all cells. */
  readonly cellIndex: number;
  readonly seasonCount: number;
}

/** What is kept of one trial. */
export interface SeasonTrial {
  /** Share of all hectares that was tried, season by season. */
  readonly triedShares: readonly number[];
  /** What was earned above the baseline for each hectare, season by season. */
  readonly gains: readonly number[];
  /** Farms whose promise was broken, and whose books ever claimed more than was true. */
  readonly brokenFarms: number;
  readonly wrongFarms: number;
  /** The smallest budget of a farm in the end, for each of its hectares and seasons. */
  readonly leastMargin: number;
}

/** A farm as the trial sees it. */
interface Farm {
  readonly policy: Policy;
  /** Null where it is alone in its policy. */
  readonly site: string | null;
  readonly fields: readonly number[];
  readonly hectares: number;
  readonly slack: SlackTrack;
  isWrong: boolean;
}

interface SeasonSums {
  tried: number;
  gained: number;
}

/** Returns the results of the trials asked for, in their order. */
export function runSeasonCell(cell: SeasonCell, task: SeasonTask): SeasonTrial[] {
  return mapTrials(task, (streams) => playTrial(cell, streams, task.seasonCount));
}

function playTrial(cell: SeasonCell, streams: TrialStreams, seasonCount: number): SeasonTrial {
  const { world: random, delivery: errors } = streams;
  const world = new SeasonWorld(random, {
    fieldCount: cell.farmCount * cell.fieldCount,
    turnsAfter: cell.turnsAfter ?? Number.POSITIVE_INFINITY,
  });
  const farms = settleFarms(cell, world, streams);
  const hectares = farms.reduce((sum, farm) => sum + farm.hectares, 0);
  const seasons = Array.from({ length: seasonCount }, (_, season): SeasonSums => {
    const sums = { tried: 0, gained: 0 };
    const plans = planSeasons(cell, world, farms, `season ${season + 1}`);
    world.nextSeason();
    for (const [farm, receipts] of plans) harvest({ cell, world, farm, receipts, errors, sums });
    return sums;
  });
  const count = (is: (farm: Farm) => boolean) => farms.filter(is).length;
  return {
    triedShares: seasons.map(({ tried }) => tried / hectares),
    gains: seasons.map(({ gained }) => gained / hectares),
    brokenFarms: count(({ slack }) => slack.isBroken),
    wrongFarms: count(({ isWrong }) => isWrong),
    leastMargin: Math.min(...farms.map((farm) => marginOf(farm) / farm.hectares / seasonCount)),
  };
}

function settleFarms(cell: SeasonCell, world: SeasonWorld, { learner }: TrialStreams): Farm[] {
  const create = () => createPolicy(seasonDefinition(cell, world, learner));
  const shared = cell.learners === 'one' ? create() : null;
  const isAlone = shared === null || cell.farmCount === 1;
  return Array.from({ length: cell.farmCount }, (_, k) => {
    const fields = Array.from({ length: cell.fieldCount }, (_, i) => k * cell.fieldCount + i);
    return {
      policy: shared ?? create(),
      site: isAlone ? null : `farm ${k + 1}`,
      fields,
      hectares: fields.reduce((sum, field) => sum + world.sizes[field]!, 0),
      slack: new SlackTrack(),
      isWrong: false,
    };
  });
}

/** Plans the season of every farm, those of one policy together. */
function planSeasons(
  cell: SeasonCell,
  world: SeasonWorld,
  farms: readonly Farm[],
  group: string,
): (readonly [Farm, readonly Receipt[]])[] {
  const proposal = cell.proposal === 'worst' ? { proposal: hybridName(world.worst) } : {};
  return Array.from(Map.groupBy(farms, ({ policy }) => policy)).flatMap(([policy, members]) => {
    const situations = members.flatMap(({ fields, site }) =>
      fields.map((field) => ({
        context: {},
        size: world.sizes[field]!,
        blocks: cell.blockCount,
        ...(site === null ? {} : { site }),
        ...proposal,
      })),
    );
    const { receipts } = policy.decideTogether(situations, { group });
    const each = cell.fieldCount * cell.blockCount;
    return members.map((farm, k) => [farm, receipts.slice(k * each, (k + 1) * each)] as const);
  });
}

interface Harvest {
  readonly cell: SeasonCell;
  readonly world: SeasonWorld;
  readonly farm: Farm;
  readonly receipts: readonly Receipt[];
  readonly errors: RandomStream;
  readonly sums: SeasonSums;
}

/** Measures all parts of a farm, reports them, and compares the books with the truth. */
function harvest({ cell, world, farm, receipts, errors, sums }: Harvest): void {
  const { policy, fields, slack } = farm;
  const shares = executedShares(cell, receipts, slack.slack);
  receipts.forEach((receipt, i) => {
    const field = fields[Math.floor(i / cell.blockCount)]!;
    const share = shares[i]!;
    const size = receipt.size!;
    const check = world.mean(field, world.baseline);
    const tried = world.mean(field, hybridIndex(receipt));
    const gained = size * share * (tried - check);
    slack.add(size * check + gained, (1 - SEASON_SHORTFALL) * size * check);
    sums.tried += size * share;
    sums.gained += gained;
    if (cell.gate !== 'policy') policy.confirm(receipt.id, { share, isInnocent: true });
    const measured = { check: check + plotError(errors, cell.plotNoise) };
    const trial = { try: tried + plotError(errors, cell.plotNoise) };
    policy.observe(receipt.id, share > 0 ? { ...measured, ...trial } : measured);
  });
  if (slack.isBelow(marginOf(farm))) farm.isWrong = true;
}

function hybridIndex({ proposal }: Receipt): number {
  return Number(proposal) - 1;
}

function marginOf({ policy, site }: Farm): number {
  return policy.margin(site ?? undefined);
}
