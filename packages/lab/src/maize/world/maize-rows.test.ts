/**
 * What the algorithms come to in the maize world, next to an independent program.
 *
 * Trials have fixed seeds, so these tests do not flicker. With fresh seeds a comparison of equal things would
 * miss four standard errors once in 16 000 times; the 30 below together would fail in 2 of 1000 tries.
 */
import { describe, expect, it } from 'vitest';
import { meanAndError } from '../../measures/mean-and-error.ts';
import { compareMaizeDifference, compareMaizeRow } from './maize-agreement.ts';
import type { MaizeAlgorithm } from './maize-contestants.ts';
import { type MaizeCell, type MaizeTrial, runMaizeRow } from './run-maize-row.ts';
import { maizeRows, vectorModel } from './testing/maize-vectors.ts';

const model = vectorModel();
const { rows, sound, pairedDifferences } = maizeRows();
const trials = { seed: 11, firstTrial: 0, trialCount: 20, roundCount: 1000 };
const STANDARD_ERRORS = 4;

function run(cell: Omit<MaizeCell, 'model'>, trialCount = 20): MaizeTrial[] {
  return runMaizeRow({ ...cell, model }, { ...trials, trialCount });
}

describe('the algorithms as written, Hadamard features', () => {
  const wanted = rows.filter(
    ({ map, generator }) => map === 'hadamard' && generator === 'classical-calibrated',
  );

  it.each(wanted)('$algorithm at $allowedShortfall agrees with the reference', (reference) => {
    const { map, generator, algorithm, allowedShortfall } = reference;
    const ours = run({ map, generator, algorithm, allowedShortfall: allowedShortfall ?? 0.2 });
    for (const { measure, standardErrors } of compareMaizeRow(ours, reference)) {
      expect(Math.abs(standardErrors), measure).toBeLessThan(STANDARD_ERRORS);
    }
    if (allowedShortfall === null) return;
    expect(ours.filter((trial) => trial.isExpectedPromiseBroken)).toEqual([]);
  });

  it('differ between forecast and weather as the reference says', () => {
    const reference = pairedDifferences.find(
      ({ map, generator, allowedShortfall }) =>
        map === 'hadamard' && generator === 'berkson' && allowedShortfall === 0.4,
    )!;
    const of = (algorithm: MaizeAlgorithm) =>
      run({ map: 'hadamard', generator: 'berkson', algorithm, allowedShortfall: 0.4 });
    const pair = { trials: of('conservativeContextUcb'), others: of('conservativeLinearUcb') };
    for (const measure of ['expectedRegret', 'oracleRegret'] as const) {
      const { standardErrors } = compareMaizeDifference(measure, pair, reference[measure]);
      expect(Math.abs(standardErrors)).toBeLessThan(STANDARD_ERRORS);
    }
  });
});

describe('in the centered reading', () => {
  it.each([
    ['conservativeContextUcb', 'conservativeLinearUcb'],
    ['contextUcb', 'linearUcb'],
  ] as const)('%s is %s, bit for bit', (ofForecast, ofWeather) => {
    for (const map of ['hadamard', 'latent-outer'] as const) {
      const of = (algorithm: MaizeAlgorithm) =>
        run({ map, generator: 'centered', algorithm, allowedShortfall: 0.4 }, 3);
      expect(of(ofForecast)).toEqual(of(ofWeather));
    }
  });
});

describe('hedge', () => {
  // Rounds with the baseline: the most that is asked for at α = 0.2, 0.4, 0.6, 0.9 with outer features.
  const roundsMax: Readonly<Record<number, number>> = { 0.2: 20, 0.4: 7, 0.6: 4, 0.9: 2 };

  // The reference is a sound design too. Ours costs about two thirds of its regret, give or take one
  // part in twelve with 12 trials, so that a failure by chance is four standard errors away.
  it.each(sound.filter(({ map }) => map !== 'kronecker'))(
    'costs less than the sound reference with $map at $allowedShortfall',
    ({ map, allowedShortfall, expectedRegret }) => {
      const ours = run({ map, algorithm: 'hedge', allowedShortfall: allowedShortfall! }, 12);
      expect(meanOf(ours, 'expectedRegret')).toBeLessThan(expectedRegret.mean);
      expect(ours.filter((trial) => trial.isExpectedPromiseBroken)).toEqual([]);
      expect(ours.filter((trial) => trial.isCertificateInvalid)).toEqual([]);
      if (map === 'hadamard') return;
      expect(meanOf(ours, 'refusedRounds')).toBeLessThan(roundsMax[allowedShortfall!]!);
    },
  );
});

function meanOf(
  trials: readonly MaizeTrial[],
  measure: 'expectedRegret' | 'refusedRounds',
): number {
  return meanAndError(trials.map((trial) => trial[measure])).mean;
}
