/**
 * The writers of all policies: each is made when its policy is asked for, and there is never a second one of the
 * same policy in this process.
 *
 *     asleep    only what the journal holds; costs no memory
 *     awake     a writer with the state, made again from the snapshot and the entries after it
 *
 * So many may be awake, and fewer while memory is short (awake-limit.ts). Beyond that, those that were asked least recently and have nothing to do are put to sleep:
 * a snapshot if there are entries enough to be worth one, then they are dropped. Whether one has nothing to do is
 * looked at in the same moment in which it is dropped; whoever asks afterwards wakes it, and finds all that was
 * answered, because a writer with something on its way to the disk has something to do.
 */
import { createEngine, type KernelEngine } from '@hedgerow/core';
import { type MemoryUse, oldSpaceUse, processUse } from '../../instruments/memory-use.ts';
import { closing, invalidInput, overloaded } from '../../problems/refusals.ts';
import type { AnyCommand } from '../commands/command.ts';
import { keyedFlip } from '../fold/coins.ts';
import { NameRoom } from '../fold/name-room.ts';
import { AwakeLimit } from './awake-limit.ts';
import { loadPolicy } from './load-policy.ts';
import { Makings } from './makings.ts';
import { PolicyWriter, type PolicyWriterOptions } from './policy-writer.ts';
import { pausesOf } from './turn-time.ts';

/** What all writers share. */
export interface PolicyWritersOptions
  extends Omit<PolicyWriterOptions, 'policy' | 'load' | 'onChange' | 'onIdle'> {
  /** The engine's if absent. */
  readonly oldSpaceUse?: (() => MemoryUse) | undefined;
  /** Called when entries of a policy are on disk or others' were taken in. */
  readonly onChange: (policy: string) => void;
}

const POLICY_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** Policies that are put to sleep, or closed, at the same time. */
const AT_ONCE = 8;
/** Policies beyond the limit that may be awake because all of them are busy; more have to wait. */
const BUSY_BEYOND = 32;

export class PolicyWriters {
  readonly #options: PolicyWritersOptions;
  readonly #engine: KernelEngine = createEngine();
  readonly #names = new NameRoom();
  readonly #makings: Makings;
  /** Those that are awake; the one that was asked least recently comes first. */
  readonly #writers = new Map<string, PolicyWriter>();
  readonly #fallingAsleep = new Set<string>();
  /** Requests to sleeping policies that wait until another has gone to sleep. */
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  readonly #awakeLimit: AwakeLimit;
  #isClosing = false;

  constructor(options: PolicyWritersOptions) {
    this.#options = options;
    const isOrdered = !options.journal.isShared;
    this.#makings = new Makings({ pauses: pausesOf(options), isOrdered });
    this.#awakeLimit = new AwakeLimit({
      most: options.limits.policiesAwake,
      oldSpaceUse: options.oldSpaceUse ?? oldSpaceUse,
      processUse,
      nowMs: () => options.monotonic.nowMs(),
    });
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Policies that are in memory. */
  get awakeCount(): number {
    return this.#writers.size;
  }

  /** Requests that wait for a turn, of all policies. */
  get waitingCount(): number {
    const inLine = [...this.#writers.values()].reduce((sum, one) => sum + one.waitingCount, 0);
    return inLine + this.#waiting.length;
  }

  /** Answers when the command has run and all it rests on is on disk. */
  async submit<Answer>(policy: string, command: AnyCommand<Answer>): Promise<Answer> {
    if (!POLICY_ID.test(policy)) {
      throw invalidInput(
        `A policy's name must be 1 to 64 letters, digits, "-" and "_", beginning with a letter or digit, but it is ${JSON.stringify(policy)}.`,
      );
    }
    if (this.#isClosing) throw closing();
    while (!this.#writers.has(policy) && !this.#hasRoom()) await this.#room();
    if (this.#isClosing) throw closing();
    const answer = this.#writerOf(policy).submit(command);
    // Not before it has something to do: it would be put to sleep itself.
    this.#makeRoom();
    this.#admitNext();
    return answer;
  }

  /**
   * Takes no more, finishes what waits, and writes snapshots as long as there is time: what is left out is told,
   * and only makes the next start of those policies slower.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closing());
    const { monotonic, limits, report } = this.#options;
    const deadlineMs = monotonic.nowMs() + limits.closingMs;
    const writers = [...this.#writers.values()];
    await Promise.all(writers.map((writer) => writer.finish()));
    const left = writers.filter((writer) => writer.isBehind);
    const work = async () => {
      while (left.length > 0 && monotonic.nowMs() < deadlineMs) await left.pop()!.keepSnapshot();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (left.length > 0) {
      report({ kind: 'snapshots-left', policy: left[0]!.policy, count: left.length });
    }
    for (const writer of writers) writer.letGo();
    this.#writers.clear();
  }

  #writerOf(policy: string): PolicyWriter {
    const writer = this.#writers.get(policy) ?? this.#create(policy);
    // The end of the map is for those that were asked last.
    this.#writers.delete(policy);
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
        const made = {
          engine: this.#engine,
          flip,
          decisionsHeld,
          names: this.#names,
          isFromEntries,
          pauses: pausesOf(shared),
          makings: this.#makings,
        };
        return loadPolicy({ journal, policy, ...made, onRefused });
      },
      onChange: () => onChange(policy),
      onIdle: () => this.#noteIdle(policy),
    });
  }

  /** Names that do not exist, or exist no more, are forgotten at once: asking for them costs no memory. */
  #noteIdle(policy: string): void {
    const writer = this.#writers.get(policy);
    if (writer?.isIdle === true && writer.isEmpty) this.#drop(policy, writer);
    else this.#makeRoom();
  }

  #hasRoom(): boolean {
    return this.#writers.size < this.#awakeMax() + BUSY_BEYOND;
  }

  #awakeMax(): number {
    return this.#awakeLimit.of(this.#writers.size);
  }

  /** Resolves when a policy has gone to sleep; the oldest request first. */
  async #room(): Promise<void> {
    if (this.#waiting.length >= this.#options.limits.waitingMax) {
      throw overloaded(this.#waiting.length);
    }
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting);
    this.#makeRoom();
    await waiting.promise;
  }

  #makeRoom(): void {
    if (this.#isClosing) return;
    const awakeMax = this.#awakeMax();
    for (const [policy, writer] of this.#writers) {
      const isEnough = this.#writers.size - this.#fallingAsleep.size <= awakeMax;
      if (isEnough || this.#fallingAsleep.size >= AT_ONCE) return;
      if (this.#fallingAsleep.has(policy) || !writer.isIdle) continue;
      if (writer.isWorthASnapshot) void this.#putToSleep(policy, writer);
      else this.#drop(policy, writer);
    }
  }

  async #putToSleep(policy: string, writer: PolicyWriter): Promise<void> {
    this.#fallingAsleep.add(policy);
    await writer.keepSnapshot();
    this.#fallingAsleep.delete(policy);
    // Somebody may have asked for it meanwhile: then it stays awake.
    const isForgotten = this.#writers.get(policy) === writer && writer.isIdle;
    if (isForgotten && this.#writers.size > this.#awakeMax()) this.#drop(policy, writer);
    this.#makeRoom();
  }

  /** From now on the policy is only what the journal holds. */
  #drop(policy: string, writer: PolicyWriter): void {
    this.#writers.delete(policy);
    writer.letGo();
    this.#admitNext();
  }

  #admitNext(): void {
    if (this.#waiting.length > 0 && this.#hasRoom()) this.#waiting.shift()!.resolve();
  }
}
