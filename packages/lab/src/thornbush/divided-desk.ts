/**
 * Where divided decisions are dealt with: like desk.ts, with the true slack of what was promised about
 * them, in the weather that came:
 *
 *     reserve + Σ over decisions   size · ( f · r_x + (α − f) · r_b + allowance )
 *
 * with f the share that was executed and r the means over all strips of the field. The draw is shown
 * with the receipt, so a decision that does not take place stays as it was issued.
 */
import type { ExecutedShare, GiveUpReason, PartRewards } from '@hedgerow/core';
import { tolerance } from './adversaries.ts';
import type { CellNumbers } from './cell-range.ts';
import { type Field, meanOf, meanOfAll } from './field.ts';
import type { IssuedReceipt, Subject, SubjectRequest, Told } from './subject.ts';

/** A divided decision that was issued, and what is true of it. */
export interface DividedRound {
  readonly receipt: IssuedReceipt;
  readonly field: Field;
  readonly site: string | undefined;
  readonly size: number;
  /** Strips of the try and of the check, counted from 1. */
  readonly tried: readonly number[];
  readonly checked: readonly number[];
  readonly share: number;
}

export interface DividedDeskOptions {
  readonly subject: Subject;
  readonly numbers: CellNumbers;
  readonly judgedSite: string | undefined;
  /**
   * Whether decisions are executed against the plan. That may overdraw the true slack itself; what is
   * promised then is that no margin above it is shown.
   */
  readonly isAgainstPlan: boolean;
}

export class DividedDesk {
  readonly #options: DividedDeskOptions;
  readonly #truths = new Map<string | undefined, number>();
  readonly faults: string[] = [];
  isBroken = false;
  isCertificateWrong = false;
  learnerCount = 0;
  roundCount = 0;
  /** The share that was tried last. */
  share = 1;
  books: number;

  constructor(options: DividedDeskOptions) {
    this.#options = options;
    this.books = options.numbers.reserve;
  }

  /** The true slack of the site that is judged. */
  get truth(): number {
    return this.#truthOf(this.#options.judgedSite);
  }

  /** Plans fields, each as one decision or as so many blocks; `fields` has one for each. */
  async decide(
    requests: readonly SubjectRequest[],
    fields: readonly Field[],
  ): Promise<DividedRound[]> {
    const { subject } = this.#options;
    const [request] = requests;
    const isPlan = requests.length > 1 || request!.blocks !== undefined;
    const receipts = isPlan
      ? await subject.decideTogether(requests)
      : [await subject.decide(request!)];
    if (receipts.length !== fields.length) this.faults.push('a plan has not one receipt a field');
    const rounds = receipts.map((receipt, i) => {
      const {
        site,
        size = 1,
        blocks = 1,
      } = requests[Math.floor((i * requests.length) / fields.length)]!;
      return this.#enter(receipt, { field: fields[i]!, site, size: size / blocks });
    });
    this.#compare(subject.shownMargin());
    return rounds;
  }

  async observe({ receipt }: DividedRound, parts: PartRewards): Promise<void> {
    await this.#tell(this.#options.subject.observe(receipt.id, parts));
  }

  /** Another report in place of one; what is shown before the last one counts for nothing. */
  async correct({ receipt }: DividedRound, parts: PartRewards): Promise<void> {
    await this.#tell(this.#options.subject.correct(receipt.id, parts));
  }

  /** A report that is not true and will be corrected: the margin after it is not looked at. */
  async observeFalsely({ receipt }: DividedRound, parts: PartRewards): Promise<void> {
    this.#requireRecorded(await this.#options.subject.observe(receipt.id, parts));
  }

  async cancel({ receipt }: DividedRound, reason: GiveUpReason): Promise<void> {
    await this.#tell(this.#options.subject.cancel(receipt.id, { reason }));
  }

  async confirm({ receipt }: DividedRound): Promise<void> {
    await this.#tell(this.#options.subject.confirm(receipt.id));
  }

  /** It was executed on another share than planned. */
  async executeOtherwise(round: DividedRound, executed: ExecutedShare): Promise<void> {
    this.#count(round, executed.share, round.share);
    const { subject } = this.#options;
    const { id } = round.receipt;
    const isFallBack = executed.share === 0 && !executed.isInnocent;
    const why = { reason: 'newer-information' } as const;
    await this.#tell(isFallBack ? subject.fellBack(id, why) : subject.confirm(id, executed));
    this.#lookAtTruth();
  }

  async finish(): Promise<void> {
    this.faults.push(...(await this.#options.subject.finish()));
    if (this.isBroken && !this.isCertificateWrong) {
      this.faults.push('broken although no margin was above the truth');
    }
  }

  #enter(
    receipt: IssuedReceipt,
    { field, site, size }: Pick<DividedRound, 'field' | 'site' | 'size'>,
  ): DividedRound {
    const partOf = (role: 'try' | 'check') => receipt.parts?.find((part) => part.role === role);
    const tried = partOf('try');
    const checked = partOf('check')?.strips ?? [];
    const share = tried?.share ?? 0;
    const strips = tried?.strips ?? [];
    if (strips.length + checked.length !== field.tries.length) {
      this.faults.push(`the parts of ${receipt.id} are not all of the field`);
    }
    const round = { receipt, field, site, size, tried: strips, checked, share };
    if (site === this.#options.judgedSite) this.#compare(receipt.margin.before);
    this.roundCount += 1;
    this.learnerCount += share > 0 ? 1 : 0;
    if (share > 0) this.share = share;
    this.#count(round, share, null);
    this.#lookAtTruth();
    return round;
  }

  /** Counts a decision with this share, in place of that with another. */
  #count(round: DividedRound, share: number, before: number | null): void {
    const change = this.#worth(round, share) - (before === null ? 0 : this.#worth(round, before));
    this.#truths.set(round.site, this.#truthOf(round.site) + change);
  }

  #worth({ field, size }: DividedRound, share: number): number {
    const { allowedShortfall, allowancePerRound } = this.#options.numbers;
    const tried = share * meanOfAll(field.tries);
    const kept = (allowedShortfall - share) * meanOfAll(field.checks);
    return size * (tried + kept + allowancePerRound);
  }

  #truthOf(site: string | undefined): number {
    return this.#truths.get(site) ?? this.#options.numbers.reserve;
  }

  async #tell(message: Promise<Told>): Promise<void> {
    this.#requireRecorded(await message);
    this.#compare(this.#options.subject.shownMargin());
  }

  #requireRecorded(outcome: Told): void {
    if (outcome !== 'recorded' && outcome !== 'expired')
      this.faults.push(`a message was answered with ${outcome}`);
  }

  #lookAtTruth(): void {
    if (this.#options.isAgainstPlan) return;
    if (this.truth < -tolerance(this.#options.numbers, this.truth)) this.isBroken = true;
  }

  #compare(margin: number | null): void {
    if (margin === null) return;
    this.books = margin;
    const limit = this.truth + tolerance(this.#options.numbers, this.truth);
    if (margin <= limit) return;
    this.isCertificateWrong = true;
    if (this.#options.isAgainstPlan) this.isBroken = true;
  }
}

/** Returns what is measured on some strips of the two parts; parts without strips are left out. */
export function measured(
  { field }: DividedRound,
  tried: readonly number[],
  checked: readonly number[],
): PartRewards {
  const { tries, checks, tryError, checkError, clip } = field;
  return {
    ...(tried.length === 0 ? {} : { try: clip(meanOf(tries, tried) + tryError) }),
    ...(checked.length === 0 ? {} : { check: clip(meanOf(checks, checked) + checkError) }),
  };
}
