/**
 * The slack that is proven when the baseline's reward is unknown and a hold-out coin is thrown: one
 * promise by itself, without the book that keeps several, so that tests can look at it.
 *
 *     P( at every moment: true slack ≥ lowerBound() ) ≥ 1 − failureProbability
 *     lowerBound = gainShare · s* + Σ base
 *
 * What "slack" means is the promise: about means before the coin (`policy-promise.ts`), about means
 * of the actions played (`played-promise.ts`) or about observed outcomes (`observed-promise.ts`).
 * s* is proven by the bettors of `coin-grid.ts`.
 *
 * Bookkeeping as in `betting-certificate.ts`: a round counts from the moment it is opened, in its
 * worst case; rewards and corrections replace terms of sums, in any order. The coin must be
 * unpredictable to whoever produces rewards, thrown once, and never again on a retry. A client who
 * did not execute what the coin said has lost a reward: the round stays, pending for ever.
 */

import { CompensatedSums, type CompensatedSumsState } from '../../../base/compensated-sums.ts';
import { HedgerowError } from '../../../base/errors.ts';
import { requireWhole } from '../../../base/require.ts';
import { coinGrid } from '../coin-grid.ts';
import type { CoinPromise, CoinPromiseOptions, CoinRound } from '../coin-promise.ts';
import { type CoinStake, coinStake } from '../coin-stake.ts';
import { type ObservedPromiseOptions, observedPromise } from '../observed-promise.ts';
import { playedPromise } from '../played-promise.ts';
import { policyPromise } from '../policy-promise.ts';
import { WealthAccount } from '../wealth-account.ts';

/** The whole state as plain data, ready for JSON. */
export interface CoinCertificateState {
  readonly roundCount: number;
  readonly pendingCount: number;
  readonly logWealths: CompensatedSumsState;
  readonly base: CompensatedSumsState;
}

interface FailureProbability {
  /** δ: probability with which the bound may ever be wrong, over the whole run. */
  readonly failureProbability: number;
}

/** Returns a certificate of the policy promise: means before the coin. The default. */
export function policyCertificate(
  options: CoinPromiseOptions & FailureProbability,
): CoinCertificate {
  return new CoinCertificate(policyPromise(options), options.failureProbability);
}

/** Returns a certificate of the played promise: means of the actions really played. */
export function playedCertificate(
  options: CoinPromiseOptions & FailureProbability,
): CoinCertificate {
  return new CoinCertificate(playedPromise(options), options.failureProbability);
}

/** Returns a certificate of the observed-outcome promise. */
export function observedCertificate(
  options: ObservedPromiseOptions & FailureProbability,
): CoinCertificate {
  return new CoinCertificate(observedPromise(options), options.failureProbability);
}

export class CoinCertificate {
  readonly #promise: CoinPromise;
  readonly #rates: readonly number[];
  readonly #account: WealthAccount;
  readonly #base: CompensatedSums = new CompensatedSums(1);
  #roundCount = 0;
  #pendingCount = 0;

  constructor(promise: CoinPromise, failureProbability: number) {
    const grid = coinGrid(promise.width);
    this.#promise = promise;
    this.#rates = grid.rates;
    this.#account = new WealthAccount(grid, failureProbability);
  }

  /** Rounds opened and not withdrawn, forced ones included. */
  get roundCount(): number {
    return this.#roundCount;
  }

  /** Rounds whose reward has not arrived. */
  get pendingCount(): number {
    return this.#pendingCount;
  }

  /** Opens a round whose coin has fallen, and counts its worst case at once. */
  openRound(stake: CoinStake): CoinStake {
    const opened = coinStake(stake);
    this.#replace(null, { stake: opened, reward: null });
    this.#roundCount += 1;
    this.#pendingCount += 1;
    return opened;
  }

  /** Replaces the worst case of a pending round by its reward. The bound never falls. */
  settleRound(stake: CoinStake, reward: number): void {
    this.#requireCount('a pending round', this.#pendingCount);
    this.#replace({ stake, reward: null }, { stake, reward });
    this.#pendingCount -= 1;
  }

  /** Replaces the reward of a settled round by a corrected one. */
  reviseRound(stake: CoinStake, oldReward: number, newReward: number): void {
    this.#requireCount('a settled round', this.#roundCount - this.#pendingCount);
    this.#replace({ stake, reward: oldReward }, { stake, reward: newReward });
  }

  /**
   * Removes a pending round that did not take place. Sound only if that has nothing to do with how
   * the coin fell or what the reward would have been; in doubt leave the round pending.
   */
  withdrawRound(stake: CoinStake): void {
    this.#requireCount('a pending round', this.#pendingCount);
    this.#replace({ stake, reward: null }, null);
    this.#roundCount -= 1;
    this.#pendingCount -= 1;
  }

  /** Removes a settled round, reward and all; the warning of `withdrawRound` holds doubly. */
  withdrawSettled(stake: CoinStake, reward: number): void {
    this.#requireCount('a settled round', this.#roundCount - this.#pendingCount);
    this.#replace({ stake, reward }, null);
    this.#roundCount -= 1;
  }

  /** Returns the lower bound on the slack of all rounds opened, in reward units; may be negative. */
  lowerBound(): number {
    const gain = this.#promise.gainShare * this.provenGain();
    const base = this.#base.value(0);
    if (gain === 0) return base;
    return gain + base - 4 * Number.EPSILON * (gain + Math.abs(base));
  }

  /** Returns s*: the total gain proven so far, at least 0. */
  provenGain(): number {
    return this.#account.provenGain();
  }

  exportState(): CoinCertificateState {
    return {
      roundCount: this.#roundCount,
      pendingCount: this.#pendingCount,
      logWealths: this.#account.exportState(),
      base: this.#base.exportState(),
    };
  }

  /** Restores what `exportState` gave, bit for bit; promise and δ must be the same. */
  importState(state: CoinCertificateState): void {
    requireWhole('roundCount', state.roundCount, 0, Number.MAX_SAFE_INTEGER);
    requireWhole('pendingCount', state.pendingCount, 0, state.roundCount);
    this.#account.importState(state.logWealths);
    this.#base.importState(state.base);
    this.#roundCount = state.roundCount;
    this.#pendingCount = state.pendingCount;
  }

  #replace(removed: CoinRound | null, added: CoinRound | null): void {
    const removedBase = removed === null ? 0 : this.#promise.base(removed);
    const addedBase = added === null ? 0 : this.#promise.base(added);
    const growth = (round: CoinRound | null) =>
      round && ((index: number) => this.#promise.logGrowth(round, this.#rates[index]!));
    this.#account.replace(growth(removed), growth(added));
    this.#base.add(0, -removedBase);
    this.#base.add(0, addedBase);
  }

  #requireCount(wanted: string, count: number): void {
    if (count > 0) return;
    throw new HedgerowError({
      code: 'HR_CALL_ORDER',
      rule: `the call needs ${wanted}`,
      received: 'made when there is none',
      remedy: 'Settle or withdraw each round at most once, and correct only what is settled.',
    });
  }
}
