/**
 * Thornbush tested by itself: books with a fault put in on purpose must be noticed.
 *
 * Each fault breaks the promise, or the certificate, more often than δ = 5 % at 99.9 % confidence.
 */
import { describe, expect, it } from 'vitest';
import { lowerLimit } from '../measures/clopper-pearson.ts';
import { withDoubleCredit, withoutPending, withoutWorstCase } from './testing/mutant-books.ts';
import { runTrap, type TrapCell, trapBook } from './testing/trap-runs.ts';

const CELL: TrapCell = {
  trap: 'lure',
  proposer: 'worst',
  delivery: 'at-once',
  baseline: 'known',
  allowedShortfall: 0.1,
  failureProbability: 0.05,
  roundCount: 400,
  runCount: 60,
  seed: 12,
};

interface Mutant {
  readonly fault: string;
  readonly cell: TrapCell;
}

const MUTANTS: readonly Mutant[] = [
  {
    fault: 'the price of a small failure probability is forgotten',
    cell: {
      ...CELL,
      proposer: 'bait',
      createBook: () => trapBook({ ...CELL, failureProbability: 0.99 }),
    },
  },
  {
    fault: 'the share that may be lost is taken for the share to keep',
    cell: { ...CELL, createBook: () => trapBook({ ...CELL, allowedShortfall: 0.9 }) },
  },
  {
    fault: 'a proposal counts only when its reward arrives',
    cell: { ...CELL, delivery: 'failures-lost', createBook: () => withoutPending(trapBook(CELL)) },
  },
  {
    fault: 'the baseline is credited twice',
    cell: { ...CELL, createBook: () => withDoubleCredit(trapBook(CELL)) },
  },
  {
    fault: 'the worst case of the round in hand is left out',
    cell: { ...CELL, trap: 'onehot', createBook: () => withoutWorstCase(trapBook(CELL)) },
  },
];

describe('the suite notices', () => {
  it.each(MUTANTS)('when $fault', ({ cell }) => {
    const { runCount, brokenCount, invalidCertificateCount } = runTrap(cell);
    const count = Math.max(brokenCount, invalidCertificateCount);
    expect(lowerLimit({ count, runCount, confidence: 0.999 })).toBeGreaterThan(
      CELL.failureProbability,
    );
  });
});
