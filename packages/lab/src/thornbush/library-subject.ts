/**
 * The policy as a library: as it is, with nobody asking for the margin between decisions, or put down
 * as text and taken up again.
 *
 *   library    the adversary sees receipts alone
 *   restored   odd runs: once, half-way; even runs: the margin is asked after every call, some decisions
 *              are previewed, and the policy is restored after every 17th call; the margin must be the
 *              same number before and after
 */
import {
  createEngine,
  createPolicy,
  type KernelEngine,
  type Outcome,
  type Policy,
  restorePolicy,
} from '@hedgerow/core';
import type { IssuedReceipt, Subject, SubjectOptions, SubjectRequest } from './subject.ts';

const CALLS_BETWEEN_RESTORES = 17;
const PREVIEW_EVERY = 5;

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

  async observe(id: string, reward: number): Promise<Outcome> {
    return this.after(this.policy.observe(id, reward));
  }

  async correct(id: string, reward: number): Promise<Outcome> {
    return this.after(this.policy.correct(id, reward));
  }

  async confirm(id: string): Promise<Outcome> {
    return this.after(this.policy.confirm(id));
  }

  async fellBack(id: string): Promise<Outcome> {
    return this.after(this.policy.fellBack(id));
  }

  async cancel(id: string): Promise<Outcome> {
    return this.after(this.policy.cancel(id));
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

class RestoredSubject extends LibrarySubject {
  readonly #options: SubjectOptions;
  readonly #faults: string[] = [];
  readonly #isAsked: boolean;
  #callCount = 0;
  #sequence = 0;
  #isRestored = false;
  #shown: number | null = null;

  constructor(options: SubjectOptions) {
    super(createPolicy(options.definition, { engine }));
    this.#options = options;
    this.#isAsked = options.run % 2 === 0;
  }

  override async decide(request: SubjectRequest): Promise<IssuedReceipt> {
    const { z, mode: _mode, ...options } = request;
    if (this.#isAsked && this.#sequence % PREVIEW_EVERY === 0) this.policy.preview({ z }, options);
    const receipt = await super.decide(request);
    this.#sequence = receipt.sequence;
    return receipt;
  }

  override shownMargin(): number | null {
    return this.#shown;
  }

  override async finish(): Promise<readonly string[]> {
    return this.#faults;
  }

  protected override after<Answer>(answer: Answer): Answer {
    this.#callCount += 1;
    this.#shown = null;
    if (this.#isAsked) {
      this.#shown = this.policy.margin();
      if (this.#callCount % CALLS_BETWEEN_RESTORES === 0) this.#restoreAsked(this.#shown);
    } else if (!this.#isRestored && this.#sequence >= this.#options.roundCount / 2) {
      this.#restore();
    }
    return answer;
  }

  #restore(): void {
    this.policy = restorePolicy(this.policy.snapshot(), { engine });
    this.#isRestored = true;
  }

  #restoreAsked(before: number): void {
    this.#restore();
    const after = this.policy.margin();
    if (after === before) return;
    this.#faults.push(`the margin was ${before} before a restore and ${after} after it`);
  }
}
