import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObservedLedger, type ObservedStake } from './observed-ledger.ts';
import { evenly } from './testing/evenly.ts';

const options = { floor: 0.25, allowedShortfall: 0.2 };
const rounds = fc.array(
  fc.record({
    player: fc.constantFrom('proposal' as const, 'baseline' as const),
    baselineReward: evenly(1, 5),
    reward: evenly(0.25, 9),
  }),
  { maxLength: 30, size: 'max' },
);

describe('the ledger of observed outcomes', () => {
  it('adds up what was observed, with the floor for what was not', () => {
    const ledger = new ObservedLedger(options);
    const first = ledger.openRound({ player: 'baseline', baselineReward: 3 });
    expect(ledger.lowerBound()).toBeCloseTo(0.2 * 0.25, 12);
    ledger.settleRound(first, 10);
    expect(ledger.lowerBound()).toBeCloseTo(2, 12);
    const second = ledger.openRound({ player: 'proposal', baselineReward: 2.5 });
    expect(ledger.lowerBound()).toBeCloseTo(2 + 0.25 - 2, 12);
    ledger.settleRound(second, 4);
    ledger.reviseRound(second, 4, 5);
    expect(ledger.lowerBound()).toBeCloseTo(2 + 5 - 2, 12);
    ledger.withdrawSettled(second, 5);
    ledger.withdrawRound(ledger.openRound({ player: 'proposal', baselineReward: 9 }));
    expect(ledger.lowerBound()).toBeCloseTo(2, 12);
    expect(ledger.roundCount).toBe(1);
  });

  it('keeps the promise for certain, whatever the rewards', () => {
    fc.assert(
      fc.property(rounds, (list) => {
        const ledger = new ObservedLedger(options);
        let slack = 0;
        for (const { player, baselineReward, reward } of list) {
          const mayPropose = player === 'proposal' && ledger.mayPropose(baselineReward);
          const stake: ObservedStake = {
            player: mayPropose ? 'proposal' : 'baseline',
            baselineReward,
          };
          ledger.settleRound(ledger.openRound(stake), reward);
          slack += mayPropose ? reward - 0.8 * baselineReward : 0.2 * reward;
          expect(slack).toBeGreaterThanOrEqual(0);
          expect(ledger.lowerBound()).toBeCloseTo(slack, 10);
        }
      }),
    );
  });

  it('survives JSON bit for bit', () => {
    fc.assert(
      fc.property(rounds, (list) => {
        const [original, copy] = [new ObservedLedger(options), new ObservedLedger(options)];
        for (const { reward, ...stake } of list)
          original.settleRound(original.openRound(stake), reward);
        copy.importState(JSON.parse(JSON.stringify(original.exportState())));
        expect(copy.exportState()).toStrictEqual(original.exportState());
      }),
    );
  });

  it('refuses rewards below the floor, NaN, and calls without a round', () => {
    const ledger = new ObservedLedger(options);
    const stake: ObservedStake = { player: 'proposal', baselineReward: 1 };
    expect(() => ledger.settleRound(stake, 1)).toThrow('the call needs an open round');
    ledger.openRound(stake);
    const before = ledger.exportState();
    expect(() => ledger.settleRound(stake, 0.2)).toThrow('declared floor 0.25');
    expect(() => ledger.settleRound(stake, Number.NaN)).toThrow('reward');
    expect(() => ledger.openRound({ ...stake, baselineReward: Number.NaN })).toThrow(
      'baselineReward',
    );
    expect(ledger.exportState()).toStrictEqual(before);
    expect(() => new ObservedLedger({ floor: 0, allowedShortfall: -0.1 })).toThrow(
      'allowedShortfall',
    );
  });
});
