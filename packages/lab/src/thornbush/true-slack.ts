/**
 * The true slack of a promise, as the definition states it, kept by somebody who knows all means:
 *
 *     reserve + Σ over rounds D,      D = worth of the round − (1 − α) · baseline + allowance
 *
 *   expected, baseline declared   worth = mean of the action played
 *   expected, coin `policy`       worth = q · mean of the proposal + (1 − q) · mean of the baseline
 *   expected, coin `played`       worth = mean of the action played
 *   (of a group with a coin: means in the weather that came)
 *   observed, baseline declared   worth = what was earned; a round of the baseline is measured by itself
 *   observed, unknown             worth = what was earned, against what the baseline would have earned
 *
 * A round whose coin was shown stays as it was issued, whatever becomes of it: if it is void or fell
 * back afterwards, that may be because of the coin. Where no coin was drawn, a round that nobody has
 * heard of counts only if it is a loss, a void one not at all, and one that fell back as a round of the
 * baseline; but one that is taken back when a reward of its group is known stays as it was issued.
 * Where every period keeps the promise by itself, the sum begins anew with each, and only what is left
 * of the reserve is carried over; news of an earlier period changes that. Every site has a true slack of its own.
 */
import type { ActionName } from './cell-definition.ts';
import { type CellNumbers, hasCoin, PERIOD_ROUNDS } from './cell-range.ts';
import type { Cell } from './factors.ts';
import type { IssuedReceipt, SubjectRequest } from './subject.ts';
import type { Situation } from './world.ts';

/** A round that was issued, and what is true of it. */
export interface IssuedRound {
  readonly receipt: IssuedReceipt;
  readonly situation: Situation;
  /** Size, group, site and period of the request. */
  readonly request: SubjectRequest;
  readonly baselineAction: 'b' | 'c';
  /** What the action of the receipt pays. */
  readonly reward: number;
  readonly isProposal: boolean;
  readonly isHeldOut: boolean;
}

/** `as-issued`: given up because of newer information, so that it stays in the total as it was issued. */
export type Fate = 'executed' | 'void' | 'fell-back' | 'as-issued';

/** Whether a coin decided who plays, so that the receipt tells how it fell. */
export function isDrawn({ receipt, isProposal, isHeldOut }: IssuedRound): boolean {
  return isHeldOut || (isProposal && receipt.coin !== null);
}

/**
 * What becomes of D where a round with a coin was taken back: it `stays` as issued, which is the rule,
 * or it `leaves` with the round, which no book could keep (`taken-back.test.ts`).
 */
export type TakenBack = 'stays' | 'leaves';

export class TrueSlack {
  readonly #cell: Cell;
  readonly #numbers: CellNumbers;
  readonly #hasCoin: boolean;
  readonly #takenBack: TakenBack;
  /** What each round counts for now, and in which period. */
  readonly #counted = new Map<string, { readonly period: number; readonly amount: number }>();
  /** What each period adds up to, and with what it began. */
  readonly #periods: { sum: number; reserve: number }[];
  /** Rounds of the present period. */
  #issuedCount = 0;
  #group: string | undefined;
  #period: string | undefined;

  constructor(cell: Cell, numbers: CellNumbers, takenBack: TakenBack = 'stays') {
    this.#cell = cell;
    this.#numbers = numbers;
    this.#hasCoin = hasCoin(cell);
    this.#takenBack = takenBack;
    this.#periods = [{ sum: 0, reserve: numbers.reserve }];
  }

  get value(): number {
    const { reserve, sum } = this.#periods.at(-1)!;
    return reserve + sum;
  }

  /** Number of rounds issued so far in the present period. */
  get roundCount(): number {
    return this.#issuedCount;
  }

