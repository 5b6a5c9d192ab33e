/**
 * The writers of all policies: each is made when its policy is first asked for, and there is never a
 * second one of the same policy in this process.
 */
import { createEngine, type KernelEngine } from '@hedgerow/core';
import { closing, invalidInput } from '../../problems/refusals.ts';
import type { Command } from '../commands/command.ts';
import { keyedFlip } from '../fold/coins.ts';
import { loadPolicy } from './load-policy.ts';
import { PolicyWriter, type PolicyWriterOptions } from './policy-writer.ts';

/** What all writers share. */
export interface PolicyWritersOptions
  extends Omit<PolicyWriterOptions, 'policy' | 'load' | 'onChange'> {
  /** Called when entries of a policy are on disk or others' were taken in. */
  readonly onChange: (policy: string) => void;
}

const POLICY_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** From so many policies on, those that turned out not to exist are let go. */
const WRITERS_KEPT = 256;

export class PolicyWriters {
  readonly #options: PolicyWritersOptions;
  readonly #engine: KernelEngine = createEngine();
  readonly #writers = new Map<string, PolicyWriter>();
  #isClosing = false;

  constructor(options: PolicyWritersOptions) {
    this.#options = options;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Requests that wait for a turn, of all policies. */
  get waitingCount(): number {
    return [...this.#writers.values()].reduce((sum, writer) => sum + writer.waitingCount, 0);
  }

  /** Answers when the command has run and all it rests on is on disk. */
  async submit<Answer>(policy: string, command: Command<Answer>): Promise<Answer> {
    if (!POLICY_ID.test(policy)) {
      throw invalidInput(
        `A policy's name must be 1 to 64 letters, digits, "-" and "_", beginning with a letter or digit, but it is ${JSON.stringify(policy)}.`,
      );
    }
    if (this.#isClosing) throw closing();
    return this.#writerOf(policy).submit(command);
  }

  /** Finishes what waits, writes snapshots, and takes no more. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#writers.values()].map((writer) => writer.close()));
  }

  #writerOf(policy: string): PolicyWriter {
    const known = this.#writers.get(policy);
    if (known !== undefined) return known;
    if (this.#writers.size >= WRITERS_KEPT) this.#letGo();
    const writer = this.#create(policy);
    this.#writers.set(policy, writer);
    return writer;
  }

  #create(policy: string): PolicyWriter {
    const { onChange, ...shared } = this.#options;
    const { journal, report } = shared;
    const onRefused = (detail: string) => report({ kind: 'snapshot-refused', policy, detail });
    return new PolicyWriter({
      ...shared,
      policy,
      load: async (isFromEntries) => {
        const flip = keyedFlip(await journal.coinKey());
        const { decisionsHeld } = shared.limits;
        const made = { engine: this.#engine, flip, decisionsHeld, isFromEntries };
        return loadPolicy({ journal, policy, ...made, onRefused });
      },
      onChange: () => onChange(policy),
    });
  }

  /** Asking for names that do not exist must not fill the memory. */
  #letGo(): void {
    for (const [policy, writer] of this.#writers) {
      if (writer.isIdleAndEmpty) this.#writers.delete(policy);
    }
  }
}
