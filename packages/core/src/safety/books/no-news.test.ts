/**
 * No news is bad news, as properties over random books, orders and resolutions.
 *
 * I15: resolving an open decision never lowers the margin, and asking changes nothing.
 * I16: the margin now is at most the margin after any complete resolution.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PromiseBook } from './promise-book.ts';
import type { BookEntry } from './safety-book.ts';
import {
  anyRecipe,
  anyRound,
  type BookRecipe,
  bookOf,
  hasCoin,
  issueRound,
  type News,
  offerOf,
  type RoundPlan,
  tell,
} from './testing/any-book.ts';

/** What rounding may cost, as a share of all that was ever at stake. */
function toleranceOf({ hasSizes }: BookRecipe, rounds: readonly RoundPlan[]): number {
  return 1e-9 * (hasSizes ? Math.max(1, ...rounds.map(({ size }) => size)) : 1);
}

const someRounds = fc.array(anyRound, { minLength: 1, maxLength: 40 });

/** A book in which each round was issued and heard of at once, or not at all. */
function played(recipe: BookRecipe, rounds: readonly RoundPlan[]): [PromiseBook, BookEntry[]] {
  const book = bookOf(recipe);
  const entries = rounds.map((plan, i) => {
    const entry = issueRound(book, recipe, plan);
    if (i % 3 !== 0) tell(book, recipe, entry, plan.news);
    return entry;
  });
  return [book, entries];
}

function isOpen({ execution, counted }: BookEntry): boolean {
  return execution === 'issued' || (execution === 'executed' && counted === null);
}

