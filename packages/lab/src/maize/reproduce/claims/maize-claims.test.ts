/**
 * Verdicts on made-up rows: each claim can hold and can fail.
 */
import { describe, expect, it } from 'vitest';
import type { MadeUpCell } from '../../../plots/testing/made-up-summary.ts';
import { ALGORITHM_1, CLUCB, HADAMARD, HEDGE, LUCB, OUTER } from '../maize-experiment.ts';
import { MADE_UP_PANEL, type MadeUpMaize, madeUpMaize } from '../testing/made-up-maize.ts';
import { maizeClaims } from './maize-claims.ts';

function claim(id: string, cell?: MadeUpMaize['cell'], panel = MADE_UP_PANEL) {
  const summary = madeUpMaize(cell === undefined ? {} : { cell });
  return maizeClaims(summary, panel).find((one) => one.id === id)!;
}

function withRegret(usual: MadeUpCell, regret: number): MadeUpCell {
  return { ...usual, finals: { ...usual.finals, expectedRegret: regret, oracleRegret: regret } };
}

describe('the order of regrets', () => {
  it('falls with α and puts LUCB first in the reference rows', () => {
    expect(claim('regret-falls-with-shortfall').verdict).toBe('holds');
    expect(claim('gap-shrinks-with-shortfall').verdict).toBe('holds');
    expect(claim('lucb-below-clucb').verdict).toBe('holds');
  });

  it('is denied when it turns round', () => {
    const rising: MadeUpMaize['cell'] = ({ strategy, allowedShortfall }, usual) =>
      strategy === ALGORITHM_1 ? withRegret(usual, 100 * allowedShortfall!) : usual;
    expect(claim('regret-falls-with-shortfall', rising).verdict).toBe('does not hold');
    const slow: MadeUpMaize['cell'] = ({ strategy }, usual) =>
      strategy === LUCB ? withRegret(usual, 500) : usual;
    expect(claim('lucb-below-clucb', slow).verdict).toBe('does not hold');
  });
});

describe('CLUCB and Algorithm 1', () => {
  const between =
    (difference: (environment: string) => number): MadeUpMaize['cell'] =>
    ({ strategy, environment }, usual) => {
      if (strategy === CLUCB) return withRegret(usual, 100);
      return strategy === ALGORITHM_1 ? withRegret(usual, 100 + difference(environment)) : usual;
    };

  it('are told apart by map and α', () => {
    const mixed = claim(
      'clucb-below-algorithm-1',
      between((environment) => (environment === OUTER ? -0.4 : 0.5)),
    );
    expect(mixed.verdict).toBe('does not hold');
    expect(mixed.finding).toContain(
      `clearly so for the ${HADAMARD} at α = 0.2, 0.4, 0.6 and 0.9; clearly the other way round for the ${OUTER} at α = 0.2, 0.4, 0.6 and 0.9`,
    );
    expect(mixed.finding).toContain('larger than 0.5 reward units');
    expect(mixed.evidence).toHaveLength(16);
  });

  it('hold or stay undecided', () => {
    const id = 'clucb-below-algorithm-1';
    expect(
      claim(
        id,
        between(() => 1),
      ).verdict,
    ).toBe('holds');
    expect(
      claim(
        id,
        between(() => 0),
      ).verdict,
    ).toBe('undecided');
  });
});

describe('safety', () => {
  it('is undecided without a failure, and says how little that shows', () => {
    for (const id of ['confidence-set-covers', 'constraint-is-kept']) {
      const { verdict, finding } = claim(id);
      expect(verdict).toBe('undecided');
      expect(finding).toContain('3.6 %');
    }
    expect(claim('hedge-keeps-its-promise').verdict).toBe('holds');
  });

  it('is denied by failures that are too many for the promise', () => {
    const failing: MadeUpMaize['cell'] = (_, usual) => ({
      ...usual,
      coverageFailures: 20,
      violations: { expected: 20, realised: 0 },
    });
    for (const id of ['confidence-set-covers', 'constraint-is-kept', 'hedge-keeps-its-promise']) {
      expect(claim(id, failing).verdict).toBe('does not hold');
      expect(claim(id, failing).finding).toContain('20 %');
    }
  });
});

describe('hedge', () => {
  it('is below Algorithm 1 at every α, or the claim is denied', () => {
    expect(claim('hedge-costs-less').verdict).toBe('holds');
    expect(claim('hedge-needs-the-baseline-less').verdict).toBe('holds');
    const costly: MadeUpMaize['cell'] = ({ strategy, allowedShortfall }, usual) =>
      strategy === HEDGE && allowedShortfall === 0.9 ? withRegret(usual, 200) : usual;
    expect(claim('hedge-costs-less', costly).verdict).toBe('does not hold');
  });
});

describe('the forecast', () => {
  it('hardly matters with the numbers of the default world, but with the others', () => {
    expect(claim('forecast-hardly-matters').verdict).toBe('holds');
    const windy = { ...MADE_UP_PANEL, minMax: MADE_UP_PANEL.standardised };
    expect(claim('forecast-hardly-matters', undefined, windy).verdict).toBe('does not hold');
  });
});
