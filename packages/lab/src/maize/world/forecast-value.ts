/**
 * How much the forecast matters: what the unknown weather of a season moves, and what knowing it is worth.
 *
 * For every field, temperature and radiation are taken as normal around the usual with the field's own
 * spread from year to year: a forecast without any skill. Rewards are linear in both, so their spread is
 * exact. The best hybrid of a season is not, and is averaged over a grid of weathers, five steps to a
 * standard deviation; a grid twice as fine changes the numbers by less than one in a hundred.
 */
import { MaizeFeatures } from './maize-features.ts';
import type { MaizeModel, MaizeSite } from './maize-model.ts';

export interface ForecastValue {
  /** Root mean square over fields and hybrids of the standard deviation of a reward. */
  readonly rewardDeviation: number;
  /** The same for a hybrid's difference from the one that is best in the usual weather, itself included. */
  readonly contrastDeviation: number;
  /** What knowing the weather exactly would add to the reward of a round. */
  readonly exactWeatherValue: number;
  /** Share of seasons in which another hybrid is best than in the usual weather. */
  readonly changedBestShare: number;
  /** Median over fields and hybrids of A² · λmax(Cov φ), with outer features. */
  readonly varianceBoundMedian: number;
  /** Mean over fields of the gap between the best and the 16th best hybrid in the usual weather. */
  readonly baselineGap: number;
}

const BASELINE_RANK = 16;

/** Returns the panel's numbers in reward units. */
export function forecastValue(model: MaizeModel): ForecastValue {
  const features = new MaizeFeatures(model, 'latent-outer');
  const sites = model.sites.map((site, index) => siteValue(features, site, index));
  const squaredNorm = features.trueWeights.reduce((sum, weight) => sum + weight * weight, 0);
  const spreads = sites.flatMap((site) => site.largestSpreads);
  return {
    rewardDeviation: Math.sqrt(mean(sites.flatMap((site) => site.rewardVariances))),
    contrastDeviation: Math.sqrt(mean(sites.flatMap((site) => site.contrastVariances))),
    exactWeatherValue: mean(sites.map((site) => site.exactWeatherValue)),
    changedBestShare: mean(sites.map((site) => site.changedBestShare)),
    varianceBoundMedian: squaredNorm * median(spreads),
    baselineGap: mean(sites.map((site) => site.baselineGap)),
  };
}

interface SiteValue extends SeasonValue {
  readonly rewardVariances: number[];
  readonly contrastVariances: number[];
  readonly largestSpreads: number[];
  readonly baselineGap: number;
}

function siteValue(features: MaizeFeatures, site: MaizeSite, siteIndex: number): SiteValue {
  features.moveTo(siteIndex, site.temperatureC, site.radiation);
  const rewards = new Float64Array(features.actionCount);
  features.writeRewards(rewards);
  const byReward = [...rewards].sort((a, b) => b - a);
  const best = rewards.indexOf(byReward[0]!);
  const moves = Array.from(rewards, (_, action) => moveOf(features, action, site));
  const weather = { temperature: site.temperatureSd ** 2, radiation: site.radiationSd ** 2 };
  return {
    rewardVariances: moves.map(([warmth, light]) => warmth ** 2 + light ** 2),
    contrastVariances: moves.map(
      ([warmth, light]) => (warmth - moves[best]![0]) ** 2 + (light - moves[best]![1]) ** 2,
    ),
    largestSpreads: moves.map((_, action) => features.largestSpread(action, weather)),
    baselineGap: byReward[0]! - byReward[BASELINE_RANK - 1]!,
    ...seasonValue(rewards, moves, best),
  };
}

/** How far one standard deviation of temperature and of radiation moves a reward. */
type Move = readonly [number, number];

function moveOf(features: MaizeFeatures, action: number, site: MaizeSite): Move {
  const { temperature, radiation } = features.slopes(action);
  return [temperature * site.temperatureSd, radiation * site.radiationSd];
}

interface SeasonValue {
  readonly exactWeatherValue: number;
  readonly changedBestShare: number;
}

function seasonValue(rewards: Float64Array, moves: readonly Move[], best: number): SeasonValue {
  let gain = 0;
  let changedShare = 0;
  for (const warmth of GRID) {
    for (const light of GRID) {
      const inSeason = moves.map(
        (move, x) => rewards[x]! + warmth.deviations * move[0] + light.deviations * move[1],
      );
      const largest = Math.max(...inSeason);
      const share = warmth.share * light.share;
      gain += share * (largest - inSeason[best]!);
      if (inSeason[best]! < largest) changedShare += share;
    }
  }
  return { exactWeatherValue: gain, changedBestShare: changedShare };
}

interface GridPoint {
  readonly deviations: number;
  /** The share of years that it stands for. */
  readonly share: number;
}

const STEPS_PER_DEVIATION = 5;
const DEVIATIONS_MAX = 4;
const GRID: readonly GridPoint[] = normalGrid();

function normalGrid(): GridPoint[] {
  const stepCount = STEPS_PER_DEVIATION * DEVIATIONS_MAX;
  const points = Array.from({ length: 2 * stepCount + 1 }, (_, i) => {
    const deviations = (i - stepCount) / STEPS_PER_DEVIATION;
    return { deviations, share: Math.exp(-(deviations ** 2) / 2) };
  });
  const total = points.reduce((sum, point) => sum + point.share, 0);
  return points.map(({ deviations, share }) => ({ deviations, share: share / total }));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
