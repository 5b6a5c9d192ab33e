/**
 * The policy as a library: as it is, with nobody asking for the margin between decisions, or put down
 * as text and taken up again.
 *
 *   library    the adversary sees receipts alone
 *   restored   odd runs: once, half-way; even runs: the margin is asked after every call, some decisions
 *              and all plans are previewed, and the policy is restored after every 17th call; the margin must be the
 *              same number before and after. In two of four runs it has one action less until it is restored
 *              for the first time, and grows then
 */
import {
  createEngine,
  createPolicy,
  type ExecutedShare,
  type GiveUp,
  growPolicy,
  type KernelEngine,
  type Outcome,
  type PartRewards,
  type PlanSituation,
  type Policy,
  restorePolicy,
  type TogetherOptions,
} from '@hedgerow/core';
import { beforeLateAction, withoutLateAction } from './late-action.ts';
import type { IssuedReceipt, Subject, SubjectOptions, SubjectRequest } from './subject.ts';

const CALLS_BETWEEN_RESTORES = 17;
const PREVIEW_EVERY = 5;
/** Of every four runs: one in which it is asked, and one in which it is not. */
const GROWING_RUNS: readonly number[] = [0, 3];

/** Memory that all policies of this thread share. */
const engine: KernelEngine = createEngine();

/** Returns the policy itself. */
export async function librarySubject({ definition }: SubjectOptions): Promise<Subject> {
  return new LibrarySubject(createPolicy(definition, { engine }));
}

/** Returns a policy that is restored from its own snapshots. */
export async function restoredSubject(options: SubjectOptions): Promise<Subject> {
  return new RestoredSubject(options);
}

class LibrarySubject implements Subject {
  protected policy: Policy;

  constructor(policy: Policy) {
    this.policy = policy;
  }

  async decide({ z, mode, ...options }: SubjectRequest): Promise<IssuedReceipt> {
    this.policy.safeMode = mode === 'safe-mode';
    const receipt = this.policy.decide({ z }, { ...options, shadow: mode === 'shadow' });
    this.policy.safeMode = false;
    return this.after(receipt);
  }

  async decideTogether(requests: readonly SubjectRequest[]): Promise<readonly IssuedReceipt[]> {
    this.policy.safeMode = requests[0]!.mode === 'safe-mode';
    const { receipts } = this.policy.decideTogether(...planOf(requests));
    this.policy.safeMode = false;
    return this.after(receipts);
  }

  async observe(id: string, reward: number | PartRewards): Promise<Outcome> {
    return this.after(this.policy.observe(id, reward));
  }

  async correct(id: string, reward: number | PartRewards): Promise<Outcome> {
    return this.after(this.policy.correct(id, reward));
  }

  async confirm(id: string, executed?: ExecutedShare): Promise<Outcome> {
    return this.after(this.policy.confirm(id, executed));
  }

  async fellBack(id: string, why: GiveUp): Promise<Outcome> {
    return this.after(this.policy.fellBack(id, why));
  }

  async cancel(id: string, why: GiveUp): Promise<Outcome> {
    return this.after(this.policy.cancel(id, why));
  }

  shownMargin(): number | null {
    return null;
  }

  async finish(): Promise<readonly string[]> {
    return [];
  }

  /** Called once after every call. */
  protected after<Answer>(answer: Answer): Answer {
    return answer;
  }
}

/** The situations, and what is said of all of them. */
function planOf(requests: readonly SubjectRequest[]): [PlanSituation[], TogetherOptions] {
  const { group, period, mode } = requests[0]!;
  const situations = requests.map(({ z, mode: _mode, group: _group, period: _period, ...own }) => ({
    ...own,
    context: { z },
  }));
  const options = {
    shadow: mode === 'shadow',
    ...(group === undefined ? {} : { group }),
    ...(period === undefined ? {} : { period }),
  };
  return [situations, options];
}

class RestoredSubject extends LibrarySubject {
  readonly #options: SubjectOptions;
  readonly #faults: string[] = [];
  readonly #isAsked: boolean;
  #callCount = 0;
  #sequence = 0;
  #isRestored = false;
  #isToGrow: boolean;

  constructor(options: SubjectOptions) {
    const isToGrow = GROWING_RUNS.includes(options.run % 4);
    const smaller = isToGrow ? withoutLateAction(options.definition) : null;
    super(createPolicy(smaller ?? options.definition, { engine }));
    this.#options = options;
    this.#isAsked = options.run % 2 === 0;
    this.#isToGrow = smaller !== null;
  }

  override async decide(asked: SubjectRequest): Promise<IssuedReceipt> {
    const request = this.#isToGrow ? beforeLateAction(asked) : asked;
    const { z, mode: _mode, ...options } = request;
    if (this.#isAsked && this.#sequence % PREVIEW_EVERY === 0) this.policy.preview({ z }, options);
    const receipt = await super.decide(request);
    this.#sequence = receipt.sequence;
    return receipt;
  }

  override async decideTogether(
    asked: readonly SubjectRequest[],
  ): Promise<readonly IssuedReceipt[]> {
    const requests = this.#isToGrow ? asked.map(beforeLateAction) : asked;
    if (this.#isAsked) this.policy.previewTogether(...planOf(requests));
    const receipts = await super.decideTogether(requests);
    this.#sequence += receipts.length;
    return receipts;
  }

  override shownMargin(): number | null {
    return this.#isAsked ? this.policy.margin(this.#options.judgedSite) : null;
  }

  override async finish(): Promise<readonly string[]> {
    return this.#faults;
  }

  protected override after<Answer>(answer: Answer): Answer {
    this.#callCount += 1;
    if (this.#isAsked) {
      const margins = this.#margins();
      if (this.#callCount % CALLS_BETWEEN_RESTORES === 0) this.#restoreAsked(margins);
    } else if (!this.#isRestored && this.#sequence >= this.#options.roundCount / 2) {
      this.#restore();
    }
    return answer;
  }

  #restore(): void {
    const snapshot = this.policy.snapshot();
    this.policy = this.#isToGrow
      ? growPolicy(snapshot, this.#options.definition, { engine })
      : restorePolicy(snapshot, { engine });
    this.#isToGrow = false;
    this.#isRestored = true;
  }

  /** The margins of all sites, in one text. */
  #margins(): string {
    const { policy } = this;
    return [undefined, ...policy.sites].map((site) => policy.margin(site)).join(' ');
  }

  #restoreAsked(before: string): void {
    this.#restore();
    const after = this.#margins();
    if (after === before) return;
    this.#faults.push(`the margin was ${before} before a restore and ${after} after it`);
  }
}
