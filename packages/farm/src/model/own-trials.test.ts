/**
 * Trials without repeats: the stray of a line is told by the table, and what is said of differences is right
 * as often as it is said to be. `npm run own-trials` prints the same of 500 farms.
 *
 * One batch of 60 farms has a standard error of .018 for a cover of seasons, .013 for one of expectations,
 * .028 for "9 in 10" and .045 for the interval of the stray (from ten other batches). The bounds are four
 * of these: a right program fails with another seed in less than one of 1,000 runs.
 */
import { describe, expect, it } from 'vitest';
import { fitMixedModel } from './fit-mixed-model.ts';
import { residualDeviation } from './residual.ts';
import { measureOwnTrials, OWN_TRIALS } from './testing/own-trial-cover.ts';
import { randomTrials } from './testing/random-trials.ts';

describe('trials of a farm, without repeats', () => {
  it('tell how far lines stray, and differences are as sure as is said', () => {
    const cover = measureOwnTrials(OWN_TRIALS, { sets: 60, seed: 2026 });
    expect(cover.meanStray / OWN_TRIALS.stray).toBeCloseTo(1, 1);
    expect(Math.abs(cover.coverExpected - 0.8)).toBeLessThan(0.06);
    expect(Math.abs(cover.coverSeason - 0.8)).toBeLessThan(0.08);
    expect(cover.ninePairs).toBeGreaterThan(100);
    expect(Math.abs(cover.nineRight - 0.9)).toBeLessThan(0.11);
    expect(Math.abs(cover.coverStray - 0.8)).toBeLessThan(0.18);
  });

  it('outweigh what is declared: a fit that begins twenty times too far ends at the same', () => {
    const shape = {
      ...OWN_TRIALS,
      plots: 1,
      hasParents: false,
      hasRegions: false,
      hasWeather: false,
    };
    const rows = randomTrials({ seed: 5, ...shape });
    const options = { crop: 'maize', unit: 't/ha' };
    const first = fitMixedModel(rows, options);
    const { plot, hybridFieldYear, parentFieldYear } = first.variances;
    const declared = {
      plot: 400 * plot,
      hybridFieldYear: 400 * hybridFieldYear,
      parentFieldYear: 400 * parentFieldYear,
    };
    const second = fitMixedModel(rows, { ...options, declared });
    const [near, far] = [residualDeviation(first)!, residualDeviation(second)!];
    expect(far.estimate / near.estimate).toBeCloseTo(1, 4);
    expect(near.low).toBeLessThan(near.estimate);
    expect(near.high).toBeGreaterThan(near.estimate);
    expect(first.held.map(({ variance }) => variance)).not.toContain('plot');
  });

  it('are told apart where plots are repeated, and not at all where there are too few', () => {
    const shape = { ...OWN_TRIALS, hasParents: false, hasRegions: false, hasWeather: false };
    const repeated = randomTrials({ seed: 5, ...shape, plots: 3 });
    const few = randomTrials({ seed: 5, ...shape, plots: 1, fields: 1, years: 2, hybrids: 2 });
    for (const rows of [repeated, few]) {
      expect(residualDeviation(fitMixedModel(rows, { crop: 'maize', unit: 't/ha' }))).toBeNull();
    }
  });
});
