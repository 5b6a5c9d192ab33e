import { exact, HedgerowError, independent, normal, quantiles } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { vectorModel } from '../world/testing/maize-vectors.ts';
import { type Harvest, harvestCorrections } from './harvest-corrections.ts';
import { STRICT_HELD_OUT_ERROR } from './held-out-error.ts';
import { parseEnsemble } from './parse-ensemble.ts';
import { parseForecast } from './parse-forecast.ts';
import { observeHarvest, type RecommendRequest, recommend } from './recommend.ts';
import { harvestText, recommendationText } from './recommendation-text.ts';
import { contextOf, seasonOf, siteOf } from './season.ts';
import { usualHybrid } from './usual-hybrid.ts';
import { modelYields } from './yield-outlook.ts';

const model = vectorModel();
const weather = independent([normal(22.5, 0.8), normal(20.7, 0.8)]);
const season = seasonOf(model, { field: 'DEH1', weather });
const request: RecommendRequest = { model, season };

/** Recommends and harvests so many seasons, and returns the last state. */
function farm(seasonCount: number, observedYield: number, changes: Partial<RecommendRequest> = {}) {
  let state: string | null = null;
  const answers = [];
  for (let count = 1; count <= seasonCount; count++) {
    const made: ReturnType<typeof recommend> = recommend(state, { ...request, ...changes });
    answers.push(made.answer);
    const report = { decision: made.answer.decision, observedYield, isCorrection: false };
    state = observeHarvest(made.state, report).state;
  }
  return { state: state!, answers };
}

