/**
 * Agreement with the reference rows: the numbers kept here, the arithmetic, and the verdict.
 */
import { describe, expect, it } from 'vitest';
import { checkAgreement } from '../../reproduce/agreement.ts';
import { agreementText } from '../../reproduce/agreement-section.ts';
import { MAIZE_REFERENCE } from '../../reproduce/reference.ts';
import { maizeRows } from '../world/testing/maize-vectors.ts';
import {
  ALGORITHM_1,
  GENERATOR,
  HADAMARD,
  MAIZE_FULL_SIZE,
  maizeExperiment,
  OUTER,
} from './maize-experiment.ts';
import { madeUpMaize } from './testing/made-up-maize.ts';

const checkMaize = (summary: ReturnType<typeof madeUpMaize>) =>
  checkAgreement(summary, MAIZE_REFERENCE);
const { strategies } = maizeExperiment(MAIZE_FULL_SIZE);
const MAPS = { [OUTER]: 'latent-outer', [HADAMARD]: 'hadamard' } as const;

describe('the reference rows', () => {
  it('are those of the vector file', () => {
    const { rows, pairedDifferences } = maizeRows();
    const isOurs = ({ map, generator }: { map: string; generator: string }) =>
      generator === GENERATOR && map !== 'kronecker';
    const kept = MAIZE_REFERENCE.rows.map(({ environment, strategy, allowedShortfall, means }) => ({
      algorithm: strategies.find(({ id }) => id === strategy)!.kind,
      map: MAPS[environment as keyof typeof MAPS],
      generator: GENERATOR,
      allowedShortfall,
      ...means,
    }));
    expect(kept).toHaveLength(rows.filter(isOurs).length);
    expect(rows.filter(isOurs)).toEqual(expect.arrayContaining(kept));
    const differences = MAIZE_REFERENCE.differences.map(
      ({ environment, allowedShortfall, means }) => ({
        map: MAPS[environment as keyof typeof MAPS],
        generator: GENERATOR,
        allowedShortfall,
        ...means,
      }),
    );
    expect(differences).toHaveLength(pairedDifferences.filter(isOurs).length);
    expect(pairedDifferences.filter(isOurs)).toEqual(expect.arrayContaining(differences));
  });
});

describe('agreement', () => {
  it('is reached by numbers close to the reference', () => {
    const agreement = checkMaize(madeUpMaize())!;
    expect(agreement.lines).toHaveLength(96);
    expect(agreement.isReached).toBe(true);
    expect(agreement.limit).toBe(3);
  });

  it('is missed by a strategy that does far better, and says which', () => {
    const agreement = checkMaize(
      madeUpMaize({
        cell: (cell, usual) =>
          cell.strategy === ALGORITHM_1 && cell.environment === OUTER
            ? { ...usual, finals: { ...usual.finals, expectedRegret: 100 } }
            : usual,
      }),
    )!;
    expect(agreement.isReached).toBe(false);
    expect(agreementText(agreement)).toContain(
      'expected regret of algorithm-1 in outer-map, α = 0.2',
    );
  });

  it('counts in standard errors of the difference', () => {
    const { lines } = checkMaize(madeUpMaize())!;
    for (const { measured, reference, standardErrors } of lines) {
      const error = Math.sqrt(measured.standardError ** 2 + reference.standardError ** 2);
      const wanted = error === 0 ? 0 : (measured.mean - reference.mean) / error;
      expect(standardErrors).toBeCloseTo(wanted, 12);
    }
  });

  it('allows more with few trials, and checks nothing for another horizon', () => {
    const few = madeUpMaize({ size: { rounds: 1000, trials: 10, seed: 1 } });
    const short = madeUpMaize({ size: { rounds: 100, trials: 10, seed: 1 } });
    expect(checkMaize(few)!.limit).toBeCloseTo(4.09, 2);
    expect(checkMaize(short)).toBeNull();
  });
});
