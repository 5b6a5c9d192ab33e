/**
 * Books of divided decisions: no news is bad news, and the rules that keep them honest.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { upperLimit } from '../bets/testing/clopper-pearson.ts';
import { relativePromise } from '../promise-terms.ts';
import { SplitBook, type SplitBookOptions, type SplitEntry } from './split-book.ts';
import {
  anyDecision,
  anyOutcome,
  anyRecipe,
  type DecisionPlan,
  issueDecision,
  type SplitRecipe,
  splitBookOf,
  tellSplit,
} from './testing/any-split.ts';

const someDecisions = fc.array(anyDecision, { minLength: 1, maxLength: 25 });

/** What rounding may cost, by the largest decision. */
function toleranceOf(decisions: readonly DecisionPlan[]): number {
  return 1e-9 * Math.max(1, ...decisions.map(({ plan }) => plan.size));
}

/** A book in which each decision was issued and heard of at once, or not at all. */
function played(
  recipe: SplitRecipe,
  decisions: readonly DecisionPlan[],
): [SplitBook, SplitEntry[]] {
  const book = splitBookOf(recipe);
  const entries = decisions.map((decision, i) => {
    const entry = issueDecision(book, recipe, decision);
    if (i % 3 !== 0) tellSplit(book, entry, decision.news);
    return entry;
  });
  return [book, entries];
}

function isOpen({ execution, outcome }: SplitEntry): boolean {
  return execution === 'issued' || (execution === 'executed' && outcome === null);
}

describe('no news is bad news', () => {
  it('I15: resolving an open decision as issued never lowers what is proved', () => {
    fc.assert(
      fc.property(anyRecipe, someDecisions, (recipe, decisions) => {
        const [book, entries] = played(recipe, decisions);
        const tolerance = toleranceOf(decisions);
        entries.forEach((entry, i) => {
          if (!isOpen(entry)) return;
          const before = book.slack();
          tellSplit(book, entry, decisions[i]!.news);
          expect(book.slack()).toBeGreaterThanOrEqual(before - tolerance);
        });
        const before = book.slack();
        book.closeGroup();
        expect(book.slack()).toBeGreaterThanOrEqual(before - tolerance);
      }),
      { numRuns: 400 },
    );
  });

  it('I15: a part that comes later never lowers what is proved', () => {
    fc.assert(
      fc.property(anyRecipe, someDecisions, anyOutcome, (recipe, decisions, { tries, check }) => {
        const [book, entries] = played({ ...recipe, budgetMax: null }, decisions);
        const entry = entries.find(isOpen);
        if (entry === undefined) return;
        const parts = tries.slice(0, entry.plan.shares.length);
        book.settle(entry, { tries: parts, check: null });
        const before = book.slack();
        book.settle(entry, { tries: parts, check });
        expect(book.slack()).toBeGreaterThanOrEqual(before - toleranceOf(decisions));
      }),
      { numRuns: 200 },
    );
  });

  it('I15: asking changes nothing', () => {
    fc.assert(
      fc.property(anyRecipe, someDecisions, (recipe, decisions) => {
        const [book] = played(recipe, decisions);
        const before = JSON.stringify(book.exportState());
        book.slack();
        book.quote(decisions[0]!.plan);
        expect(typeof book.isOverdrawn).toBe('boolean');
        expect(JSON.stringify(book.exportState())).toBe(before);
      }),
      { numRuns: 60 },
    );
  });

  it('I16: what is proved now is at most what is proved after any complete resolution', () => {
    const endings = fc.array(anyDecision, { minLength: 25, maxLength: 25 });
    fc.assert(
      fc.property(anyRecipe, someDecisions, endings, (recipe, decisions, ends) => {
        const [book, entries] = played(recipe, decisions);
        const now = book.slack();
        entries.forEach((entry, i) => {
          if (!isOpen(entry)) return;
          tellSplit(book, entry, ends[i]!.news);
          if (entry.execution === 'issued') book.confirm(entry);
        });
        book.closeGroup();
        expect(book.slack()).toBeGreaterThanOrEqual(now - toleranceOf(decisions));
      }),
      { numRuns: 400 },
    );
  });
});

