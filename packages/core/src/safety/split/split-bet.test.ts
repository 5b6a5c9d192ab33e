/**
 * Bets on divided decisions are fair: over all draws of the strips, no bettor gains anything that the
 * field does not truly add. Exact means over draws; whoever loses, changes or cancels sees the draw.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fractionOf } from '../../base/fraction.ts';
import { relativePromise } from '../promise-terms.ts';
import {
  certainAt,
  certainLine,
  certainLines,
  freeShare,
  limitsOfMeans,
  lossMax,
} from './certain-part.ts';
import { type PartOutcome, SplitBets, type SplitRound } from './split-bet.ts';
import { splitBettors, splitComponents } from './split-bettors.ts';
import { requireSplitDeclarations, type SplitDeclarations } from './split-declarations.ts';
import {
  anyField,
  type Draw,
  type DrawnField,
  drawsOf,
  mean,
  RANGE,
} from './testing/drawn-field.ts';

const SHORTFALL = 0.3;
const TERMS = relativePromise({ allowedShortfall: SHORTFALL });
const SIZE = 7;
const COMPONENTS = splitComponents(
  splitBettors({ range: RANGE }, { typicalSize: SIZE, hasWideSizes: true }),
);

/** The most that a bettor's wealth is multiplied by, on average over draws, beyond what is true. */
function worstFactor(field: DrawnField, roundsOf: (draw: Draw) => readonly SplitRound[]): number {
  const bets = new SplitBets(TERMS, DECLARED);
  const draws = drawsOf(field);
  const factors = COMPONENTS.map((component) => {
    const byDraw = draws.map((draw) => {
      const all = roundsOf(draw).map((round) => {
        const bet = bets.bet(round);
        const truth = trueSlack(field, round);
        return Math.exp(component.logGrowth(bet.amounts) - component.rate * (truth - bet.base));
      });
      return Math.max(...all);
    });
    return mean(byDraw);
  });
  return Math.max(...factors);
}

const DECLARED: SplitDeclarations = { range: RANGE };

/** What the decision truly adds, as it was executed. */
function trueSlack({ tried, kept }: DrawnField, { plan, executed }: SplitRound): number {
  const [share] = executed?.shares ?? plan.shares;
  return SIZE * (share! * mean(tried) + (SHORTFALL - share!) * mean(kept));
}

function planOf({ tried, tryCount }: DrawnField, prediction: number) {
  const shares = [tryCount / tried.length];
  const tryPredictions = [RANGE.min + prediction * 14];
  return { size: SIZE, shares, tryPredictions, checkPrediction: 9 };
}

function outcomeOf({ tried, kept }: DrawnField, { tries, checks }: Draw) {
  return { tries: [mean(tries.map((i) => tried[i]!))], check: mean(checks.map((i) => kept[i]!)) };
}

const prediction = fc.double({ min: -0.2, max: 1.2, noNaN: true });

