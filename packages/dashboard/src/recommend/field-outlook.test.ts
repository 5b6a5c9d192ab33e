/**
 * The form, its outlook and the request: numbers of the lab, asked in the words of the policy.
 */
import { createPolicy, independent, normal } from '@hedgerow/core';
import { maizePolicyDefinition, readMaizeModel, recommend, seasonOf, siteOf } from '@hedgerow/lab';
import { describe, expect, it } from 'vitest';
import { percentText } from '../design/percent-text.ts';
import { MAIZE_POLICY, misfitOf, requestFor } from './decision-request.ts';
import { decisionWords, forecastWords } from './decision-words.ts';
import { type FieldForm, faultOfPart, formFor, soilFault } from './field-form.ts';
import { fieldOutlook, forecastSpread } from './field-outlook.ts';

const model = readMaizeModel();

function formWith(changes: Partial<FieldForm>): FieldForm {
  return { ...formFor(model, 'IAH1'), ...changes };
}

function withDeviations(temperature: number, radiation: number): FieldForm {
  const form = formFor(model, 'IAH1');
  return {
    ...form,
    temperature: { ...form.temperature, deviation: temperature },
    radiation: { ...form.radiation, deviation: radiation },
  };
}

describe('the form', () => {
  it.each(model.fields)('is filled in without faults for %s', (field) => {
    const form = formFor(model, field);
    expect(soilFault(form)).toBeNull();
    expect(faultOfPart(model, 'temperature', form.temperature.mean)).toBeNull();
    expect(faultOfPart(model, 'radiation', form.radiation.mean)).toBeNull();
    expect(() => fieldOutlook(model, form)).not.toThrow();
  });

  it('asks for a soil that adds up', () => {
    expect(soilFault({ sand: 40, silt: 40, clay: 30 })).toBe(
      'Sand, silt and clay must add up to 100 %, but they add up to 110 %.',
    );
    expect(soilFault({ sand: 33.3, silt: 33.3, clay: 33.3 })).toBeNull();
  });

  it('refuses numbers that cannot be meant', () => {
    expect(faultOfPart(model, 'temperature', 70)).toBe('Must be from 0 to 45.');
    expect(faultOfPart(model, 'sand', -1)).toBe('Must be from 0 to 100.');
    expect(faultOfPart(model, 'usualYield', 0)).toBe('Must be above 0 and at most 24 t/ha.');
    expect(faultOfPart(model, 'usualYield', Number.NaN)).not.toBeNull();
  });
});

describe('the outlook', () => {
  it('ranks as the lab does', () => {
    const form = withDeviations(1.5, 0.8);
    const weather = independent([
      normal(form.temperature.mean, form.temperature.deviation),
      normal(form.radiation.mean, form.radiation.deviation),
    ]);
    const season = seasonOf(model, { field: form.field, weather });
    const { answer } = recommend(null, { model, season, usual: form.usual });
    expect(fieldOutlook(model, form).ranking).toEqual(answer.ranking);
  });

  it('knows the usual yield to the point only if the weather is known', () => {
    const { usualYield, usual } = fieldOutlook(model, withDeviations(0, 0));
    expect(usualYield.min).toBe(usualYield.max);
    expect(usualYield.min).toBeCloseTo(usual.expected, 3);
  });

  it('widens every range with the doubt about the weather, and nothing else', () => {
    const sure = fieldOutlook(model, withDeviations(0, 0));
    const unsure = fieldOutlook(model, withDeviations(3, 1));
    const width = ({ min, max }: { min: number; max: number }) => max - min;
    expect(width(unsure.usualYield)).toBeGreaterThan(width(sure.usualYield) + 1);
    unsure.ranking.forEach((outlook, place) => {
      const before = sure.ranking[place]!;
      expect(outlook.expected).toBe(before.expected);
      expect(outlook.high - outlook.low).toBeGreaterThan(before.high - before.low);
    });
  });

  it('takes the spread of the forecast from the model itself, by moving the weather', () => {
    const form = withDeviations(2, 0);
    const warmer = formWith({
      temperature: { ...form.temperature, mean: form.temperature.mean + 2 },
    });
    const yieldOf = (season: FieldForm) => fieldOutlook(model, season).usual.fromModel;
    const moved = Math.abs(yieldOf(warmer) - yieldOf(formWith({})));
    expect(forecastSpread(model, form, form.usual)).toBeCloseTo(moved, 9);
  });

  it('declares the range of eight of ten seasons around what is expected', () => {
    const form = withDeviations(2, 1);
    const { usualYield, usual } = fieldOutlook(model, form);
    const reach = 1.2816 * forecastSpread(model, form, form.usual);
    expect(usualYield.max - usual.expected).toBeCloseTo(reach, 2);
    expect(usual.expected - usualYield.min).toBeCloseTo(reach, 2);
  });

  it('takes the farmer’s word for the usual hybrid', () => {
    const { usual, usualYield } = fieldOutlook(model, {
      ...withDeviations(0, 0),
      usualYield: 9,
    });
    expect(usual.expected).toBe(9);
    expect(usualYield).toEqual({ min: 9, max: 9 });
  });

  it('never declares a yield that the policy refuses', () => {
    const wild = { ...withDeviations(6, 5), usualYield: 0.1 };
    const { usualYield } = fieldOutlook(model, wild);
    expect(usualYield.min).toBeGreaterThan(0);
    const high = fieldOutlook(model, { ...withDeviations(6, 5), usualYield: 24 });
    expect(high.usualYield.max).toBeLessThanOrEqual(24);
  });
});

