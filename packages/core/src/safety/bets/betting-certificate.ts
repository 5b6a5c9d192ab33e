/**
 * The least that the learner's rounds must have earned in expectation, proven by betting.
 *
 *     P( at every moment: Σ mean reward of the rounds bet on ≥ lowerBound() ) ≥ 1 − failureProbability
 *     lowerBound = max(s* − betCount · (floor − lowest + clipBias), 0) + betCount · floor
 *
 * with s* the gain proven by the mixture of bettors (`bet-components.ts`, `wealth-mixture.ts`). It
 * is the betting theorem of docs/concepts/certificate.md: no model, no variance and no linearity
 * enters, only a floor under the rewards. Predictions may be any numbers made before the reward is
 * seen; bad ones cost sharpness, never truth.
 *
 * Bookkeeping. A bet counts from the moment it is opened, with the worst reward there can be
 * (gain 0), so a reward that is late, lost, or withheld because it was bad, cannot fool the bound:
 * with rewards missing the bound is below the one with all of them. A reward replaces the worst case,
 * a correction replaces the reward. All of it is addition, so any order of the same calls gives the
 * same state up to 10⁻¹² of its size. The caller keeps the bets: they are plain data, and the
 * certificate does not remember them.
 *
 * O(9) a call (16 with a declared variance); nothing grows with the history.
 */

import type { CompensatedSumsState } from '../../base/compensated-sums.ts';
import { assertInvariant, HedgerowError } from '../../base/errors.ts';
import {
  requireBetween,
  requireFinite,
  requireNotNegative,
  requireWhole,
} from '../../base/require.ts';
import {
  type BetComponent,
  betComponentCount,
  betComponents,
  NINE_BETTORS,
  requireVarianceProxy,
  type VarianceProxy,
} from './bet-components.ts';
import { gainAbove, type RewardFloor, rewardFloor } from './reward-floor.ts';
import { rewardSize } from './two-point-reward.ts';
import { type LogGrowth, WealthAccount } from './wealth-account.ts';
import type { MixtureGrid } from './wealth-mixture.ts';

export interface BettingCertificateOptions {
  /** lo: no realised reward lies below it, its noise left aside. Declare the highest true one. */
  readonly floor: number;
  /** σ: sub-Gaussian scale of the noise; 0 if no observed reward can lie below the floor. */
  readonly noiseScale: number;
  /** δ: probability with which the bound may ever be wrong, over the whole run. */
  readonly failureProbability: number;
  /** Declared spread of rewards around their means, if there is one. */
  readonly varianceProxy?: VarianceProxy;
  /** Rates, as multiples of 1 / scale, and weights; the nine of `bet-components.ts` if absent. */
  readonly bettors?: MixtureGrid;
}

export interface BetInput {
  /** The reward expected, in reward units; any number known before the reward. */
  readonly prediction: number;
  /** Mean reward above the floor, greater than 0. Only that of the very first bet counts. */
  readonly scale: number;
  /** Deviation of the reward around the prediction; a bad one costs sharpness. 0 if absent. */
  readonly deviation?: number;
  /** v: variance proxy of this round; the declared one if absent. Needs a `varianceProxy`. */
  readonly variance?: number;
}

/** One bet as plain data; keep it until its reward can no longer be corrected. */
export interface Bet {
  readonly prediction: number;
  readonly deviation: number;
  /** 0 when no spread was declared. */
  readonly variance: number;
}

/** The whole state as plain data, ready for JSON. */
export interface BettingCertificateState {
  readonly betCount: number;
  readonly pendingCount: number;
  /** S₀: size of a reward by the first bet, or null before it. */
  readonly scale: number | null;
  /** A: logarithm of each bettor's wealth. */
  readonly logWealths: CompensatedSumsState;
}

/** What the first bet fixes: who bets, and what each of them owns. */
interface BettingTable {
  readonly scale: number;
  readonly components: readonly BetComponent[];
  readonly account: WealthAccount;
}