describe('a bet on a divided decision', () => {
  it('is fair over the draws, however strips differ and whatever is predicted', () => {
    let closest = 0;
    fc.assert(
      fc.property(anyField({ range: RANGE }), prediction, (field, predicted) => {
        const plan = planOf(field, predicted);
        const factor = worstFactor(field, (draw) => [
          { plan, executed: null, outcome: outcomeOf(field, draw) },
        ]);
        expect(factor).toBeLessThanOrEqual(1 + 1e-9);
        closest = Math.max(closest, factor);
      }),
      { numRuns: 400 },
    );
    // Not by being far from it.
    expect(closest).toBeGreaterThan(0.999999);
  });

  it('is fair if parts are lost, late or measured in part by somebody who has seen them', () => {
    const reports = (reward: number): readonly PartOutcome[] => [
      reward,
      null,
      { reward, measuredShare: 0.4 },
    ];
    fc.assert(
      fc.property(anyField({ range: RANGE }), prediction, (field, predicted) => {
        const plan = planOf(field, predicted);
        const factor = worstFactor(field, (draw) => {
          const { tries, check } = outcomeOf(field, draw);
          return reports(tries[0]!).flatMap((one) =>
            reports(check).map((other) => ({
              plan,
              executed: null,
              outcome: { tries: [one], check: other },
            })),
          );
        });
        expect(factor).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { numRuns: 200 },
    );
  });

  it('is fair with other shares than planned, for reasons that know nothing of the strips', () => {
    fc.assert(
      fc.property(anyField({ range: RANGE }), prediction, fc.nat(), (field, predicted, more) => {
        const planned = { ...field, tryCount: 1 + (more % (field.tried.length - 1)) };
        const plan = planOf(planned, predicted);
        const { shares } = planOf(field, predicted);
        const factor = worstFactor(field, (draw) => [
          { plan, executed: { shares, isInnocent: true }, outcome: outcomeOf(field, draw) },
        ]);
        expect(factor).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { numRuns: 200 },
    );
  });

  it('is fair with strips that were changed by somebody who knows them, and charged', () => {
    fc.assert(
      fc.property(anyField({ range: RANGE }), prediction, (field, predicted) => {
        const plan = planOf(field, predicted);
        const factor = worstFactor(field, (draw) => changedRounds(field, draw, plan));
        expect(factor).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { numRuns: 60 },
    );
  });
});

/** As drawn, or with a strip of a part given to the other, or exchanged: whoever does it sees everything. */
function changedRounds(field: DrawnField, draw: Draw, plan: SplitRound['plan']): SplitRound[] {
  const without = (strips: readonly number[], strip: number) => strips.filter((i) => i !== strip);
  const rounds: SplitRound[] = [{ plan, executed: null, outcome: outcomeOf(field, draw) }];
  const add = (now: Draw) => {
    const executed = { shares: [now.tries.length / field.tried.length], isInnocent: false };
    for (const one of reportsOf(field.tried, draw.tries, now.tries)) {
      for (const other of reportsOf(field.kept, draw.checks, now.checks)) {
        rounds.push({ plan, executed, outcome: { tries: [one], check: other } });
      }
    }
  };
  for (const strip of draw.tries) {
    add({ tries: without(draw.tries, strip), checks: [...draw.checks, strip] });
  }
  for (const strip of draw.checks) {
    const rest = without(draw.checks, strip);
    add({ tries: [...draw.tries, strip], checks: rest });
    for (const other of draw.tries) {
      add({ tries: [...without(draw.tries, other), strip], checks: [...rest, other] });
    }
  }
  return rounds;
}

/** Nothing, all strips of a part, those that were drawn alone, or one of them. */
function reportsOf(
  rewards: readonly number[],
  drawn: readonly number[],
  now: readonly number[],
): PartOutcome[] {
  const all = (strips: readonly number[]) => mean(strips.map((i) => rewards[i]!));
  const left = now.filter((strip) => drawn.includes(strip));
  const one = (strip: number) => ({ reward: rewards[strip]!, measuredShare: 1 / now.length });
  return [
    null,
    ...(now.length === 0 ? [] : [all(now)]),
    ...(left.length === 0 ? [] : [all(left)]),
    ...now.map(one),
  ];
}

/** Both parts driven by one number, in opposite directions: two halves of one field. */
function factorOfHalves(noise: SplitDeclarations['plotNoise'], share: number): number {
  const scale = 0.6;
  const declared = {
    range: RANGE,
    mayLeaveRange: true,
    ...(noise === undefined ? {} : { plotNoise: noise }),
  };
  const bets = new SplitBets(TERMS, declared);
  const plan = { size: SIZE, shares: [share], tryPredictions: [9], checkPrediction: 9 };
  const truth = SIZE * (share * 9 + (SHORTFALL - share) * 9);
  const factors = splitComponents(splitBettors(declared, { typicalSize: SIZE })).map(
    (component) => {
      const both = [scale, -scale].map((error) => {
        const outcome = { tries: [9 + error], check: 9 - error };
        const { amounts, base } = bets.bet({ plan, executed: null, outcome });
        return Math.exp(component.logGrowth(amounts) - component.rate * (truth - base));
      });
      return mean(both);
    },
  );
  return Math.max(...factors);
}

describe('declared plot noise', () => {
  it.each([0.1, 0.3, 0.5, 0.9])(
    'is fair for halves that err in opposite directions, f = %d',
    (f) => {
      expect(factorOfHalves({ scale: 0.6 }, f)).toBeLessThanOrEqual(1 + 1e-9);
    },
  );

  it('would not be, if they were taken for independent', () => {
    expect(factorOfHalves({ scale: 0.6, isIndependent: true }, 0.5)).toBeGreaterThan(1.01);
  });

  it('of the check may be larger, and then counts', () => {
    const bets = new SplitBets(TERMS, { range: RANGE, plotNoise: { scale: 1, checkScale: 3 } });
    const plan = { size: 2, shares: [0.5], tryPredictions: [9], checkPrediction: 9 };
    const { amounts } = bets.bet({ plan, executed: null, outcome: null });
    expect(Math.sqrt(amounts.variance)).toBeCloseTo(2 * (0.5 * 1 + 0.2 * 3), 12);
  });

  it('leaves no gain while a part is missing that may lie outside the range', () => {
    const noise = { scale: 0.6 };
    const bets = new SplitBets(TERMS, { range: RANGE, mayLeaveRange: true, plotNoise: noise });
    const plan = { size: 2, shares: [0.5], tryPredictions: [9], checkPrediction: 9 };
    const gainOf = (tries: PartOutcome, check: PartOutcome) =>
      bets.bet({ plan, executed: null, outcome: { tries: [tries], check } }).amounts.gain;
    expect(gainOf(12, 9)).toBeGreaterThan(0);
    expect(gainOf(12, null)).toBe(0);
    expect(gainOf(null, 9)).toBe(0);
    expect(gainOf({ reward: 12, measuredShare: 0.99 }, 9)).toBe(0);
  });
});

describe('outcomes beside each other', () => {
  it('are fair with the higher floor that `beside` allows', () => {
    const declared = { range: RANGE, beside: 3 };
    const bets = new SplitBets(TERMS, declared);
    fc.assert(
      fc.property(anyField(declared), prediction, (field, predicted) => {
        const plan = planOf(field, predicted);
        const truth = trueSlack(field, { plan, executed: null, outcome: null });
        for (const component of COMPONENTS) {
          const factors = drawsOf(field).map((draw) => {
            const outcome = outcomeOf(field, draw);
            const { amounts, base } = bets.bet({ plan, executed: null, outcome });
            return Math.exp(component.logGrowth(amounts) - component.rate * (truth - base));
          });
          expect(mean(factors)).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('an alarm', () => {
  const plan = { size: 2, shares: [0.5], tryPredictions: [9], checkPrediction: 9 };
  const alarmsOf = (declared: SplitDeclarations, tries: number, check: number) =>
    new SplitBets(TERMS, declared)
      .alarms({ plan, executed: null, outcome: { tries: [tries], check } })
      .map(({ kind }) => kind);

  it('is raised on the harmful side of the range, and not on the other', () => {
    expect(alarmsOf({ range: RANGE }, 1.9, 9)).toEqual(['below-range']);
    expect(alarmsOf({ range: RANGE }, 9, 16.1)).toEqual(['above-range']);
    expect(alarmsOf({ range: RANGE }, 20, 1)).toEqual([]);
    const few = { ...plan, shares: [0.1] };
    const outcome = { tries: [9], check: 1.9 };
    const below = new SplitBets(TERMS, { range: RANGE }).alarms({
      plan: few,
      executed: null,
      outcome,
    });
    expect(below).toEqual([{ kind: 'below-range', reward: 1.9 }]);
  });

  it('is raised by a try too far below its check, and by more noise than is declared', () => {
    expect(alarmsOf({ range: RANGE, beside: 3 }, 5.9, 9)).toEqual(['too-far-below-check']);
    expect(alarmsOf({ range: RANGE, beside: 3 }, 6.1, 9)).toEqual([]);
    const noisy = {
      range: RANGE,
      baseline: { min: 8, max: 10 },
      drop: 1,
      plotNoise: { scale: 0.1 },
    };
    expect(alarmsOf(noisy, 5, 9)).toEqual(['beyond-noise']);
    expect(alarmsOf(noisy, 8, 9)).toEqual([]);
  });
});

const anyDeclared = fc.record(
  {
    range: fc.constant(RANGE),
    baseline: fc
      .tuple(
        fc.double({ min: 2, max: 16, noNaN: true }),
        fc.double({ min: 2, max: 16, noNaN: true }),
      )
      .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) })),
    drop: fc.double({ min: 0, max: 8, noNaN: true }),
    ratio: fc.double({ min: 0, max: 1, noNaN: true }),
    beside: fc.double({ min: 0, max: 8, noNaN: true }),
  },
  { requiredKeys: ['range'] },
);

/** The least that the declarations allow, on a fine grid of the baseline's mean. */
function leastOnGrid(declared: SplitDeclarations, share: number): number {
  const { range, baseline = range, drop = 99, beside = 99, ratio = -99 } = declared;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= 2000; k++) {
    const reward = baseline.min + (k / 2000) * (baseline.max - baseline.min);
    const tried = Math.max(range.min, reward - drop, reward - beside, ratio * reward);
    least = Math.min(least, share * tried + (SHORTFALL - share) * reward);
  }
  return least;
}

describe('the certain part', () => {
  it('is the least that the declarations allow, at one of the corners', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(anyDeclared, share, (declared, f) => {
        requireSplitDeclarations(declared);
        const certain = certainAt(certainLines(TERMS, limitsOfMeans(declared)), f);
        const onGrid = leastOnGrid(declared, f);
        expect(certain).toBeLessThanOrEqual(onGrid + 1e-12);
        expect(certain).toBeGreaterThan(onGrid - 0.02);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves a free share: as large as each declaration allows by itself', () => {
    fc.assert(
      fc.property(anyDeclared, (declared) => {
        const lines = certainLines(TERMS, limitsOfMeans(declared));
        const free = freeShare(lines);
        expect(certainAt(lines, free)).toBeGreaterThanOrEqual(0);
        if (free < 1) expect(certainAt(lines, free + 1e-9)).toBeLessThan(0);
        const { range, baseline = range, drop, ratio } = declared;
        const byRange = (SHORTFALL * baseline.max) / (baseline.max - range.min);
        const byDrop =
          drop === undefined ? 0 : (SHORTFALL * Math.max(baseline.min, range.min + drop)) / drop;
        const byRatio = ratio === undefined ? 0 : SHORTFALL / (1 - ratio);
        const least = Math.min(1, Math.max(byRange, byDrop, byRatio));
        expect(free).toBeGreaterThanOrEqual(least - 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  it('finds an end where so little may be lost that the share is nearly 0', () => {
    const lines = certainLines({ ...TERMS, allowedShortfall: 0 }, limitsOfMeans({ range: RANGE }));
    for (const allowance of [5e-324, 3e-323, 1e-320, 7e-310, 1e-308]) {
      const free = freeShare(lines, allowance);
      expect(free).toBeGreaterThanOrEqual(0);
      expect(certainAt(lines, free, allowance)).toBeGreaterThanOrEqual(0);
    }
    const below = [certainLine(fractionOf(-1), fractionOf(0))];
    expect(freeShare(below, 0.3)).toBe(0);
  });

  it('knows the most that a try can lose', () => {
    const limits = limitsOfMeans({ range: RANGE, baseline: { min: 6, max: 12 }, drop: 4 });
    expect(lossMax(limits)).toBe(4);
    expect(lossMax(limitsOfMeans({ range: RANGE, baseline: { min: 6, max: 12 } }))).toBe(10);
    expect(lossMax(limitsOfMeans({ range: RANGE, ratio: 0.75 }))).toBe(4);
  });
});

describe('strips that were changed by somebody who knew them', () => {
  const range = { min: 2, max: 16 };
  const bets = new SplitBets(relativePromise({ allowedShortfall: 0.1 }), { range });
  const plan = { size: 10, shares: [0.2], tryPredictions: [9], checkPrediction: 9 };
  /** What of the gain 10 · (.2 · y_x − .1 · y_b − (.2 · 2 − .1 · 16)) is seen, if `share` was tried. */
  const gainWith = (share: number | null, one: PartOutcome, check: PartOutcome = 8) => {
    const executed = share === null ? null : { shares: [share], isInnocent: false };
    return bets.bet({ plan, executed, outcome: { tries: [one], check } }).amounts.gain;
  };
  const measured = (reward: number, measuredShare: number) => ({ reward, measuredShare });

  it('count as lost where they were taken: of a check of .8 half is left when .2 became .6', () => {
    // The try is 16; the check is 8, or half 8 and half 16.
    expect(gainWith(null, 16)).toBeCloseTo(36, 9);
    expect(gainWith(0.6, 16)).toBeCloseTo(32, 9);
  });

  it('are lost twice where a part of what was sown was measured: half of a half', () => {
    // 9 on a quarter of the drawn strips, 2 on the rest; the mean of the check has .1 strips too many.
    const check = 0.8;
    const charged = 0.1 * (16 - (0.9 * 16 - 0.9 * 8 - 0.1 * 14) / check);
    const tried = 0.2 * (2 + (9 - 2) / 4);
    expect(gainWith(0.1, measured(9, 0.5))).toBeCloseTo(10 * (tried - charged + 1.2), 9);
  });

  it('may be the best there can be where they were added', () => {
    // 9 on .3, of which .1 may be 16: the drawn .2 are 5.5 at least. An eighth of the check was taken.
    const charged = 0.1 * (16 - (7 / 8) * 8);
    expect(gainWith(0.3, 9)).toBeCloseTo(10 * (0.2 * 5.5 - charged + 1.2), 9);
    expect(gainWith(0.3, measured(9, 0.5))).toBeCloseTo(10 * (0.2 * 2 - charged + 1.2), 9);
  });

  it('tell nothing of a try where they were exchanged, and less of the check', () => {
    expect(gainWith(0.2, 16, null)).toBeCloseTo(gainWith(null, null, null), 9);
    // Of the .8 at 8, .2 may be others at 2, so .2 of the drawn may be 16.
    expect(gainWith(0.2, null)).toBeCloseTo(10 * (0.2 * 2 - 0.1 * 11.5 + 1.2), 9);
  });
});
