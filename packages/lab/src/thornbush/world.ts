/**
 * The world of a cell: turns what an adversary wants of a round into means that the declarations
 * allow, and draws what each action would pay.
 *
 *   declared number, log   the baseline's mean never moves
 *   interval, per call     it moves inside what is declared, high when that hurts
 *   unknown                it is whatever the adversary likes
 *   equations              nothing moves but the context: means are linear in it
 */
import type { RewardInterval } from '@hedgerow/core';
import type { RandomStream } from '../environments/random-stream.ts';
import type { Wish } from './adversaries.ts';
import {
  ACTION_NAMES,
  type ActionName,
  DECLARED_BASELINE,
  declaredFloors,
} from './cell-definition.ts';
import { type CellNumbers, hasCoin } from './cell-range.ts';
import type { Cell } from './factors.ts';
import { linearMean } from './linear-weights.ts';
import { drawReward, type Spread } from './spread.ts';

type ByAction = Readonly<Record<ActionName, number>>;

/** One round as it truly is. */
export interface Situation {
  readonly z: number;
  readonly proposal: 'x' | 'y';
  /** What the promise counts: averages over the forecast, or what is expected in the weather that came. */
  readonly means: ByAction;
  /** Averages over the forecast: what may be declared. */
  readonly forecastMeans: ByAction;
  /** What each action pays if it is played. */
  readonly outcomes: ByAction;
  /** What the caller declares of the baseline in this call, if it has to. */
  readonly declared: number | RewardInterval;
}

export interface World {
  /** Begins another weather, which all rounds share until the next one; without it none share any. */
  changeWeather(): void;
  situate(wish: Wish): Situation;
  /** Rewards of the baseline before the first round. */
  log(rewardCount: number): number[];
}

export interface WorldOptions {
  readonly cell: Cell;
  readonly numbers: CellNumbers;
  readonly random: RandomStream;
}

/** Where the baseline's mean may lie, as shares of the width of the range. */
export const BASELINE_PLACES: Readonly<
  Record<'unknown' | 'per-call' | 'interval' | 'fixed', Readonly<Record<Wish['baseline'], number>>>
> = {
  unknown: { low: 0.1, middle: 0.6, high: 1 },
  'per-call': { low: 0.55, middle: 0.7, high: 0.9 },
  interval: {
    low: DECLARED_BASELINE.min,
    middle: DECLARED_BASELINE.middle,
    high: DECLARED_BASELINE.max,
  },
  fixed: {
    low: DECLARED_BASELINE.middle,
    middle: DECLARED_BASELINE.middle,
    high: DECLARED_BASELINE.middle,
  },
};
const GOOD_PROPOSAL = 0.95;
/** How far a declared interval reaches beyond the truth, where the call declares it. */
const CALL_INTERVAL = 0.1;

/** Returns the world of a cell for one run. */
export function createWorld(options: WorldOptions): World {
  const { cell, numbers, random } = options;
  const situate = cell.baseline === 'equations' ? linearSituation : freeSituation;
  let weather: number | null = null;
  // What forecasts leave open is one number for all rounds of a weather: they pay well together.
  const outcomes = { uniform: () => weather ?? random.uniform(), normal: () => random.normal() };
  return {
    changeWeather() {
      weather = random.uniform();
    },
    situate: (wish) => {
      const situation = situate({ ...options, outcomes }, wish);
      if (weather === null || !hasCoin(cell)) return situation;
      const quiet = { ...options, numbers: { ...numbers, noiseScale: 0 }, outcomes };
      return { ...situation, means: drawAll(quiet, situation.forecastMeans, wish) };
    },
    log: (rewardCount) =>
      Array.from({ length: rewardCount }, () => {
        const mean = numbers.min + DECLARED_BASELINE.middle * numbers.width;
        const quiet = { ...numbers, noiseScale: 0 };
        return drawReward({ numbers: quiet, mean, spread: 'ends', random });
      }),
  };
}

