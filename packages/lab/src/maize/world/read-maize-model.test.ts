import { describe, expect, it } from 'vitest';
import { MaizeFeatures } from './maize-features.ts';
import { parseMaizeModel } from './maize-model-schema.ts';
import { readMaizeModel } from './read-maize-model.ts';
import { vectorModel } from './testing/maize-vectors.ts';

describe('a model file', () => {
  const model = vectorModel();
  const changed = (change: object) => JSON.stringify({ ...model, ...change });

  it('is read with everything that it holds', () => {
    expect(model.hybrids).toHaveLength(24);
    expect(model.fields).toHaveLength(22);
    expect(model.checks.contexts).toHaveLength(5);
  });

  it.each([
    ['{', /must hold a maize model/],
    [changed({ format: 'hedgerow-maize-world/2' }), /format/],
    [changed({ W: model.W.slice(1) }), /one row for each name in contextOrder/],
    [changed({ V: model.V.slice(1) }), /one row for each hybrid/],
    [changed({ V: model.V.map((row, x) => (x === 3 ? row.slice(1) : row)) }), /rows of W and V/],
    [changed({ sites: model.sites.slice(1) }), /order of fields/],
    [changed({ fields: model.fields.slice(1) }), /six numbers/],
  ])('is refused if it does not fit, case %#', (text, message) => {
    expect(() => parseMaizeModel('model.json', text)).toThrow(message);
  });

  it('comes with the lab, and is the one that the independent program fitted', () => {
    const shipped = readMaizeModel();
    expect(shipped.hybrids).toEqual(model.hybrids);
    expect(shipped.fields).toEqual(model.fields);
    const features = new MaizeFeatures(shipped, 'hadamard');
    shipped.sites.forEach((site, index) => {
      features.moveTo(index, site.temperatureC, site.radiation);
      model.checks.rewardsAtCentre[index]!.forEach((reward, x) => {
        expect(features.reward(x)).toBeCloseTo(reward, 5);
      });
    });
  });

  it('is refused if it is missing', () => {
    expect(() => readMaizeModel('no-such-model.json')).toThrow(/no-such-model.json must be a file/);
  });
});