describe('a recommendation', () => {
  const { answer } = recommend(null, request);

  it('ranks all hybrids by expected yield, each within its interval', () => {
    expect(new Set(answer.ranking.map(({ hybrid }) => hybrid))).toEqual(new Set(model.hybrids));
    answer.ranking.forEach(({ rank, expected, low, high }, place) => {
      expect(rank).toBe(place + 1);
      expect(low).toBeLessThan(expected);
      expect(high).toBeGreaterThan(expected);
      if (place > 0) expect(expected).toBeLessThanOrEqual(answer.ranking[place - 1]!.expected);
    });
  });

  it('begins with the usual hybrid, because nothing has been saved up yet', () => {
    expect(answer).toMatchObject({
      decision: 'd1',
      recommended: 'PHB47/PHZ51',
      usual: 'PHB47/PHZ51',
      isUsual: true,
      candidate: 'LH216/LH195',
      chosenBy: 'baseline',
      reason: 'not-certified',
    });
    expect(answer.margin).toBeCloseTo(0.2 * answer.usualYield.min, 9);
  });

  it('moves on to the candidate as soon as it can be afforded, and says so', () => {
    const { answers } = farm(6, 9.9);
    expect(answers.map(({ chosenBy }) => chosenBy).slice(0, 4)).toEqual(Array(4).fill('baseline'));
    const trial = answers.find(({ chosenBy }) => chosenBy === 'learner')!;
    expect(trial.recommended).toBe(trial.candidate);
    expect(trial.margin).toBeGreaterThanOrEqual(0);
    expect(recommendationText(trial).join('\n')).toContain('the promise would still be kept');
  });

  it('tries the candidate at once if a reserve may be lost', () => {
    const { answer } = recommend(null, { ...request, declared: { reserve: 8 } });
    expect(answer).toMatchObject({ chosenBy: 'learner', recommended: 'LH216/LH195' });
  });

  it('takes the farmer’s word for the usual hybrid and its yield', () => {
    const { answer } = recommend(null, {
      ...request,
      usual: 'B73/PHN82',
      usualYield: { min: 9, max: 10 },
    });
    expect(answer).toMatchObject({ usual: 'B73/PHN82', usualYieldSource: 'farmer' });
    expect(answer.margin).toBeCloseTo(0.2 * 9, 9);
    const usual = answer.ranking.find(({ hybrid }) => hybrid === 'B73/PHN82')!;
    expect(usual.expected).toBeCloseTo(9.5, 9);
    // What the model misses for one hybrid it misses in part for all: 0.0171 of 0.0253.
    const share = (0.0306 - 0.0135) / (0.0306 - 0.073 ** 2);
    expect(answer.ranking[0]!.told).toBeCloseTo(share * (9.5 - usual.fromModel), 9);
  });

  it('says when the weather is out of the ordinary', () => {
    const hot = seasonOf(model, {
      field: 'DEH1',
      weather: independent([normal(30, 1), normal(20.7, 0.8)]),
    });
    expect(recommend(null, { model, season: hot }).answer.warnings).toHaveLength(1);
    expect(answer.warnings).toEqual([]);
  });

  it('refuses another promise for a state that has one', () => {
    const { state } = farm(1, 9.9);
    const change = { ...request, declared: { allowedShortfall: 0.1 } };
    expect(() => recommend(state, change)).toThrow(/must stay 0.2/);
    expect(() =>
      recommend(state, { ...request, declared: { allowedShortfall: 0.2 } }),
    ).not.toThrow();
  });

  it('refuses hybrids, fields, soils, yields and states that make no sense', () => {
    const attempts = [
      () => recommend(null, { ...request, usual: 'B37' }),
      () => recommend(null, { ...request, usualYield: -1 }),
      () => recommend('{}', request),
      () => recommend('not a state', request),
      () => seasonOf(model, { field: 'XXX1', weather }),
      () => seasonOf(model, { field: 'DEH1', weather, soil: { sand: 50, silt: 10, clay: 10 } }),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(HedgerowError);
  });
});

describe('a harvest', () => {
  it('is kept, repeated and corrected', () => {
    const { state } = recommend(null, request);
    const report = { decision: 'd1', observedYield: 9.3, isCorrection: false };
    const first = observeHarvest(state, report);
    expect(first.answer.outcome).toBe('recorded');
    expect(harvestText(first.answer)).toContain('gave 9.3 t/ha');
    expect(observeHarvest(first.state, report).answer.outcome).toBe('repeated');
    const corrected = observeHarvest(first.state, {
      decision: 'd1',
      observedYield: 8,
      isCorrection: true,
    });
    expect(corrected.answer.harvest!.observedYield).toBe(8);
    expect(observeHarvest(state, { ...report, decision: 'd9' }).answer).toMatchObject({
      outcome: 'unknown-decision',
      harvest: null,
    });
  });

  it('corrects the ranking: a field that yields less lowers all hybrids', () => {
    const before = recommend(null, request).answer.ranking;
    const { answer } = recommend(farm(3, 6).state, request);
    expect(answer.harvestCount).toBe(3);
    const lowered = answer.ranking.every(
      ({ hybrid, expected }) =>
        expected < before.find((outlook) => outlook.hybrid === hybrid)!.expected,
    );
    expect(lowered).toBe(true);
  });

  it('corrects by shrunken means, worked out by hand', () => {
    const harvest = (hybrid: string, observedYield: number | null): Harvest => ({
      decision: 'd',
      field: 'DEH1',
      hybrid,
      expectedByModel: 10,
      observedYield,
    });
    const { newSeason, withinSeason, plot } = STRICT_HELD_OUT_ERROR;
    const { ofField, ofHybrid } = harvestCorrections(
      [harvest('a', 12), harvest('b', 11), harvest('b', null)],
      STRICT_HELD_OUT_ERROR,
    );
    const level = 3 / (2 + withinSeason / (newSeason - withinSeason));
    expect(ofField('DEH1')).toBeCloseTo(level, 12);
    expect(ofField('NEH3')).toBe(0);
    const doubt = (newSeason - withinSeason + plot) / (withinSeason - plot);
    expect(ofHybrid('a')).toBeCloseTo((2 - level) / (1 + doubt), 12);
  });
});

describe('the yields of the model', () => {
  it('are its checked rewards in t/ha', () => {
    const { min, max } = model.yieldScaling;
    for (const { field, temperatureC, radiation, rewards } of model.checks.contexts) {
      const known = independent([exact(temperatureC), exact(radiation)]);
      const yields = modelYields(model, seasonOf(model, { field, weather: known }));
      yields.forEach((value, x) => {
        expect(value).toBeCloseTo(min + (max - min) * rewards[x]!, 9);
      });
    }
  });

  it('make the 16th best at a field its usual hybrid', () => {
    model.fields.forEach((field, i) => {
      expect(usualHybrid(model, field)).toBe(model.hybrids[model.checks.sixteenthAtCentre[i]!]);
    });
  });

  it('take soil and day length from the field unless they are told', () => {
    const site = siteOf(model, 'DEH1');
    expect(season.soil).toEqual({ sand: site.sand, silt: site.silt, clay: site.clay });
    expect(contextOf(model, { ...season, dayLength: 15 }).mean[5]).toBe(15);
  });
});

describe('forecasts on the command line', () => {
  it('are numbers, means with deviations, or quantiles', () => {
    expect(parseForecast('t', '22.5').describe()).toEqual(exact(22.5).describe());
    expect(parseForecast('t', '22.5, 0.8').describe()).toEqual(normal(22.5, 0.8).describe());
    const levels = { p10: 21.4, p50: 22.5, p90: 23.6 };
    expect(parseForecast('t', 'p10:21.4,p50:22.5,p90:23.6').describe()).toEqual(
      quantiles(levels).describe(),
    );
    for (const text of ['', 'warm', '1,2,3', 'q10:3,q20:4', '22.5,'] as const) {
      expect(() => parseForecast('t', text)).toThrow(HedgerowError);
    }
  });

  it('are members in a CSV, with any other columns', () => {
    const text = '\uFEFFrun,radiation,temperature\r\n1,20,22\r\n2,21,23\r\n';
    expect([...parseEnsemble('m.csv', text).mean]).toEqual([22.5, 20.5]);
    expect(() => parseEnsemble('m.csv', 'temperature\n22\n')).toThrow(/temperature,radiation/);
    expect(() => parseEnsemble('m.csv', 'temperature,radiation\n22,\n')).toThrow(/line 2/);
    expect(() => parseEnsemble('m.csv', 'temperature,radiation\n')).toThrow(/one line a member/);
  });
});