describe('I15', () => {
  it('resolving an open decision never lowers what is proved', () => {
    let resolved = 0;
    fc.assert(
      fc.property(anyRecipe, someRounds, (recipe, rounds) => {
        const [book, entries] = played(recipe, rounds);
        entries.forEach((entry, i) => {
          if (!isOpen(entry)) return;
          const before = book.slack();
          tell(book, recipe, entry, rounds[i]!.news);
          expect(book.slack()).toBeGreaterThanOrEqual(before - toleranceOf(recipe, rounds));
          resolved += 1;
        });
        const before = book.slack();
        book.closeGroup();
        expect(book.slack()).toBeGreaterThanOrEqual(before - toleranceOf(recipe, rounds));
      }),
      { numRuns: 400 },
    );
    expect(resolved).toBeGreaterThan(1000);
  });

  it('asking changes nothing', () => {
    fc.assert(
      fc.property(anyRecipe, someRounds, (recipe, rounds) => {
        const [asked] = played(recipe, rounds);
        const before = JSON.stringify(asked.exportState());
        asked.slack();
        asked.slack();
        expect(JSON.stringify(asked.exportState())).toBe(before);
      }),
      { numRuns: 60 },
    );
  });

  it('a void of a round that a coin decided gives nothing back and earns nothing', () => {
    fc.assert(
      fc.property(anyRecipe.filter(hasCoin), anyRound, (recipe, plan) => {
        for (const end of ['cancel', 'fallBack'] as const) {
          const book = bookOf(recipe);
          const entry = issueRound(book, recipe, {
            ...plan,
            player: 'proposal',
            isConfirmed: false,
          });
          const before = book.slack();
          book[end](entry, { reason: 'unrelated' });
          // A fallback is no outage: what was charged for one comes back, and what is certain does not change.
          if (end === 'cancel') expect(book.slack()).toBe(before);
          else expect(Math.abs(book.slack() - before)).toBeLessThan(toleranceOf(recipe, [plan]));
          expect(before).toBeLessThanOrEqual(
            Math.min(recipe.reserve, recipe.budgetMax ?? Infinity),
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('I16', () => {
  it('what is proved now is at most what is proved after any complete resolution', () => {
    const endings = fc.array(anyRound, { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(anyRecipe, someRounds, endings, (recipe, rounds, ends) => {
        const [book, entries] = played(recipe, rounds);
        const now = book.slack();
        entries.forEach((entry, i) => {
          if (!isOpen(entry)) return;
          tell(book, recipe, entry, ends[i]!.news);
          if (entry.execution === 'issued') book.confirm(entry);
        });
        book.closeGroup();
        expect(book.slack()).toBeGreaterThanOrEqual(now - toleranceOf(recipe, rounds));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a quote', () => {
  it('can be derived from its own numbers: a proposal is played if it fits, or cannot lose', () => {
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(anyRecipe, someRounds, anyRound, (recipe, rounds, plan) => {
        const [book] = played(recipe, rounds);
        const { mayPlay, margin, increment, playProbability } = book.quote(offerOf(recipe, plan));
        expect(mayPlay).toBe(margin >= 0 || increment >= 0);
        if (mayPlay) expect(playProbability).toBeGreaterThan(0);
        verdicts.add(mayPlay);
      }),
      { numRuns: 400 },
    );
    expect(verdicts.size).toBe(2);
  });
});

describe('the books', () => {
  it('are a function of what is known, never of the order in which it became known', () => {
    const order = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(anyRecipe, someRounds, order, (recipe, rounds, keys) => {
        const shuffled = rounds
          .map((_, i) => [keys.next().value, i] as const)
          .sort((a, b) => a[0] - b[0]);
        // Whether a reward of its group was known when a round was taken back is itself known.
        const isTakenBack = (i: number) => ['cancel', 'fallBack'].includes(rounds[i]!.news.kind);
        const slackAfter = (sequence: readonly number[]) => {
          const book = bookOf({ ...recipe, budgetMax: null });
          const entries = rounds.map((plan) => issueRound(book, recipe, plan));
          const told = [
            ...sequence.filter((i) => isTakenBack(i)),
            ...sequence.filter((i) => !isTakenBack(i)),
          ];
          for (const i of told) tell(book, recipe, entries[i]!, rounds[i]!.news);
          book.closeGroup();
          return book.slack();
        };
        const inOrder = slackAfter(rounds.map((_, i) => i));
        const difference = slackAfter(shuffled.map(([, i]) => i)) - inOrder;
        expect(Math.abs(difference)).toBeLessThan(toleranceOf(recipe, rounds));
      }),
      { numRuns: 200 },
    );
  });

  it('keep no trace of a report that was corrected', () => {
    const reports = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
    const corrected = fc.array(fc.tuple(anyRound, reports), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(anyRecipe, corrected, (recipe, rounds) => {
        const slackAfter = (isStraight: boolean) => {
          const book = bookOf({ ...recipe, budgetMax: null });
          const entries = rounds.map(([plan]) => issueRound(book, recipe, plan));
          rounds.forEach(([, rewards], i) => {
            for (const reward of isStraight ? rewards.slice(-1) : rewards) {
              tell(book, recipe, entries[i]!, { kind: 'reward', reward });
              if (!isStraight) book.slack();
            }
          });
          book.closeGroup();
          return book.slack();
        };
        const tolerance = toleranceOf(
          recipe,
          rounds.map(([plan]) => plan),
        );
        expect(Math.abs(slackAfter(false) - slackAfter(true))).toBeLessThan(tolerance);
      }),
      { numRuns: 200 },
    );
  });

  it('go on from their state bit for bit, with rounds still open', () => {
    fc.assert(
      fc.property(anyRecipe, someRounds, (recipe, rounds) => {
        const [book, entries] = played(recipe, rounds);
        const copy = bookOf(recipe);
        copy.importState(JSON.parse(JSON.stringify(book.exportState())));
        const copies = structuredClone(entries);
        const finish = (target: PromiseBook, lines: readonly BookEntry[]) => {
          lines.forEach((line, i) => {
            if (isOpen(line)) tell(target, recipe, line, rounds[i]!.news);
          });
          issueRound(target, recipe, rounds[0]!);
          return JSON.stringify(target.exportState());
        };
        expect(finish(copy, copies)).toBe(finish(book, entries));
      }),
      { numRuns: 100 },
    );
  });

  it('that are overdrawn say so, and let nothing be played that can lose', () => {
    const recipe: BookRecipe = {
      kind: 'number',
      isRelative: true,
      floor: 1,
      noiseScale: 0,
      hasSpread: false,
      reserve: 0,
      budgetMax: null,
      hasSizes: false,
      hasGroups: false,
    };
    const book = bookOf(recipe);
    const offer = {
      proposalPrediction: 8,
      baselinePrediction: 4,
      baselineReward: { min: 4, max: 4 },
    };
    const issue = (player: 'proposal' | 'baseline') => book.issue(offer, player, book.quote(offer));
    for (let round = 0; round < 12; round++) book.settle(issue('baseline'), 4);
    const entries = [];
    while (book.quote(offer).mayPlay && entries.length < 40) {
      const entry = issue('proposal');
      book.settle(entry, 9);
      entries.push(entry);
    }
    expect(entries).toHaveLength(40);
    const report: News = { kind: 'reward', reward: 0 };
    for (const entry of entries) tell(book, recipe, entry, report);
    expect(book.slack()).toBeLessThan(0);
    expect(book.quote(offer).mayPlay).toBe(false);
    // At least three quarters of what the baseline earns are vouched for: this cannot lose.
    expect(book.quote({ ...offer, proposalFloor: 3.1 }).mayPlay).toBe(true);
    expect(book.quote({ ...offer, proposalFloor: 2.9 }).mayPlay).toBe(false);
  });
});
