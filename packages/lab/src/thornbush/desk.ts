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
import type { GiveUpReason } from '@hedgerow/core';
import { tolerance } from './adversaries.ts';
import type { CellNumbers } from './cell-range.ts';
import type { IssuedReceipt, Subject, SubjectRequest, Told } from './subject.ts';
import type { IssuedRound, TrueSlack } from './true-slack.ts';
import type { Situation } from './world.ts';

/** A round before it is decided. */
export interface AskedRound {
  readonly situation: Situation;
  readonly request: SubjectRequest;
}

export interface DeskOptions {
  readonly subject: Subject;
  readonly createTruth: () => TrueSlack;
  readonly numbers: CellNumbers;
  /** The site whose promise is judged in this run, if there are sites; all others only take part. */
  readonly judgedSite?: string;
}

export class Desk {
  readonly #subject: Subject;
  readonly #truths = new Map<string | undefined, TrueSlack>();
  readonly #options: DeskOptions;
  readonly #numbers: CellNumbers;
  /** Groups of which a reward was told. */
  readonly #seenGroups = new Set<string>();
  readonly faults: string[] = [];
  isBroken = false;
  isCertificateWrong = false;
  learnerCount = 0;
  roundCount = 0;
  /** The margin that was last shown, of the site that is judged. */
  books = 0;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#subject = options.subject;
    this.#numbers = options.numbers;
    this.books = options.numbers.reserve;
  }

  /** The true slack of the site that is judged. */
  get truth(): number {
    return this.#truthOf(this.#options.judgedSite).value;
  }

  /** Decides what is asked, one by one or together, and returns the rounds in the order they were issued. */
  async decide(asked: readonly AskedRound[], isTogether: boolean): Promise<IssuedRound[]> {
    const receipts = isTogether
      ? await this.#subject.decideTogether(asked.map(({ request }) => request))
      : null;
    const rounds: IssuedRound[] = [];
    const order = asked.map((_, i) => i);
    if (receipts !== null) order.sort((a, b) => receipts[a]!.sequence - receipts[b]!.sequence);
    for (const i of order) {
      const receipt = receipts?.[i] ?? (await this.#subject.decide(asked[i]!.request));
      rounds.push(this.#enter(asked[i]!, receipt));
      if (receipts === null) this.#compare(this.#shownMargin());
    }
    if (receipts !== null) this.#compare(this.#shownMargin());
    return rounds;
  }

  /** Whether a reward of its group was told, so that whoever takes it back may know its weather. */
  isBound({ request: { group } }: IssuedRound): boolean {
    return group !== undefined && this.#seenGroups.has(group);
  }

  async confirm(round: IssuedRound): Promise<void> {
    await this.#tell(round, 'executed', this.#subject.confirm(round.receipt.id));
  }

  async observe(round: IssuedRound): Promise<void> {
    const message = this.#subject.observe(round.receipt.id, round.reward);
    if ((await message) !== 'expired') this.#see(round);
    await this.#tell(round, 'executed', message);
  }

  async cancel(round: IssuedRound, reason: GiveUpReason): Promise<void> {
    const message = this.#subject.cancel(round.receipt.id, { reason });
    await this.#tell(round, reason === 'unrelated' ? 'void' : 'as-issued', message);
  }

  async fellBack(round: IssuedRound, reason: GiveUpReason): Promise<void> {
    const message = this.#subject.fellBack(round.receipt.id, { reason });
    await this.#tell(round, reason === 'unrelated' ? 'fell-back' : 'as-issued', message);
  }

  /** Reports something false and corrects it; only what is shown after the last counts. */
  async observeFalsely(round: IssuedRound, reports: readonly number[]): Promise<void> {
    const { id } = round.receipt;
    const [first = round.reward, ...others] = reports;
    const outcome = await this.#subject.observe(id, first);
    this.#requireRecorded(outcome);
    if (outcome !== 'expired') this.#see(round);
    let standing = first;
    for (const report of [...others, round.reward]) {
      if (report === standing) continue;
      this.#requireRecorded(await this.#subject.correct(id, report));
      standing = report;
    }
    this.#truthOf(round.request.site).resolve(round, 'executed');
    this.#compare(this.#shownMargin());
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
    message: Promise<Told>,
  ): Promise<void> {
    this.#requireRecorded(await message);
    this.#truthOf(round.request.site).resolve(round, fate, this.isBound(round));
    this.#lookAtTruth(null);
    this.#compare(this.#shownMargin());
  }

  #enter({ situation, request }: AskedRound, receipt: IssuedReceipt): IssuedRound {
    const truth = this.#truthOf(request.site);
    const isJudged = request.site === this.#options.judgedSite;
    truth.beginRound(request);
    if (isJudged) this.#compare(receipt.margin.before);
    const isProposal = receipt.chosenBy === 'learner';
    const round: IssuedRound = {
      receipt,
      situation,
      request,
      baselineAction: receipt.baseline.action === 'c' ? 'c' : 'b',
      reward: situation.outcomes[receipt.action as keyof Situation['outcomes']],
      isProposal,
      isHeldOut: receipt.reason === 'held-out',
    };
    this.roundCount += 1;
    this.learnerCount += isProposal ? 1 : 0;
    if (receipt.reason === 'halted') this.faults.push('the service halted the policy');
    truth.issue(round);
    this.#lookAtTruth(isJudged ? truth.roundCount : null);
    return round;
  }

  #see({ request: { group } }: IssuedRound): void {
    if (group !== undefined) this.#seenGroups.add(group);
  }

  #truthOf(site: string | undefined): TrueSlack {
    const truth = this.#truths.get(site) ?? this.#options.createTruth();
    this.#truths.set(site, truth);
    return truth;
  }

  #shownMargin(): number | null {
    return this.#subject.shownMargin();
  }

  /** What came too late stays at its worst in the books, whatever it truly was. */
  #requireRecorded(outcome: Told): void {
    if (outcome !== 'recorded' && outcome !== 'expired')
      this.faults.push(`a message was answered with ${outcome}`);
  }

  /** `roundCount` where a round has just ended; a window is looked at then alone. */
  #lookAtTruth(roundCount: number | null): void {
    const { window } = this.#numbers;
    if (window > 1 && (roundCount === null || roundCount % window !== 0)) return;
    if (this.truth < -tolerance(this.#numbers, this.truth)) this.isBroken = true;
  }

  #compare(margin: number | null): void {
    if (margin === null) return;
    this.books = margin;
    if (margin > this.truth + tolerance(this.#numbers, this.truth)) this.isCertificateWrong = true;
  }
}