/** A round may be this many times as variable as declared; above it, arithmetic gives out. */
const VARIANCE_RATIO_MAX = 1e12;

export class BettingCertificate {
  readonly #floor: RewardFloor;
  readonly #failureProbability: number;
  readonly #varianceProxy: VarianceProxy | null;
  readonly #bettors: MixtureGrid;
  #betCount = 0;
  #pendingCount = 0;
  /** null before the first bet. */
  #table: BettingTable | null = null;

  constructor(options: BettingCertificateOptions) {
    requireBetween('failureProbability', options.failureProbability, 0, 1);
    this.#floor = rewardFloor(options);
    this.#failureProbability = options.failureProbability;
    this.#varianceProxy = options.varianceProxy ?? null;
    this.#bettors = options.bettors ?? NINE_BETTORS;
    if (this.#varianceProxy !== null) requireVarianceProxy(this.#varianceProxy);
  }

  /** m: bets opened and not withdrawn. */
  get betCount(): number {
    return this.#betCount;
  }

  /** Bets whose reward has not arrived. */
  get pendingCount(): number {
    return this.#pendingCount;
  }

  /** S₀, fixed by the first bet; null before it. */
  get scale(): number | null {
    return this.#table?.scale ?? null;
  }

  /** Opens a bet on the next reward and counts it at once as if it would earn the least. */
  openBet(input: BetInput): Bet {
    const bet = this.#checkBet(input);
    const table = this.#table ?? this.#createTable(scaleOf(input.scale, bet.deviation));
    table.account.replace(null, this.#growth(table, bet, 0));
    this.#table = table;
    this.#betCount += 1;
    this.#pendingCount += 1;
    return bet;
  }

  /** Replaces the worst case of a pending bet by its reward. The bound never falls. */
  settleBet(bet: Bet, reward: number): void {
    const gain = gainAbove(this.#floor, reward);
    const table = this.#requirePending();
    table.account.replace(this.#growth(table, bet, 0), this.#growth(table, bet, gain));
    this.#pendingCount -= 1;
  }

  /** Replaces the reward of a settled bet by a corrected one. */
  reviseBet(bet: Bet, oldReward: number, newReward: number): void {
    const oldGain = gainAbove(this.#floor, oldReward);
    const newGain = gainAbove(this.#floor, newReward);
    const table = this.#requireSettled();
    table.account.replace(this.#growth(table, bet, oldGain), this.#growth(table, bet, newGain));
  }

  /**
   * Removes a pending bet whose action was never executed: the round leaves the sum. Sound only if
   * that has nothing to do with the reward it would have had; in doubt leave the bet pending.
   */
  withdrawBet(bet: Bet): void {
    const table = this.#requirePending();
    table.account.replace(this.#growth(table, bet, 0), null);
    this.#betCount -= 1;
    this.#pendingCount -= 1;
  }

  /** Removes a settled bet, reward and all; the warning of `withdrawBet` holds doubly. */
  withdrawSettled(bet: Bet, reward: number): void {
    const gain = gainAbove(this.#floor, reward);
    const table = this.#requireSettled();
    table.account.replace(this.#growth(table, bet, gain), null);
    this.#betCount -= 1;
  }

  /** Returns the lower bound on the sum of mean rewards of all open and settled bets. */
  lowerBound(): number {
    const least = this.#betCount * this.#floor.floor + 0;
    const surplus = this.gainAboveFloor();
    if (surplus === 0) return least;
    return Math.max(surplus + least - 2 * Number.EPSILON * (surplus + Math.abs(least)), least);
  }

  /** Returns the lower bound on Σ (mean reward − floor) over the same bets; at least 0. */
  gainAboveFloor(): number {
    const { floor, lowest, clipBias } = this.#floor;
    const shift = this.#betCount * (floor - lowest + clipBias);
    const provenGain = this.provenGain();
    const surplus = provenGain - shift;
    if (!(surplus > 0)) return 0;
    const rounding = shift === 0 ? 0 : 4 * Number.EPSILON * (provenGain + shift);
    return Math.max(surplus - rounding, 0);
  }

  /** Returns s*: proven total of reward − lowest, before noise and floor are accounted for. */
  provenGain(): number {
    return this.#table?.account.provenGain() ?? 0;
  }

  exportState(): BettingCertificateState {
    return {
      betCount: this.#betCount,
      pendingCount: this.#pendingCount,
      scale: this.scale,
      logWealths: this.#table?.account.exportState() ?? this.#emptyWealths(),
    };
  }

  /** Restores what `exportState` gave, bit for bit; the options must be the same. */
  importState(state: BettingCertificateState): void {
    requireWhole('betCount', state.betCount, 0, Number.MAX_SAFE_INTEGER);
    requireWhole('pendingCount', state.pendingCount, 0, state.betCount);
    if (state.scale === null) requireWhole('betCount without a scale', state.betCount, 0, 0);
    const table = state.scale === null ? null : this.#createTable(state.scale);
    table?.account.importState(state.logWealths);
    this.#table = table;
    this.#betCount = state.betCount;
    this.#pendingCount = state.pendingCount;
  }

  #checkBet({ prediction, deviation = 0, variance }: BetInput): Bet {
    requireFinite('prediction', prediction);
    requireNotNegative('deviation', deviation);
    if (this.#varianceProxy === null) {
      if (variance !== undefined) throw undeclaredVariance();
      return { prediction, deviation, variance: 0 };
    }
    const proxy = variance ?? this.#varianceProxy.variance;
    requireNotNegative('variance', proxy);
    const ratio = proxy / this.#varianceProxy.variance;
    requireBetween('variance / varianceProxy.variance', ratio, -1, VARIANCE_RATIO_MAX);
    return { prediction, deviation, variance: proxy };
  }

  #createTable(scale: number): BettingTable {
    const components = betComponents({
      scale,
      bettors: this.#bettors,
      varianceProxy: this.#varianceProxy,
    });
    const rates = components.map(({ rate }) => rate);
    const weights = components.map(({ weight }) => weight);
    const account = new WealthAccount({ rates, weights }, this.#failureProbability);
    return { scale, components, account };
  }

  #growth({ components }: BettingTable, bet: Bet, gain: number): LogGrowth {
    const predictedGain = Math.max(bet.prediction - this.#floor.lowest, 0);
    assertInvariant(predictedGain >= 0, 'the prediction of a bet must be a number', bet.prediction);
    const { deviation, variance } = bet;
    const round = { gain, predictedGain, deviation, variance };
    return (index) => components[index]!.logGrowth(round);
  }

  #emptyWealths(): CompensatedSumsState {
    const bettors = this.#bettors;
    const count = betComponentCount({ bettors, varianceProxy: this.#varianceProxy });
    const zeros = new Array<number>(count).fill(0);
    return { totals: zeros, remainders: [...zeros] };
  }

  #requirePending(): BettingTable {
    if (this.#table !== null && this.#pendingCount > 0) return this.#table;
    throw outOfOrder('a pending bet', 'none is pending');
  }

  #requireSettled(): BettingTable {
    if (this.#table !== null && this.#betCount > this.#pendingCount) return this.#table;
    throw outOfOrder('a settled bet', 'none is settled');
  }
}

/** S₀: what a reward of this mean and deviation pays when it pays. */
function scaleOf(mean: number, deviation: number): number {
  requireBetween('scale', mean, 0, Number.POSITIVE_INFINITY);
  return rewardSize({ mean, deviation });
}

function outOfOrder(wanted: string, received: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: `the call needs ${wanted}`,
    received,
    remedy: 'Settle or withdraw each bet at most once, and correct only what is settled.',
  });
}

function undeclaredVariance(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'variance must be left out of a bet unless a varianceProxy is declared',
    received: 'given without one',
    remedy: 'Declare varianceProxy when the certificate is made.',
  });
}
