/**
 * What the page says, for readers who have never heard of any of it.
 */
import type { CorridorPoint, WireReason } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { amountText, shareText } from '../design/number-text.ts';
import { assumptionWords } from './assumption-words.ts';
import { budgetClaim } from './budget-claim.ts';
import { decisionExplanation, decisionSentence } from './decision-sentence.ts';
import { nowText, statusOf } from './mode-words.ts';
import { latelyOf, policySentence } from './policy-sentence.ts';
import { certaintyWords, promiseWords, reserveWords, subjectWords } from './promise-words.ts';
import { readableName } from './readable-name.ts';
import { isLearnersReason, reasonWords } from './reason-words.ts';
import { recalibrationWords } from './recalibration-words.ts';
import { exampleView } from './testing/example-view.ts';
import { tryCost } from './try-cost.ts';
import { usualChoice } from './usual-choice.ts';
import { waitingWords } from './waiting-words.ts';

const REASONS: readonly WireReason[] = [
  'proposal-is-safe',
  'not-certified',
  'proposal-is-baseline',
  'held-out',
  'coin-decides',
  'tried-on-a-part',
  'safe-mode',
  'shadow',
  'halted',
];

describe('policySentence', () => {
  it('says how much may still be lost, with its unit', () => {
    const lost = amountText(3.2, 't/ha');
    const sentence = policySentence(exampleView(), { share: 0.62, decisionCount: 50 });
    expect(sentence.state).toBe('Learning');
    expect(sentence.text).toBe(
      `I chose 100 of 200 decisions myself, and ${shareText(0.62)} of the last 50`,
    );
    expect(sentence.budget).toBe(`you may still lose ${lost} before I copy “local”`);
  });

  it('says the same without the newest decisions, where only the counts are known', () => {
    expect(policySentence(exampleView(), null).text).toBe('I chose 100 of 200 decisions myself');
    const all = { share: 1, decisionCount: 1 };
    const view = exampleView({ counts: { decisions: 1, learner: 1, baseline: 0 } });
    expect(policySentence(view, all).text).toBe('I chose 1 of 1 decision myself');
  });

  it('does not take silence for saving up', () => {
    const view = exampleView({ counts: { learner: 0, baseline: 200, unresolved: 200 } });
    expect(policySentence(view, null).state).toBe('Waiting');
  });

  it('does not speak of losing where the budget is used up', () => {
    const { budget } = policySentence(exampleView({ margin: 0 }), null);
    expect(budget).toContain('used up');
  });

  it('does not claim to learn before the learner has chosen anything', () => {
    const reasons = { 'not-certified': 200 };
    const view = exampleView({ counts: { learner: 0, baseline: 200, reasons } });
    expect(policySentence(view, null).state).toBe('Saving up');
  });

  it('does not claim to save up where the books have refused nothing', () => {
    const reasons = { 'proposal-is-baseline': 150, 'held-out': 50 };
    const view = exampleView({ counts: { learner: 0, baseline: 200, reasons } });
    expect(policySentence(view, null)).toMatchObject({
      state: 'Copying',
      text: 'so far I copy “local”: it looks best itself, or the coin chose it',
    });
    expect(budgetClaim(view).after).toContain('no try was refused');
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
    const halted = { state: 'halted', detail: 'x' } as const;
    expect(afterOf({ health: halted, margin: null })).toContain('nothing is risked');
    expect(afterOf({ margin: 0 })).toContain('nothing is risked');
    const refused = { learner: 0, reasons: { 'not-certified': 1 } };
    expect(afterOf({ counts: refused })).toContain('too little for a try');
  });
});

describe('the budget of divided decisions', () => {
  const definition = { allowedShortfall: 0.25, split: { drop: 4 } };

  it('does not claim that nothing is tried where parts are, at a budget of nothing', () => {
    const view = exampleView({ definition, margin: 0 });
    expect(budgetClaim(view).after).toContain('I try only parts so small');
    expect(policySentence(view, null).budget).toContain('I try only parts so small');
    expect(budgetClaim(exampleView({ margin: 0 })).after).toContain('nothing is risked');
  });

  it('does not claim that the usual choice is all that is left when it is used up', () => {
    const view = exampleView({ definition, margin: 3 });
    expect(budgetClaim(view).after).toContain('only what can do no harm');
    expect(policySentence(view, null).budget).toContain('only what can do no harm');
  });

  it('says so where it is overdrawn, too, but not where the policy only watches', () => {
    const overdrawn = exampleView({ definition, margin: -1 });
    expect(budgetClaim(overdrawn).after).toContain('it cannot shrink');
    expect(budgetClaim(exampleView({ definition, margin: 0, mode: 'shadow' })).after).toContain(
      'untouched',
    );
  });
});

