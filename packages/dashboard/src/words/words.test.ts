/**
 * What the page says, for readers who have never heard of any of it.
 */
import type { CorridorPoint, DecisionReceipt, WireReason } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { amountText, shareText } from '../design/number-text.ts';
import { budgetClaim } from './budget-claim.ts';
import { decisionSentence } from './decision-sentence.ts';
import { statusOf } from './mode-words.ts';
import { latelyOf, policySentence } from './policy-sentence.ts';
import { certaintyWords, promiseWords, subjectWords } from './promise-words.ts';
import { reasonWords } from './reason-words.ts';
import { exampleView } from './testing/example-view.ts';

const REASONS: readonly WireReason[] = [
  'proposal-is-safe',
  'not-certified',
  'proposal-is-baseline',
  'held-out',
  'safe-mode',
  'shadow',
  'halted',
];

describe('policySentence', () => {
  it('says how much may still be lost, with its unit', () => {
    const lost = amountText(3.2, 't/ha');
    const sentence = policySentence(exampleView(), { share: 0.62, decisionCount: 50 });
    expect(sentence.state).toBe('Learning');
    expect(sentence.text).toBe(`${shareText(0.62)} of the last 50 decisions were the learner’s`);
    expect(sentence.budget).toBe(`you may still lose ${lost} in total before I copy local`);
  });

  it('does not speak of losing where the budget is used up', () => {
    const { budget } = policySentence(exampleView({ margin: 0 }), null);
    expect(budget).toContain('used up');
  });

  it('does not claim to learn before the learner has chosen anything', () => {
    const view = exampleView({ counts: { learner: 0, baseline: 200 } });
    expect(policySentence(view, null).state).toBe('Saving up');
  });

  it('tells being halted before everything else', () => {
    const view = exampleView({ health: { state: 'halted', detail: 'x' }, mode: 'shadow' });
    expect(policySentence(view, null).state).toBe('Halted');
    expect(statusOf(view)).toEqual({ name: 'Halted', tone: 'bad' });
  });

  it('says of safe mode and of watching that the usual choice is played', () => {
    for (const mode of ['safe-mode', 'shadow'] as const) {
      expect(policySentence(exampleView({ mode }), null).text).toContain('local');
    }
  });
});

describe('budgetClaim', () => {
  const afterOf = (changes: Parameters<typeof exampleView>[0]) =>
    budgetClaim(exampleView(changes)).after;

  it('says what may be lost only where the learner may really risk it', () => {
    expect(budgetClaim(exampleView()).before).toBe('You may still lose');
    expect(afterOf({ mode: 'safe-mode' })).toContain('untouched');
    expect(afterOf({ margin: 0 })).toContain('nothing is risked');
    expect(afterOf({ counts: { learner: 0 } })).toContain('too little for a try');
  });
});

describe('latelyOf', () => {
  const point = (sequence: number, learnerCount: number): CorridorPoint => ({
    sequence,
    at: '',
    baselineTotal: null,
    promisedTotal: null,
    guaranteedTotal: null,
    observedTotal: 0,
    pendingCount: 0,
    margin: null,
    learnerCount,
  });

  it('counts the newest quarter only', () => {
    const points = [point(100, 0), point(150, 0), point(200, 25)];
    expect(latelyOf(points)).toEqual({ share: 0.5, decisionCount: 50 });
  });

  it('counts all where there are few, and nothing where there are none', () => {
    expect(latelyOf([point(4, 1)])).toEqual({ share: 0.25, decisionCount: 4 });
    expect(latelyOf([])).toBeNull();
  });
});

describe('promiseWords', () => {
  it('says the share that is kept', () => {
    const view = exampleView({ definition: { allowedShortfall: 0.1 } });
    expect(promiseWords(view)).toBe(
      `At every moment, your total is at least ${shareText(0.9)} of what local would have earned.`,
    );
  });

  it('says the loss a round, what may be lost once, and how often it is checked', () => {
    const definition = { allowedLossPerRound: 0.5, reserve: 3, window: 10 };
    expect(promiseWords(exampleView({ definition }))).toBe(
      `After every 10 rounds, your total is at most ${amountText(0.5, 't/ha')} a round, and ${amountText(3, 't/ha')} once, short of what local would have earned.`,
    );
  });

  it('says how sure it is as odds, and when it is certain', () => {
    const { promise } = exampleView();
    expect(certaintyWords(promise)).toContain('at most 1 in 100');
    expect(certaintyWords({ ...promise, text: 'for certain.' })).toContain('cannot fail');
  });

  it('says whether luck is included', () => {
    const { definition } = exampleView();
    expect(subjectWords(definition)).toContain('expected');
    expect(subjectWords({ ...definition, promise: 'observed' })).toContain('luck included');
  });
});

describe('words for reasons', () => {
  it('has words of its own for each, and shows an unknown one readably', () => {
    expect(new Set(REASONS.map(reasonWords)).size).toBe(REASONS.length);
    expect(reasonWords('some-new-reason')).toBe('some new reason');
  });

  it('names the action in every sentence about a decision', () => {
    for (const reason of REASONS) {
      const chosenBy = reason === 'proposal-is-safe' ? 'learner' : 'baseline';
      const receipt = { action: 'local', reason, chosenBy } as DecisionReceipt;
      expect(decisionSentence(receipt)).toMatch(/^Play local/);
    }
  });
});