/** With where outcomes are drawn from. */
interface WorldInput extends WorldOptions {
  readonly outcomes: Pick<RandomStream, 'uniform' | 'normal'>;
}

function freeSituation(options: WorldInput, wish: Wish): Situation {
  const { cell, numbers } = options;
  const place = BASELINE_PLACES[placeOf(cell)][wish.baseline];
  const baseline = numbers.min + place * numbers.width;
  const proposal = proposalMean(numbers, wish, baseline);
  const floors = declaredFloors(cell, numbers);
  const means = {
    b: baseline,
    c: baseline,
    x: Math.max(proposal, floors.x),
    y: Math.max(proposal, floors.y),
  };
  return {
    z: 2 * options.random.uniform() - 1,
    proposal: wish.proposal === 'worst' ? 'y' : 'x',
    means,
    forecastMeans: means,
    outcomes: drawAll(options, means, wish),
    declared: declaredInCall(cell, numbers, { baseline, place: wish.baseline }),
  };
}

/** The context that serves the wish best, and the action that goes with it. */
function linearSituation(options: WorldInput, wish: Wish): Situation {
  const { numbers, random } = options;
  const isWell = wish.proposal === 'good' || random.uniform() < 0.5;
  const proposal = wish.proposal !== 'worst' && isWell ? 'x' : 'y';
  const z = wish.proposal === 'worst' ? 1 : 2 * random.uniform() - 1;
  const meanOf = (action: ActionName) => linearMean(numbers, action, z);
  const means = { b: meanOf('b'), c: meanOf('c'), x: meanOf('x'), y: meanOf('y') };
  const outcomes = drawAll(options, means, wish);
  return { z, proposal, means, forecastMeans: means, outcomes, declared: means.b };
}

function placeOf({ baseline }: Cell): keyof typeof BASELINE_PLACES {
  if (baseline === 'unknown-policy' || baseline === 'unknown-played') return 'unknown';
  if (baseline === 'per-call-number' || baseline === 'per-call-interval') return 'per-call';
  return baseline === 'interval' ? 'interval' : 'fixed';
}

/** The mean with which a played proposal leaves the promise exactly as it was, and others. */
function proposalMean(numbers: CellNumbers, wish: Wish, baseline: number): number {
  const { min, max, width, allowedShortfall, allowancePerRound, noiseScale } = numbers;
  const edge = (1 - allowedShortfall) * baseline - allowancePerRound;
  // Noise above the ceiling hides .4 of its scale from whoever cuts rewards there; half is taken.
  const hidden = (1 - allowedShortfall) * 0.2 * noiseScale;
  const wanted = {
    good: min + GOOD_PROPOSAL * width,
    edge,
    'below-edge': edge - hidden,
    worst: min,
  }[wish.proposal];
  return Math.min(Math.max(wanted, min), max);
}

function drawAll({ numbers, outcomes }: WorldInput, means: ByAction, wish: Wish): ByAction {
  const draw = (action: ActionName, spread: Spread) =>
    drawReward({ numbers, random: outcomes, spread, mean: means[action] });
  const spreadOf = (action: ActionName) =>
    action === 'b' || action === 'c' ? wish.baselineSpread : wish.proposalSpread;
  const [b, c, x, y] = ACTION_NAMES.map((action) => draw(action, spreadOf(action)));
  return { b: b!, c: c!, x: x!, y: y! };
}

interface CallBaseline {
  readonly baseline: number;
  readonly place: Wish['baseline'];
}

/** A number is the truth; an interval has the truth at the end that hurts. */
function declaredInCall(
  cell: Cell,
  { width, min, max }: CellNumbers,
  { baseline, place }: CallBaseline,
): number | RewardInterval {
  if (cell.baseline !== 'per-call-interval') return baseline;
  const reach = CALL_INTERVAL * width;
  return place === 'high'
    ? { min: Math.max(baseline - reach, min), max: baseline }
    : { min: baseline, max: Math.min(baseline + reach, max) };
}
