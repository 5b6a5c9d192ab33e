/**
 * The promise about observed outcomes when the baseline's mean reward is a known number: plain
 * accounting, true for certain, no failure probability.
 *
 *     slack = Σ over proposal rounds ( reward − (1 − α) · baselineReward ) + α · Σ baseline rewards
 *
 * Everything in it has been observed, except what has not arrived yet: that counts as the floor.
 * On rounds given to the baseline its own observed outcome is the yardstick, on the others its
 * declared mean. A proposal may be played if the slack stays at 0 or above even at the floor. The
 * floor must hold for every observed reward and be at least 0 for α > 0 to repair anything.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireFinite, requireWhole } from '../../base/require.ts';
import { requireShortfall, roundedDown } from './coin-promise.ts';
import { mayRisk } from './coin-rule.ts';
import { CompensatedSums, type CompensatedSumsState } from './compensated-sums.ts';
import { gainAbove, type RewardFloor, rewardFloor } from './reward-floor.ts';

export interface ObservedLedgerOptions {
  /** lo: no observed reward lies below it. */
  readonly floor: number;
  /** α: share of the baseline's total that may be lost; at least 0 and less than 1. */
  readonly allowedShortfall: number;
}

/** One round as plain data. */
export interface ObservedStake {
  readonly player: 'proposal' | 'baseline';
  /** Declared mean reward of the baseline; the upper end, if an interval is declared. */
  readonly baselineReward: number;
}

export interface ObservedLedgerState {
  readonly roundCount: number;
  readonly slack: CompensatedSumsState;
}

export class ObservedLedger {
  readonly #floor: RewardFloor;
  readonly #allowedShortfall: number;
  readonly #slack: CompensatedSums = new CompensatedSums(1);
  #roundCount = 0;

  constructor({ floor, allowedShortfall }: ObservedLedgerOptions) {
    requireShortfall(allowedShortfall);
    this.#floor = rewardFloor({ floor, noiseScale: 0 });
    this.#allowedShortfall = allowedShortfall;
  }

  /** Rounds opened and not withdrawn. */
  get roundCount(): number {
    return this.#roundCount;
  }

  /** Opens a round and counts it at once as if it would earn the floor. */
  openRound(stake: ObservedStake): ObservedStake {
    requireFinite('baselineReward', stake.baselineReward);
    const opened = { player: stake.player, baselineReward: stake.baselineReward };
    this.#slack.add(0, this.#worth(opened, this.#floor.floor));
    this.#roundCount += 1;
    return opened;
  }

  settleRound(stake: ObservedStake, reward: number): void {
    this.reviseRound(stake, this.#floor.floor, reward);
  }

  /** Replaces the reward of a settled round by a corrected one. */
  reviseRound(stake: ObservedStake, oldReward: number, newReward: number): void {
    this.#requireRound();
    const [removed, added] = [this.#worth(stake, oldReward), this.#worth(stake, newReward)];
    this.#slack.add(0, -removed);
    this.#slack.add(0, added);
  }

  /** Removes a pending round that did not take place. */
  withdrawRound(stake: ObservedStake): void {
    this.withdrawSettled(stake, this.#floor.floor);
  }

  withdrawSettled(stake: ObservedStake, reward: number): void {
    this.#requireRound();
    this.#slack.add(0, -this.#worth(stake, reward));
    this.#roundCount -= 1;
  }

  /** Returns the slack, with the floor for rewards that have not arrived. */
  lowerBound(): number {
    return this.#slack.value(0);
  }

  /** Returns whether the next proposal leaves the slack at 0 or above whatever it earns. */
  mayPropose(baselineReward: number): boolean {
    requireFinite('baselineReward', baselineReward);
    const increment = this.#worth({ player: 'proposal', baselineReward }, this.#floor.floor);
    return mayRisk(this.lowerBound(), increment);
  }

  exportState(): ObservedLedgerState {
    return { roundCount: this.#roundCount, slack: this.#slack.exportState() };
  }

  /** Restores what `exportState` gave, bit for bit. */
  importState(state: ObservedLedgerState): void {
    requireWhole('roundCount', state.roundCount, 0, Number.MAX_SAFE_INTEGER);
    this.#slack.importState(state.slack);
    this.#roundCount = state.roundCount;
  }

  #worth({ player, baselineReward }: ObservedStake, reward: number): number {
    // Refuses what lies below the floor.
    gainAbove(this.#floor, reward);
    if (player === 'baseline') return roundedDown(this.#allowedShortfall * reward, 0);
    return roundedDown(reward, (1 - this.#allowedShortfall) * baselineReward);
  }

  #requireRound(): void {
    if (this.#roundCount > 0) return;
    throw new HedgerowError({
      code: 'HR_CALL_ORDER',
      rule: 'the call needs an open round',
      received: 'made when there is none',
    });
  }
}