describe('the books of divided decisions', () => {
  it('are a function of what is known, never of the order in which it became known', () => {
    fc.assert(
      fc.property(anyRecipe, someDecisions, fc.infiniteStream(fc.nat()), (recipe, plans, keys) => {
        const shuffled = plans
          .map((_, i) => [keys.next().value, i] as const)
          .sort((a, b) => a[0] - b[0]);
        const slackAfter = (sequence: readonly number[]) => {
          const book = splitBookOf({ ...recipe, budgetMax: null });
          const entries = plans.map((decision) => issueDecision(book, recipe, decision));
          for (const i of sequence) tellSplit(book, entries[i]!, plans[i]!.news);
          book.closeGroup();
          return book.slack();
        };
        const difference =
          slackAfter(shuffled.map(([, i]) => i)) - slackAfter(plans.map((_, i) => i));
        expect(Math.abs(difference)).toBeLessThan(toleranceOf(plans));
      }),
      { numRuns: 200 },
    );
  });

  it('keep no trace of outcomes and shares that were corrected', () => {
    const wrong = fc.tuple(anyOutcome, fc.boolean(), fc.boolean());
    const corrected = fc.array(fc.tuple(anyDecision, anyOutcome, wrong), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(anyRecipe, corrected, (recipe, decisions) => {
        const slackAfter = (isStraight: boolean) => {
          const book = splitBookOf({ ...recipe, budgetMax: null });
          const entries = decisions.map(([decision]) => issueDecision(book, recipe, decision));
          decisions.forEach(([, outcome, [wrongOutcome, isChanged, isInnocent]], i) => {
            const entry = entries[i]!;
            const { shares } = entry.plan;
            if (!isStraight) {
              const other = { shares: shares.map((share) => share / 2), isInnocent };
              const mayChange = isChanged && entry.plan.coin === undefined;
              book.confirm(entry, mayChange ? other : null);
              tellSplit(book, entry, { kind: 'outcome', outcome: wrongOutcome });
              book.slack();
              book.confirm(entry);
            }
            tellSplit(book, entry, { kind: 'outcome', outcome });
          });
          book.closeGroup();
          return book.slack();
        };
        const tolerance = toleranceOf(decisions.map(([decision]) => decision));
        expect(Math.abs(slackAfter(false) - slackAfter(true))).toBeLessThan(tolerance);
      }),
      { numRuns: 200 },
    );
  });

  it('go on from their state bit for bit, with decisions still open', () => {
    fc.assert(
      fc.property(anyRecipe, someDecisions, (recipe, decisions) => {
        const [book, entries] = played(recipe, decisions);
        const copy = splitBookOf(recipe);
        copy.importState(JSON.parse(JSON.stringify(book.exportState())));
        const copies: SplitEntry[] = JSON.parse(JSON.stringify(entries));
        const finish = (target: SplitBook, lines: readonly SplitEntry[]) => {
          lines.forEach((line, i) => {
            if (isOpen(line)) tellSplit(target, line, decisions[i]!.news);
          });
          issueDecision(target, recipe, decisions[0]!);
          return JSON.stringify(target.exportState());
        };
        expect(finish(copy, copies)).toBe(finish(book, entries));
      }),
      { numRuns: 100 },
    );
  });
});

const OPTIONS: SplitBookOptions = {
  terms: relativePromise({ allowedShortfall: 0.1 }),
  declarations: { range: { min: 2, max: 16 }, baseline: { min: 6, max: 12 } },
  failureProbability: 0.01,
  typicalSize: 30,
};
const PLAN = { size: 30, shares: [0.5], tryPredictions: [9], checkPrediction: 9 };

