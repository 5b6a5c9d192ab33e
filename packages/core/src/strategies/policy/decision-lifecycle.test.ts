import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerTo,
  changeBy,
  changeByBoth,
  type DecisionNews,
  type DecisionStanding,
  ISSUED,
  isOpen,
  standingAfter,
} from './decision-lifecycle.ts';

const EXECUTED: DecisionStanding = { state: 'executed', reward: null };
const FELL_BACK: DecisionStanding = {
  state: 'fell-back',
  reward: null,
  giveUpReason: 'unrelated',
};
const VOID: DecisionStanding = { state: 'void', reward: null, giveUpReason: 'unrelated' };
const PAID: DecisionStanding = { state: 'executed', reward: 4 };
/** The books take a reward in with the next decision; until then the line stands as issued. */
const PAID_AND_WAITING: DecisionStanding = { state: 'issued', reward: 4 };

const hear = (standing: DecisionStanding, news: DecisionNews): DecisionStanding =>
  answerTo(standing, news) === 'recorded'
    ? { ...standingAfter(standing, changeBy(news)), ...giveUpOf(news) }
    : standing;

/** Why it was given up is kept beside what changes. */
const giveUpOf = (news: DecisionNews) => ('reason' in news ? { giveUpReason: news.reason } : {});

const news: fc.Arbitrary<DecisionNews> = fc.oneof(
  fc.constant({ kind: 'confirmed' as const }),
  fc.record({
    kind: fc.constantFrom('fell-back' as const, 'voided' as const),
    reason: fc.constantFrom('unrelated' as const, 'newer-information' as const),
  }),
  fc.record({ kind: fc.constantFrom('rewarded', 'corrected'), value: fc.constantFrom(3, 4) }),
);
const standings = fc.constantFrom(ISSUED, EXECUTED, FELL_BACK, VOID, PAID, PAID_AND_WAITING);

describe('the life of a decision', () => {
  it.each<[string, DecisionStanding, readonly string[]]>([
    ['issued', ISSUED, ['recorded', 'recorded', 'recorded', 'recorded', 'no-reward-yet']],
    [
      'executed',
      EXECUTED,
      ['repeated', 'already-played', 'already-played', 'recorded', 'no-reward-yet'],
    ],
    [
      'fell-back',
      FELL_BACK,
      ['not-played', 'repeated', 'not-played', 'not-played', 'no-reward-yet'],
    ],
    ['void', VOID, ['not-played', 'not-played', 'repeated', 'not-played', 'no-reward-yet']],
    ['paid', PAID, ['repeated', 'already-played', 'already-played', 'contradiction', 'recorded']],
    [
      'paid, not yet taken in',
      PAID_AND_WAITING,
      ['repeated', 'already-played', 'already-played', 'contradiction', 'recorded'],
    ],
  ])('answers whatever is said of one that is %s', (_, standing, answers) => {
    const said: readonly DecisionNews[] = [
      { kind: 'confirmed' },
      { kind: 'fell-back', reason: 'unrelated' },
      { kind: 'voided', reason: 'unrelated' },
      { kind: 'rewarded', value: 5 },
      { kind: 'corrected', value: 5 },
    ];
    expect(said.map((one) => answerTo(standing, one))).toEqual(answers);
  });

  it('refuses the same for another reason', () => {
    const reason = 'newer-information';
    expect(answerTo(FELL_BACK, { kind: 'fell-back', reason })).toBe('not-played');
    expect(answerTo(VOID, { kind: 'voided', reason })).toBe('not-played');
  });

  it('takes the same words twice for a repetition, whatever was said in between', () => {
    fc.assert(
      fc.property(fc.array(news), news, (before, one) => {
        const standing = before.reduce(hear, ISSUED);
        if (answerTo(standing, one) !== 'recorded') return;
        expect(answerTo(hear(standing, one), one)).toBe('repeated');
      }),
    );
  });

  it('is told by what was recorded last', () => {
    fc.assert(
      fc.property(fc.array(news), news, (before, last) => {
        const standing = before.reduce(hear, ISSUED);
        if (answerTo(standing, last) !== 'recorded') return;
        expect(hear(standing, last)).toEqual({
          ...standingAfter(ISSUED, changeBy(last)),
          ...giveUpOf(last),
        });
      }),
    );
  });

  it('is open until there is a reward, or nothing to be rewarded', () => {
    expect([ISSUED, EXECUTED, FELL_BACK, VOID, PAID, PAID_AND_WAITING].map(isOpen)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('changes by two pieces of news as by one that says both', () => {
    fc.assert(
      fc.property(standings, news, news, (standing, first, second) => {
        const [one, other] = [changeBy(first), changeBy(second)];
        expect(standingAfter(standing, changeByBoth(one, other))).toEqual(
          standingAfter(standingAfter(standing, one), other),
        );
      }),
    );
  });
});
