/**
 * Where rounds are dealt with: every message goes to the policy and into the true slack together, and
 * after each one the books that are shown are held against the truth.
 *
 *     broken              the true slack fell below 0 (at the end of a window, where there is one)
 *     certificate wrong   a margin was shown that is above the true slack
 *
 * A run that is broken although no margin was ever wrong is a fault, not bad luck: the gate let
 * something through that its own books refuse.
 */
import type { Outcome } from '@hedgerow/core';
import { tolerance } from './adversaries.ts';
import type { CellNumbers } from './cell-range.ts';
import type { Subject, SubjectRequest } from './subject.ts';
import type { IssuedRound, TrueSlack } from './true-slack.ts';
import type { Situation } from './world.ts';

export interface DeskOptions {
  readonly subject: Subject;
  readonly truth: TrueSlack;
  readonly numbers: CellNumbers;
}

export class Desk {
  readonly #subject: Subject;
  readonly #truth: TrueSlack;
  readonly #numbers: CellNumbers;
  readonly faults: string[] = [];
  isBroken = false;
  isCertificateWrong = false;
  learnerCount = 0;
  roundCount = 0;
  /** The margin that was last shown. */
  books = 0;

  constructor({ subject, truth, numbers }: DeskOptions) {
    this.#subject = subject;
    this.#truth = truth;
    this.#numbers = numbers;
    this.books = numbers.reserve;
  }

  get truth(): number {
    return this.#truth.value;
  }

  async decide(situation: Situation, request: SubjectRequest): Promise<IssuedRound> {
    const receipt = await this.#subject.decide(request);
    this.#truth.beginRound();
    this.#compare(receipt.margin.before);
    const isProposal = receipt.chosenBy === 'learner';
    const round: IssuedRound = {
      receipt,
      situation,
      baselineAction: receipt.baseline.action === 'c' ? 'c' : 'b',
      reward: situation.outcomes[receipt.action as keyof Situation['outcomes']],
      isProposal,
      isHeldOut: receipt.reason === 'held-out',
    };
    this.roundCount += 1;
    this.learnerCount += isProposal ? 1 : 0;
    if (receipt.reason === 'halted') this.faults.push('the service halted the policy');
    this.#truth.issue(round);
    this.#lookAtTruth(receipt.sequence);
    this.#compare(this.#subject.shownMargin());
    return round;
  }

  async confirm(round: IssuedRound): Promise<void> {
    await this.#tell(round, 'executed', this.#subject.confirm(round.receipt.id));
  }

  async observe(round: IssuedRound): Promise<void> {
    await this.#tell(round, 'executed', this.#subject.observe(round.receipt.id, round.reward));
  }

  async cancel(round: IssuedRound): Promise<void> {
    await this.#tell(round, 'void', this.#subject.cancel(round.receipt.id));
  }

  async fellBack(round: IssuedRound): Promise<void> {
    await this.#tell(round, 'fell-back', this.#subject.fellBack(round.receipt.id));
  }

  /** Reports something false and corrects it; only what is shown after the last counts. */
  async observeFalsely(round: IssuedRound, reports: readonly number[]): Promise<void> {
    const { id } = round.receipt;
    const [first = round.reward, ...others] = reports;
    this.#requireRecorded(await this.#subject.observe(id, first));
    let standing = first;
    for (const report of [...others, round.reward]) {
      if (report === standing) continue;
      this.#requireRecorded(await this.#subject.correct(id, report));
      standing = report;
    }
    this.#truth.resolve(round, 'executed');
    this.#compare(this.#subject.shownMargin());
  }

  async finish(): Promise<void> {
    this.faults.push(...(await this.#subject.finish()));
    if (this.isBroken && !this.isCertificateWrong) {
      this.faults.push('broken although no margin was above the truth');
    }
  }

  async #tell(
    round: IssuedRound,
    fate: Parameters<TrueSlack['resolve']>[1],
    message: Promise<Outcome>,
  ): Promise<void> {
    this.#requireRecorded(await message);
    this.#truth.resolve(round, fate);
    this.#lookAtTruth(null);
    this.#compare(this.#subject.shownMargin());
  }

  #requireRecorded(outcome: Outcome): void {
    if (outcome !== 'recorded') this.faults.push(`a message was answered with ${outcome}`);
  }

  /** `sequence` where a round has just ended; a window is looked at then alone. */
  #lookAtTruth(sequence: number | null): void {
    const { window } = this.#numbers;
    if (window > 1 && (sequence === null || sequence % window !== 0)) return;
    if (this.truth < -tolerance(this.#numbers, this.truth)) this.isBroken = true;
  }

  #compare(margin: number | null): void {
    if (margin === null) return;
    this.books = margin;
    if (margin > this.truth + tolerance(this.#numbers, this.truth)) this.isCertificateWrong = true;
  }
}