describe('a divided decision', () => {
  it('is void before its draw is shown, and lost afterwards', () => {
    const book = new SplitBook(OPTIONS);
    const early = book.issue(PLAN);
    const open = book.slack();
    expect(open).toBeCloseTo(30 * (0.5 * 2 - 0.4 * 12), 9);
    book.cancel(early, 'unrelated');
    expect(book.slack()).toBeCloseTo(0, 12);
    const late = book.issue(PLAN);
    book.showDraw(late);
    book.cancel(late, 'unrelated');
    expect(book.slack()).toBeCloseTo(open, 9);
    expect(() => book.settle(late, { tries: [9], check: 9 })).toThrow(/HR_CALL_ORDER/);
    expect(() => book.cancel(late, 'unrelated')).toThrow(/HR_CALL_ORDER/);
    // Not even what it would have earned for certain.
    const free = book.issue({ ...PLAN, shares: [0.05] });
    book.showDraw(free);
    book.cancel(free, 'unrelated');
    expect(book.slack()).toBeCloseTo(open, 9);
  });

  it('may be issued without slack if it cannot lose, and only then', () => {
    const book = new SplitBook(OPTIONS);
    expect(book.freeShare).toBeCloseTo((0.1 * 12) / (12 - 2), 12);
    const quoteOf = (share: number) => book.quote({ ...PLAN, shares: [share] });
    expect(quoteOf(book.freeShare).mayPlay).toBe(true);
    expect(quoteOf(book.freeShare + 1e-6).mayPlay).toBe(false);
    expect(quoteOf(0).mayPlay).toBe(true);
    // Overdrawn: the same, and it says so.
    book.issue(PLAN);
    expect(book.isOverdrawn).toBe(true);
    expect(quoteOf(book.freeShare).mayPlay).toBe(true);
    expect(quoteOf(book.freeShare + 1e-6).mayPlay).toBe(false);
  });

  it('is charged for strips that somebody changed who knew them', () => {
    const drop = { ...OPTIONS, declarations: { ...OPTIONS.declarations, drop: 4 } };
    const baseOf = (share: number, isInnocent: boolean) => {
      const book = new SplitBook(drop);
      const entry = book.issue(PLAN);
      book.confirm(entry, { shares: [share], isInnocent });
      const [base = 0] = book.exportState().ledger.prefixes.at(-1)!.base;
      return base;
    };
    const floorOf = (share: number) => 30 * (share * 2 + (0.1 - share) * 16);
    expect(baseOf(0.6, true)).toBeCloseTo(floorOf(0.6), 9);
    expect(baseOf(0.6, false)).toBeCloseTo(floorOf(0.5) - 30 * 0.1 * 4, 9);
    expect(baseOf(0.3, false)).toBeCloseTo(floorOf(0.5) - 30 * 0.2 * (16 - 6), 9);
  });

  it('cannot be joined in a group after its draw was shown', () => {
    const book = new SplitBook(OPTIONS);
    const first = book.issue(PLAN, 'season');
    book.issue(PLAN, 'season');
    book.showDraw(first);
    expect(() => book.issue(PLAN, 'season')).toThrow(/HR_CALL_ORDER/);
    book.beginGroup('next');
    book.issue(PLAN, 'next');
    expect(() => book.checkGroup('season')).toThrow(/closed/);
  });

  it('raises an alarm that a correction takes back', () => {
    const book = new SplitBook(OPTIONS);
    const entry = book.issue(PLAN);
    expect(book.settle(entry, { tries: [1], check: 9 })).toEqual([
      { kind: 'below-range', reward: 1 },
    ]);
    expect(book.alarmCount).toBe(1);
    expect(book.settle(entry, { tries: [8], check: 9 })).toEqual([]);
    expect(book.alarmCount).toBe(0);
  });

  it('of several tries beside one check has one price', () => {
    const book = new SplitBook(OPTIONS);
    expect(book.certain(30, [0.2, 0.2, 0.1])).toBeCloseTo(book.certain(30, [0.5]), 9);
  });

  it.each([
    [{ ...PLAN, size: 0 }, /size/],
    [{ ...PLAN, shares: [1.5] }, /shares/],
    [{ ...PLAN, shares: [0.6, 0.6], tryPredictions: [9, 9] }, /sum of shares/],
    [{ ...PLAN, tryPredictions: [] }, /tryPredictions/],
    [{ ...PLAN, checkPrediction: Number.NaN }, /checkPrediction/],
    [{ ...PLAN, checkShare: 2 }, /checkShare/],
  ])('is refused if it makes no sense: %j', (plan, rule) => {
    expect(() => new SplitBook(OPTIONS).issue(plan)).toThrow(rule);
  });

  it.each([
    [{ range: { min: 3, max: 3 } }, /range.max/],
    [
      { range: { min: 2, max: 16 }, baseline: { min: 1, max: 9 } },
      /interval must lie in the range/,
    ],
    [{ range: { min: 2, max: 16 }, ratio: 2 }, /ratio/],
    [{ range: { min: 2, max: 16 }, mayLeaveRange: true }, /plotNoise must be declared/],
    [{ range: { min: -1, max: 16 } }, /at least 0/],
  ])('is refused with declarations that make no sense: %j', (declarations, rule) => {
    expect(() => new SplitBook({ ...OPTIONS, declarations })).toThrow(rule);
  });

  it('is refused where the promise is kept in windows', () => {
    const terms = relativePromise({ allowedShortfall: 0.1, window: 5 });
    expect(() => new SplitBook({ ...OPTIONS, terms })).toThrow(/window/);
  });
});

