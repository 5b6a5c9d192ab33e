/**
 * Plays a season: field after field, a forecast comes, hedgerow decides, the harvest is reported.
 */
import { createPolicy, type Receipt } from '@hedgerow/core';
import type { RandomSource } from '@hedgerow/core/research';
import type { DecisionReceipt } from '@hedgerow/service/wire';
import {
  drawForecast,
  drawHarvest,
  expectedYield,
  FARM,
  type Forecast,
  forecastContext,
} from './demo-farm.ts';

export interface DemoRound {
  /** Counted from 1. */
  readonly field: number;
  readonly forecast: Forecast;
  readonly receipt: Receipt | DecisionReceipt;
  /** What was harvested, in t/ha. */
  readonly harvest: number;
  /** The safety budget once the harvest is known, in t/ha. */
  readonly budget: number;
  /** Expected yield of what was sown and of the usual hybrid; known only because the world is ours. */
  readonly expected: number;
  readonly expectedOfBaseline: number;
}

export interface SeasonOptions {
  readonly fieldCount: number;
  readonly random: RandomSource;
}

/** Yields one round after the other. */
export function* playSeason({ fieldCount, random }: SeasonOptions): Generator<DemoRound> {
  const policy = createPolicy({ ...FARM, seed: 1 });
  for (let field = 1; field <= fieldCount; field++) {
    const forecast = drawForecast(random);
    const harvests = drawHarvest(forecast, random);
    const receipt = policy.decide(forecastContext(forecast));
    const harvest = harvests[receipt.action]!;
    policy.observe(receipt.id, harvest);
    yield {
      field,
      forecast,
      receipt,
      harvest,
      budget: policy.margin(),
      expected: expectedYield(receipt.action, forecast),
      expectedOfBaseline: expectedYield(FARM.baseline.action, forecast),
    };
  }
}

export interface SeasonSummary {
  readonly fieldCount: number;
  readonly learnerCount: number;
  /** Expected totals over the season, in t/ha summed over fields. */
  readonly expectedTotal: number;
  readonly baselineTotal: number;
  /** The least that was promised. */
  readonly promisedTotal: number;
  /** Smallest distance between what was earned and what was promised, over all moments. */
  readonly tightest: number;
}

/** Adds up a season and says how close the promise came to breaking. */
export function summarise(rounds: readonly DemoRound[]): SeasonSummary {
  const kept = 1 - FARM.allowedShortfall!;
  let expectedTotal = 0;
  let baselineTotal = 0;
  let tightest = Number.POSITIVE_INFINITY;
  for (const round of rounds) {
    expectedTotal += round.expected;
    baselineTotal += round.expectedOfBaseline;
    tightest = Math.min(tightest, expectedTotal - kept * baselineTotal);
  }
  return {
    fieldCount: rounds.length,
    learnerCount: rounds.filter(({ receipt }) => receipt.chosenBy === 'learner').length,
    expectedTotal,
    baselineTotal,
    promisedTotal: kept * baselineTotal,
    tightest,
  };
}