describe('the request', () => {
  const form = withDeviations(1.5, 0.5);
  const definition = maizePolicyDefinition(model, form.usual);

  it('says what the form says', () => {
    const outlook = fieldOutlook(model, form);
    const { sand, silt, clay, temperature, radiation } = form;
    expect(requestFor(outlook)).toEqual({
      context: {
        sand,
        silt,
        clay,
        temperature: { kind: 'normal', mean: temperature.mean, sd: 1.5 },
        radiation: { kind: 'normal', mean: radiation.mean, sd: 0.5 },
        dayLength: siteOf(model, 'IAH1').photoperiodH,
        field: 'IAH1',
      },
      baseline: { action: form.usual, reward: outlook.usualYield },
      proposal: outlook.best.hybrid,
    });
  });

  it('is one that the maize policy answers', () => {
    const outlook = fieldOutlook(model, form);
    const request = requestFor(outlook);
    const policy = createPolicy({ ...definition, reserve: 20 });
    const receipt = policy.decide(request.context, {
      baseline: request.baseline as { action: string; reward: { min: number; max: number } },
      proposal: request.proposal!,
    });
    expect(receipt.action).toBe(outlook.best.hybrid);
    expect(receipt.baseline).toEqual({ action: form.usual, reward: outlook.usualYield });
  });

  it('fits the policy that a service starts with, and no other', () => {
    expect(MAIZE_POLICY).toBe('maize');
    expect(misfitOf(model, definition)).toBeNull();
    expect(misfitOf(model, { ...definition, actions: ['a', 'b'] })).toContain('hybrids');
    const { field, ...others } = definition.context;
    expect(misfitOf(model, { ...definition, context: others })).toContain('asks for clay');
    expect(
      misfitOf(model, { ...definition, context: { ...others, field: { categories: ['X'] } } }),
    ).toContain('fields');
    expect(field).toBeDefined();
    expect(misfitOf(model, { ...definition, baseline: { action: form.usual } })).toContain('usual');
  });
});

describe('the words', () => {
  const outlook = fieldOutlook(model, withDeviations(3, 1));
  const { hybrid } = outlook.best;
  const margin = { before: 5, ifProposed: -4.25, worstIncrement: -1, after: 6, unit: 't/ha' };
  const coin = null;

  it('say what to plant and why', () => {
    const safe = { action: hybrid, reason: 'proposal-is-safe' as const, margin, coin };
    expect(decisionWords(outlook, safe).headline).toBe(`Plant ${hybrid} in IAH1.`);
    const refused = { action: outlook.form.usual, reason: 'not-certified' as const, margin, coin };
    const words = decisionWords(outlook, refused);
    expect(words.headline).toBe(`Stay with ${outlook.form.usual} in IAH1.`);
    expect(words.reason).toContain('4.3\u00a0t/ha below what is promised');
  });

  it.each(['proposal-is-baseline', 'held-out', 'shadow', 'halted', 'safe-mode'] as const)(
    'have a reason of their own for %s',
    (reason) => {
      const { usual } = outlook.form;
      const others = ['proposal-is-baseline', 'held-out', 'shadow', 'halted', 'safe-mode'] as const;
      const reasons = others.map(
        (other) => decisionWords(outlook, { action: usual, reason: other, margin, coin }).reason,
      );
      const own = decisionWords(outlook, { action: usual, reason, margin, coin }).reason;
      expect(reasons.filter((text) => text === own)).toHaveLength(1);
    },
  );

  it('tell the probability where a coin will decide, and not how it will fall', () => {
    const open = { number: null, playProbability: 0.93 };
    const reason = 'coin-decides' as const;
    const words = decisionWords(outlook, { action: hybrid, reason, margin, coin: open });
    const { usual } = outlook.form;
    expect(words.headline).toBe(`A coin will decide between ${hybrid} and ${usual} in IAH1.`);
    expect(words.reason).toContain(`with probability ${percentText(0.93)}, otherwise ${usual}`);
  });

  it('tell what the doubt about the weather does', () => {
    const [range, promise] = forecastWords(outlook);
    expect(range).toContain('With ± 3 °C and ± 1 MJ/m²');
    expect(range).toContain(`between ${outlook.best.low.toFixed(1)} and`);
    expect(promise).toContain('It must be kept at both ends');
    const [, exact] = forecastWords(fieldOutlook(model, withDeviations(0, 0)));
    expect(exact).toContain('are expected');
  });
});