/** Fields in two halves whose errors have opposite signs, or rare losses; checks lost when high. */
interface Trial {
  readonly seed: number;
  readonly failureProbability: number;
  readonly isLosing: boolean;
  readonly isIndependent?: boolean;
  /** Whether the try is always as good, in place of good only while nothing is proved. */
  readonly isSteady?: boolean;
}

/** Returns whether the book ever claims more than is true; it is asked after every outcome. */
function everWrong(trial: Trial): boolean {
  const { failureProbability, isLosing, isIndependent = false, isSteady = false } = trial;
  const random = seededRandom(trial.seed);
  const scale = 2;
  const book = new SplitBook({
    ...OPTIONS,
    declarations: { range: { min: 2, max: 16 }, plotNoise: { scale, isIndependent } },
    failureProbability,
  });
  let truth = 0;
  for (let round = 0; round < 60; round++) {
    const tried = isSteady ? 9 : book.slack() > truth - 40 ? 6 : 10;
    const [share, reward] = [0.5, 9];
    const entry = book.issue({ ...PLAN, shares: [share], tryPredictions: [9] });
    truth += 30 * (share * tried + (0.1 - share) * reward);
    const error = random() < 0.5 ? scale : -scale;
    const check = isLosing && error < 0 ? null : reward - error;
    book.settle(entry, { tries: [tried + error], check });
    if (book.slack() > truth + 1e-6) return true;
  }
  return false;
}

describe('certificates of divided decisions, both parts driven by one number', () => {
  const failureProbability = 0.1;
  const trialCount = 400;
  const wrongCount = (trial: Omit<Trial, 'seed'>) => {
    let count = 0;
    for (let seed = 1; seed <= trialCount; seed++) if (everWrong({ ...trial, seed })) count += 1;
    return count;
  };

  // Clopper-Pearson limit for the rate, too low with probability .001.
  it.each([false, true])(
    'are true often enough: checks lost when high %s, 400 trials',
    (isLosing) => {
      const count = wrongCount({ failureProbability, isLosing });
      expect(upperLimit(count, trialCount)).toBeLessThanOrEqual(failureProbability);
    },
  );

  it('would not be, if the parts were taken for independent or δ forgotten', () => {
    const [isLosing, isSteady] = [false, true];
    expect(wrongCount({ failureProbability: 0.999, isLosing, isSteady })).toBeGreaterThan(
      0.2 * trialCount,
    );
    const honest = wrongCount({ failureProbability, isLosing, isSteady });
    const wrong = wrongCount({ failureProbability, isLosing, isSteady, isIndependent: true });
    expect(wrong).toBeGreaterThan(5 * Math.max(honest, 1));
  });
});
