/**
 * One of several processes that share a journal by leases, in a world where everything that can go wrong
 * does: it is stopped and goes on as if nothing had happened, its line to the database is cut, statements
 * arrive late, and answers never.
 */
import { type Journal, JournalFailure, type Turn } from '../../journal/journal.ts';
import type { KeyName } from '../../journal/leases/group-commit.ts';
import { LeasedTurns } from '../../journal/leases/leased-turns.ts';
import type { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { type MemoryLeaseLines, MemoryLeases } from '../../journal/testing/memory-leases.ts';
import { Turns } from '../../journal/turns.ts';
import { createDecisionService } from '../create-decision-service.ts';
import type { DecisionService } from '../decision-service.ts';
import type { ServiceLimits } from '../writer/options.ts';

/** Something that waits until the world lets it happen. */
export interface Pending {
  readonly label: string;
  readonly happen: () => void;
  /** Not before this time. */
  readonly dueMs?: number;
  /** Only while this process runs ... */
  readonly process?: SimulatedMember;
  /** ... and this one's line to the database is whole. */
  readonly line?: SimulatedMember;
  /** Comes again and again, for ever: nobody waits for that alone. */
  readonly isBeat?: boolean;
}

/** What a member needs of its world. */
export interface MemberWorld {
  readonly clock: { now(): string };
  readonly limits: Partial<ServiceLimits>;
  readonly lines: MemoryLeaseLines;
  readonly stored: MemoryJournal;
  nowMs(): number;
  plan(event: Pending): () => void;
  /** What becomes of a statement. */
  drawFate(): 'done' | 'lost' | 'answer lost';
  newId(): string;
}

export const LEASE_MS = 1000;

export class SimulatedMember {
  readonly address: string;
  readonly service: DecisionService;
  readonly journal: Journal;
  isPaused = false;
  isCutOff = false;
  isDead = false;
  readonly #world: MemberWorld;
  /** Resolves when the process dies. */
  readonly #death: Promise<void>;
  readonly #die: () => void;

  constructor(address: string, world: MemberWorld) {
    this.address = address;
    this.#world = world;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#death = promise;
    this.#die = resolve;
    this.journal = this.#openJournal();
    void this.journal.placement.announce(address).catch(() => {});
    this.service = createDecisionService({
      journal: this.journal,
      clock: world.clock,
      monotonic: { nowMs: () => 0 },
      timer: () => () => {},
      arrivals: () => Promise.resolve(),
      drawSeed: () => '5',
      limits: world.limits,
    });
  }

  kill(): void {
    this.isDead = true;
    this.#die();
  }

  /** Null if the process dies before the answer. */
  untilDeath<Answer>(act: () => Promise<Answer>): Promise<Answer | null> {
    return Promise.race([act(), this.#death.then(() => null)]);
  }

  /** Resolves when the process has read what was sent to it. */
  reach(label: string): Promise<void> {
    return new Promise((happen) => {
      this.#world.plan({ label: `${label} reaches ${this.address}`, process: this, happen });
    });
  }

  #openJournal(): Journal {
    const { lines, stored, newId } = this.#world;
    const leased = new LeasedTurns({
      store: new MemoryLeases({
        lines,
        chains: stored,
        nowMs: () => this.#world.nowMs(),
        run: (label, statement) => this.#run(label, async () => statement()),
      }),
      leaseMs: LEASE_MS,
      monotonic: { nowMs: () => this.#world.nowMs() },
      timer: (happen, delayMs) => this.#later(happen, delayMs),
      newId,
      arrivals: () => Promise.resolve(),
      pause: () => Promise.resolve(),
      onCommit: () => {},
    });
    const turns = new Turns({ hold: (policy) => leased.hold(policy) });
    return new Proxy<Journal>(stored, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (name === 'placement') return leased.leases.placement;
        if (name === 'beginTurn') {
          return (policy: string, version: number): Promise<Turn> => turns.begin(policy, version);
        }
        if (name === 'findByKey') return (...key: KeyName) => leased.findByKey(...key);
        if (typeof member !== 'function') return member;
        if (name === 'scanDecisions') return member.bind(target);
        return (...given: unknown[]) => this.#run(String(name), () => member.apply(target, given));
      },
    });
  }

  #later(happen: () => void, delayMs: number): () => void {
    const dueMs = this.#world.nowMs() + delayMs;
    const label = `${this.address} beats`;
    return this.#world.plan({ label, dueMs, process: this, isBeat: true, happen });
  }

  /** Sends a statement: it arrives some time, is carried out at once, and its answer comes some time. */
  #run<Answer>(name: string, statement: () => Promise<Answer>): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const label = `${this.address} ${name}`;
    const fate = this.#world.drawFate();
    const isBeat = ['join', 'renew', 'release'].includes(name);
    const answer = (happen: () => void) =>
      this.#world.plan({ label: `${label} answered`, process: this, line: this, isBeat, happen });
    const arrive = async () => {
      if (fate !== 'lost') {
        const outcome = await statement().then(
          (value) => () => resolve(value),
          (error: unknown) => () => reject(error),
        );
        if (fate === 'done') return answer(outcome);
      }
      return answer(() => reject(new JournalFailure('broken', `The line was lost: ${fate}.`)));
    };
    this.#world.plan({
      label: `${label} arrives`,
      line: this,
      isBeat,
      happen: () => void arrive(),
    });
    return promise;
  }
}
