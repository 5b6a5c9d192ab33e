/**
 * A recommendation in words: what to plant, why, what is promised, and the ranking.
 */
import { alignColumns } from '../../experiments/align-columns.ts';
import type { HarvestAnswer, Recommendation } from './recommend.ts';
import type { HybridOutlook } from './yield-outlook.ts';

/** Returns the lines for a terminal. */
export function recommendationText(recommendation: Recommendation): string[] {
  const { decision, field, recommended } = recommendation;
  return [
    `Plant ${recommended} in field ${field} this season. (decision ${decision})`,
    '',
    ...reasonText(recommendation),
    marginText(recommendation),
    ...recommendation.warnings,
    '',
    `Forecast: ${weatherText(recommendation)}.`,
    ...rankingLines(recommendation),
    '',
    ...originText(recommendation),
  ];
}

/** Returns why this hybrid, in one or two sentences. */
export function reasonText(recommendation: Recommendation): string[] {
  const { reason, usual, candidate } = recommendation;
  const gain = gainOf(recommendation);
  switch (reason) {
    case 'proposal-is-safe':
      return [
        `It is expected to yield ${tonnes(gain)} more than ${usual}, your usual hybrid. Should it fail completely, the promise would still be kept.`,
      ];
    case 'proposal-is-baseline':
      return candidate === usual
        ? ['It is your usual hybrid, and also the best of the ranking.']
        : [
            `It is your usual hybrid. The model prefers ${candidate} (${tonnes(gain)} more), but the harvests reported so far do not bear that out.`,
          ];
    case 'not-certified':
      return waitingText(recommendation, gain);
    default:
      return ['It is your usual hybrid; the policy is in safe mode.'];
  }
}

function waitingText(recommendation: Recommendation, gain: number): string[] {
  const { candidate, marginIfCandidate, marginPerUsualSeason } = recommendation;
  const missing = -marginIfCandidate;
  const seasons = Math.max(1, Math.ceil(missing / marginPerUsualSeason - 1e-9));
  return [
    `It is your usual hybrid. ${candidate} is expected to yield ${tonnes(gain)} more, but should it fail completely, you would be ${tonnes(missing)} below what is promised.`,
    `Every season with the usual hybrid adds ${tonnes(marginPerUsualSeason)} of safety margin, so ${candidate} can be tried ${seasons === 1 ? 'next season' : `after ${seasons} such seasons, this one included`}.`,
  ];
}

function marginText({ margin, declared, usual }: Recommendation): string {
  const share = `${Math.round(1000 * (1 - declared.allowedShortfall)) / 10} %`;
  const reserve = declared.reserve > 0 ? `, less ${tonnes(declared.reserve)} once` : '';
  const chance = `${Math.round(1e4 * (1 - declared.failureProbability)) / 100} %`;
  return `The promise: all seasons together are expected to yield at least ${share} of what ${usual} alone would${reserve}; at any time, with a probability of ${chance}. Safety margin that is left for sure: ${tonnes(margin)}.`;
}

/** What the candidate is expected to yield above the usual hybrid. */
function gainOf({ ranking, usual }: Recommendation): number {
  const usualExpected = ranking.find(({ hybrid }) => hybrid === usual)!.expected;
  return ranking[0]!.expected - usualExpected;
}

function weatherText({ weather }: Recommendation): string {
  const [temperature, radiation] = weather.mean;
  const [ofTemperature, ofRadiation] = weather.deviation;
  return `${temperature!.toFixed(1)} °C (± ${ofTemperature!.toFixed(1)}), ${radiation!.toFixed(1)} MJ/m² a day (± ${ofRadiation!.toFixed(1)})`;
}

function rankingLines(recommendation: Recommendation): string[] {
  const heading = ['', 'hybrid', 't/ha', '8 of 10 harvests', 'better than usual', ''];
  const rows = recommendation.ranking.map((outlook) => rowOf(outlook, recommendation));
  return alignColumns([heading, ...rows]);
}

function rowOf(outlook: HybridOutlook, { recommended, usual }: Recommendation): string[] {
  const { rank, hybrid, expected, low, high, chanceBetterThanUsual } = outlook;
  const marks = [
    ...(hybrid === recommended ? ['recommended'] : []),
    ...(hybrid === usual ? ['usual'] : []),
  ];
  return [
    String(rank),
    hybrid,
    expected.toFixed(1),
    `${low.toFixed(1)} – ${high.toFixed(1)}`,
    hybrid === usual ? '–' : `${Math.round(100 * chanceBetterThanUsual)} %`,
    marks.join(', '),
  ];
}

function originText({ harvestCount, usualYieldSource, typicalError }: Recommendation): string[] {
  const learnt =
    harvestCount === 0
      ? 'none of your harvests has been reported yet'
      : `corrected by ${harvestCount === 1 ? 'one harvest' : `${harvestCount} harvests`} that you reported`;
  return [
    `Where this comes from: yields are those of a model fitted to field trials; ${learnt}.`,
    `In seasons it had not seen, the model was off by ${tonnes(typicalError)} (root mean square), mostly for all hybrids alike: trust the order more than the level, and neither very much.`,
    `The promise does not rest on the model${usualYieldSource === 'farmer' ? '.' : ', but for one number: what your usual hybrid is expected to yield. Say it yourself with --usual-yield if you know better.'}`,
  ];
}

/** Returns what a reported harvest came to, for a terminal. */
export function harvestText({ decision, outcome, margin, harvest }: HarvestAnswer): string {
  const report =
    outcome === 'recorded' && harvest !== null
      ? `${harvest.hybrid} in field ${harvest.field} gave ${tonnes(harvest.observedYield!)}; the model had expected ${tonnes(harvest.expectedByModel)}`
      : outcome;
  return `${decision}: ${report}. Safety margin now: ${tonnes(margin)}.`;
}

function tonnes(value: number): string {
  return `${value.toFixed(1)} t/ha`;
}