describe('waitingWords', () => {
  it('asks for word only where much of it is missing', () => {
    expect(waitingWords(exampleView())).toBeNull();
    expect(waitingWords(exampleView({ counts: { unresolved: 30 } }))).toBeNull();
    expect(waitingWords(exampleView({ counts: { unresolved: 4, decisions: 4 } }))).toBeNull();
    const words = waitingWords(exampleView({ counts: { unresolved: 60 } }));
    expect(words).toContain('what became of 60 decisions');
  });
});

describe('nowText', () => {
  it('does not claim to choose while the policy is halted', () => {
    expect(nowText(exampleView())).toContain('I choose');
    expect(nowText(exampleView({ health: { state: 'halted', detail: 'x' } }))).not.toContain(
      'I choose',
    );
  });
});

describe('readableName', () => {
  it.each([
    ['dayLength', 'day length'],
    ['soil_ph', 'soil ph'],
    ['rain', 'rain'],
    ['Day of Year', 'Day of Year'],
    ['NH4', 'NH4'],
    ['طقس', 'طقس'],
  ])('writes %s as %s', (name, written) => {
    expect(readableName(name)).toBe(written);
  });
});

describe('tryCost', () => {
  const baseline = { action: 'local', reward: { min: 7.5, max: 8.5 } };
  const { definition } = exampleView({ definition: { baseline, allowedShortfall: 0.1 } });

  it('is the floor of a round less the lowest it can pay, where that is always the same', () => {
    expect(tryCost(definition)).toBeCloseTo(0.9 * 8.5 - 4, 12);
    const { allowedShortfall: _, ...absolute } = definition;
    expect(tryCost({ ...absolute, allowedLossPerRound: 3 })).toBeCloseTo(8.5 - 3 - 4, 12);
    expect(tryCost({ ...definition, window: 10 })).toBeNull();
    expect(tryCost({ ...definition, baseline: { action: 'local' } })).toBeNull();
    expect(tryCost({ ...definition, size: { typical: 4 } })).toBeNull();
    expect(tryCost({ ...definition, split: { drop: 4 } })).toBeNull();
  });

  it('keeps the page from speaking of what may be lost when nothing may', () => {
    const small = exampleView({ definition, margin: 3.6 });
    expect(budgetClaim(small).after).toContain('too little for a try');
    expect(policySentence(small, null).budget).toContain('too small for a try');
    const enough = exampleView({ definition, margin: 3.7 });
    expect(budgetClaim(enough).before).toBe('You may still lose');
    expect(policySentence(enough, null).budget).toContain('may still lose');
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
    promisedForObserved: null,
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
      `At every moment, your expected total is at least ${shareText(0.9)} of what “local” would have earned.`,
    );
  });

  it('says the loss a round, what may be lost once, and how often it is checked', () => {
    const definition = { allowedLossPerRound: 0.5, reserve: 3, window: 10 };
    expect(promiseWords(exampleView({ definition }))).toBe(
      `After every 10 rounds, your expected total is at most ${amountText(0.5, 't/ha')} a round, and ${amountText(3, 't/ha')} once, short of what “local” would have earned.`,
    );
  });

  it('says what it is about, and that periods are counted by themselves', () => {
    const seasons = exampleView({ definition: { allowedShortfall: 0.1, period: 'named' } });
    expect(promiseWords(seasons)).toMatch(
      /^At every moment of every period, counted by itself, your/,
    );
    const observed = exampleView({
      definition: { allowedShortfall: 0.1, period: 30, promise: 'observed' },
    });
    expect(promiseWords(observed)).toMatch(
      /^At every moment of every 30 rounds, counted by themselves, your observed total is/,
    );
  });

  it('speaks of the reserve that is left, not of the one that was declared', () => {
    const reserve = { declared: 10, granted: 3.2 };
    const view = exampleView({ definition: { allowedShortfall: 0.1, reserve: 10 }, reserve });
    expect(promiseWords(view)).toContain(`less ${amountText(3.2, 't/ha')} once`);
    expect(reserveWords({ ...view, generation: 2 })).toBe(
      `${amountText(10, 't/ha')}, once in the life of the policy, of which ${amountText(3.2, 't/ha')} were left when this version began`,
    );
    expect(reserveWords(view)).toBe(`${amountText(10, 't/ha')}, once in the life of the policy`);
    expect(reserveWords(exampleView())).toBeNull();
  });

  it('says what it assumes of decisions that wait together', () => {
    const { promise } = exampleView();
    expect(assumptionWords(promise)).toEqual([]);
    const [sentence] = assumptionWords({
      ...promise,
      assumptions: ['shared-state-assumed-independent'],
    });
    expect(sentence).toContain('fields under one weather');
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

  it('speaks of the weather that came where decisions are divided, and of no coin', () => {
    const view = exampleView({ definition: { allowedShortfall: 0.25, split: { drop: 4 } } });
    expect(promiseWords(view)).toBe(
      `At every moment, your total in the weather that came is at least ${shareText(0.75)} of what “local” would have earned.`,
    );
    const declared = { allowedShortfall: 0.25, split: { drop: 4 } };
    expect(promiseWords(exampleView({ definition: declared, commonBaseline: null }))).toContain(
      'of what your usual choice would have earned',
    );
    expect(subjectWords(view.definition)).toContain('that really came');
    expect(subjectWords(view.definition)).not.toContain('coin');
    const [sentence] = assumptionWords({ assumptions: ['strips-do-not-affect-each-other'] });
    expect(sentence).toContain('border rows');
  });

  it('speaks of the coin only where nobody has said what the usual choice earns', () => {
    const { definition } = exampleView();
    expect(subjectWords(definition)).toContain('averaged over');
    const played = { ...definition, baseline: { action: 'local', coin: 'played' } as const };
    expect(subjectWords(played)).toContain('coin');
    expect(subjectWords(played)).not.toContain('averaged over');
    const declared = { ...definition, baseline: { action: 'local', reward: 8 } };
    expect(subjectWords(declared)).not.toContain('coin');
  });
});

describe('usualChoice', () => {
  it('names what all decisions had, and none where they had different ones', () => {
    expect(usualChoice(exampleView())).toBe('“local”');
    expect(usualChoice(exampleView({ commonBaseline: 'early' }))).toBe('“early”');
    expect(usualChoice(exampleView({ commonBaseline: null }))).toBe('your usual choice');
  });

  it('names none before fields could name theirs', () => {
    const { definition } = exampleView({ definition: { split: { drop: 4 } } });
    expect(usualChoice({ definition })).toBe('your usual choice');
    expect(usualChoice(exampleView({ definition }))).toBe('“local”');
  });
});

describe('words for reasons', () => {
  it('has words of its own for each, and shows an unknown one readably', () => {
    expect(new Set(REASONS.map(reasonWords)).size).toBe(REASONS.length);
    expect(reasonWords('some-new-reason')).toBe('some new reason');
  });

  it('names the action in every sentence about a decision', () => {
    for (const reason of REASONS) {
      const chosenBy = isLearnersReason(reason) ? 'learner' : 'baseline';
      const proposedBy = 'learner';
      const bounds = [] as const;
      const receipt = { action: 'local', reason, chosenBy, bounds, proposedBy } as const;
      expect(decisionSentence(receipt)).toMatch(/^Choose “local”/);
    }
  });

  it('says of a divided decision on how much of it, and keeps its own explanation', () => {
    const part = { action: 'early', share: 0.2, size: 1, strips: null, role: 'try' } as const;
    const parts = [part, { ...part, action: 'local', share: 0.8, role: 'check' } as const];
    const bounds = [
      { action: 'early', predicted: 8, low: 4, high: 14 },
      { action: 'local', predicted: 8.1, low: 8, high: 8.2 },
    ];
    const receipt = {
      action: 'early',
      reason: 'tried-on-a-part',
      chosenBy: 'learner',
      proposedBy: 'learner',
      parts,
      bounds,
    } as const;
    expect(decisionSentence(receipt)).toMatch(
      /^Choose “early” on 20% of it and keep “local” on the rest: it may earn more/,
    );
    const margin = { before: 9, ifProposed: 5, worstIncrement: -1, after: 5, unit: 't/ha' };
    const said = { ...receipt, margin, explanation: 'beside it' };
    expect(decisionExplanation(said)).toBe('beside it');
  });

  it('says that something looks best only where its guess is the best', () => {
    const bounds = [
      { action: 'early', predicted: 8, low: 4, high: 14 },
      { action: 'local', predicted: 8.1, low: 8, high: 8.2 },
    ];
    const receipt = {
      action: 'early',
      reason: 'proposal-is-safe',
      chosenBy: 'learner',
      proposedBy: 'learner',
    } as const;
    const margin = { before: 9, ifProposed: 5, worstIncrement: -1, after: 5, unit: 't/ha' };
    const said = { ...receipt, bounds, margin, explanation: 'early looks best.' };
    expect(decisionSentence(said)).toContain('may be the best of all');
    expect(decisionExplanation(said)).not.toContain('looks best');
    expect(decisionExplanation({ ...said, bounds: [] })).toBe('early looks best.');
    const better = bounds.map((bound) => ({ ...bound, predicted: bound.action.length }));
    expect(decisionSentence({ ...receipt, bounds: better })).toContain('looks best');
    const brought = { ...said, proposedBy: 'caller' } as const;
    expect(decisionSentence(brought)).toContain('what you proposed');
    expect(decisionExplanation(brought)).toBe(said.explanation);
  });
});

describe('recalibrationWords', () => {
  it('says which way a forecast was moved, and whether it was widened or narrowed', () => {
    const lower = recalibrationWords({ variable: 'rain', bias: -0.5, spread: 2 });
    expect(lower).toMatch(/moved down by 0.5 of its deviations and widened to 2 times its spread/);
    const higher = recalibrationWords({ variable: 'rain', bias: 0.25, spread: 0.8 });
    expect(higher).toMatch(/moved up by 0.25 of its deviations and narrowed to 0.8 times/);
  });
});