  /** Begins a new period if it is time: what may be lost once is carried over, and nothing else. */
  beginRound({ group, period }: SubjectRequest): void {
    const isOver = this.#issuedCount >= PERIOD_ROUNDS;
    // A group belongs to one period: what joins it still counts there.
    const isJoining = group !== undefined && group === this.#group;
    if (this.#cell.period === 'every-30' && isOver && !isJoining) this.#startPeriod();
    if (this.#cell.period === 'named' && period !== this.#period) this.#startPeriod();
    this.#group = group;
    this.#period = period;
  }

  #startPeriod(): void {
    this.#periods.push({ sum: 0, reserve: handedOn(this.#periods.at(-1)!) });
    this.#issuedCount = 0;
  }

  issue(round: IssuedRound): void {
    this.#issuedCount += 1;
    const worth = this.#worth(round);
    const isOpen = this.#cell.execution === 'confirm' && !isDrawn(round);
    this.#counted.set(round.receipt.id, { period: this.#periods.length - 1, amount: 0 });
    this.#count(round, isOpen ? Math.min(worth, 0) : worth);
  }

  /** `isBound`: a reward of its group was told before; then it stays as it was issued. */
  resolve(round: IssuedRound, fate: Fate, isBound = false): void {
    if (isDrawn(round) && this.#takenBack === 'stays') return;
    const isAsIssued = fate === 'executed' || fate === 'as-issued' || isBound;
    if (isAsIssued) this.#count(round, this.#worth(round));
    else this.#count(round, fate === 'void' ? 0 : this.#baselineWorth(round));
  }

  /** Replaces what a round counts for; later periods begin with what that leaves. */
  #count({ receipt, request }: IssuedRound, worth: number): void {
    const { period, amount: before } = this.#counted.get(receipt.id)!;
    const amount = (request.size ?? 1) * worth;
    this.#counted.set(receipt.id, { period, amount });
    this.#periods[period]!.sum += amount - before;
    for (let i = period + 1; i < this.#periods.length; i++) {
      this.#periods[i]!.reserve = handedOn(this.#periods[i - 1]!);
    }
  }

  /** D of the round as it was issued. */
  #worth(round: IssuedRound): number {
    if (this.#cell.promise === 'expected' && this.#cell.baseline === 'unknown-policy') {
      return this.#worthBeforeCoin(round);
    }
    if (!round.isProposal) return this.#baselineWorth(round);
    const { allowedShortfall, allowancePerRound } = this.#numbers;
    const earned = this.#amounts(round)[actionOf(round.receipt.action)];
    return earned - (1 - allowedShortfall) * this.#yardstick(round) + allowancePerRound;
  }

  #worthBeforeCoin(round: IssuedRound): number {
    const { receipt, situation, baselineAction } = round;
    const { allowedShortfall, allowancePerRound } = this.#numbers;
    const isMixed = round.isProposal || round.isHeldOut;
    const playProbability = isMixed ? (receipt.coin?.playProbability ?? 1) : 0;
    const proposal = situation.means[actionOf(receipt.proposal)];
    const baseline = situation.means[baselineAction];
    return (
      playProbability * proposal +
      (allowedShortfall - playProbability) * baseline +
      allowancePerRound
    );
  }

  #baselineWorth(round: IssuedRound): number {
    const { allowedShortfall, allowancePerRound } = this.#numbers;
    return allowedShortfall * this.#amounts(round)[round.baselineAction] + allowancePerRound;
  }

  /** What the promise is about: means, or what was earned. */
  #amounts({ situation }: IssuedRound): Situation['means'] {
    return this.#cell.promise === 'observed' ? situation.outcomes : situation.means;
  }

  /** What the baseline counts for in a round that the proposal took from it. */
  #yardstick({ situation, baselineAction }: IssuedRound): number {
    const isMean = this.#cell.promise === 'expected' || !this.#hasCoin;
    return isMean ? situation.means[baselineAction] : situation.outcomes[baselineAction];
  }
}

/** What is left of what may be lost once, or below 0 what has to be made up for. */
function handedOn({ reserve, sum }: { readonly reserve: number; readonly sum: number }): number {
  return Math.min(Math.max(0, reserve), reserve + sum);
}

function actionOf(name: string): ActionName {
  if (name === 'b' || name === 'c' || name === 'x' || name === 'y') return name;
  throw new Error(`A receipt named ${name}, which is no action of the grid.`);
}
