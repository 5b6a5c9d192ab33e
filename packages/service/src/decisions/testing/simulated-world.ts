/**
 * A small world in which everything that can go wrong does, in an order that a seed decides:
 * processes die at any moment and come back, stores fail or their outcome is lost, messages are lost,
 * doubled and late. Several members share a journal by leases: they are stopped for longer than a lease
 * and go on, or are cut off from the database, or leave in order; requests are sent on to whoever holds the policy, and who
 * does not answer is doubted. Settled decisions are forgotten on request in the middle of it, others are waited for too long. There are
 * several policies, and each sleeps whenever somebody asks about another one; all but the first are archived and erased some time, and others
 * come in their place. The clock is put back by years, and forward again.
 *
 * Nothing here waits for real time, so that a seed gives the same run again, bit for bit. What each
 * action truly pays is known: `early` pays the least there is, and clients often propose it.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { JournalFailure } from '../../journal/journal.ts';
import { MemoryDisk, MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { MemoryLeaseLines } from '../../journal/testing/memory-leases.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type { DecisionReceipt, DecisionRequest } from '../../wire.ts';
import { createDecisionService } from '../create-decision-service.ts';
import type { DecisionService } from '../decision-service.ts';
import { JumpingClock } from './jumping-clock.ts';
import { MortalJournal } from './mortal-journal.ts';
import { FARM } from './sample-service.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { type Pending, SimulatedMember } from './simulated-member.ts';
import { ToldBooks, TRUE_REWARDS } from './told-books.ts';

/** The only process on a journal that nobody shares. */
interface Single {
  readonly service: DecisionService;
  readonly mortal: MortalJournal;
}

/** Milliseconds that a step takes at most. */
const STEP_MS = 30;
/** Steps after which whoever still waits, waits for ever. */
const CALM_STEPS = 20_000;

export interface WorldOptions {
  readonly seed: number;
  /** Processes; more than one share the journal by leases. */
  readonly memberCount: number;
  readonly steps: number;
  /** About so many come. */
  readonly clients: number;
  /** Seconds in which rewards must come; for ever if absent. */
  readonly rewardSeconds?: number;
  /** Whether the clock is put back and forward. */
  readonly hasJumpingClock?: boolean;
}

export class SimulatedWorld {
  readonly disk = new MemoryDisk();
  /** Everything that happened, in order. */
  readonly log: string[] = [];
  /** What was told of every policy there ever was; the first is never erased. */
  readonly books: ToldBooks[] = [new ToldBooks('world'), new ToldBooks('field-1')];
  unfinishedCount = 0;
  /** Looks that missed what had been acknowledged before they began. */
  staleLookCount = 0;
  lookCount = 0;
  /** Who holds what, if several do. */
  readonly lines = new MemoryLeaseLines();
  readonly #options: WorldOptions;
  readonly #random: SeededRandom;
  readonly #clock = new JumpingClock();
  #single: Single | null = null;
  readonly #members: SimulatedMember[] = [];
  readonly #stored = new MemoryJournal({ disk: this.disk });
  #pending: Pending[] = [];
  #journal: MemoryJournal;
  #nowMs = 0;
  #idCount = 0;
  #isCalm = false;
  #clientCount = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.#journal = this.#openJournal();
    if (options.memberCount === 1) this.#single = this.#startSingle();
    else for (let i = 0; i < options.memberCount; i++) this.#members.push(this.#startMember(i));
  }

  /** Runs the season, and then lets everything come to rest. */
  async run(): Promise<void> {
    const { steps, clients } = this.#options;
    for (let step = 0; step < steps; step++) {
      this.#admit(clients / steps);
      if (this.#options.hasJumpingClock === true && this.#random.chance(0.02)) {
        this.log.push(`clock ${this.#clock.jump(this.#random)}`);
      }
      if (this.#single !== null && this.#random.chance(0.03)) await this.#crash();
      if (this.#single === null) this.#disturb();
      this.#letOneHappen();
      await drain();
    }
    this.#isCalm = true;
    for (const member of this.#members) [member.isPaused, member.isCutOff] = [false, false];
    for (let step = 0; step < CALM_STEPS && this.#isBusy(); step++) {
      this.#letOneHappen();
      await drain();
    }
  }

  /** Lets in whoever comes in this step. */
  #admit(often: number): void {
    const books = this.#anyBooks();
    if (this.#random.chance(often)) this.#admitOne(this.#live(books, this.#nextKey()));
    if (books.acknowledged.length === 0) return;
    if (this.#random.chance(often)) this.#admitOne(this.#look(books));
    if (this.#random.chance(0.13 * often)) this.#admitOne(this.#registerAndLive(books));
    if (this.#random.chance(0.2 * often)) this.#admitOne(this.#forget(books));
    if (this.#random.chance(0.15 * often)) this.#admitOne(this.#erase(books));
  }

  /** Four of five are about the first policy. */
  #anyBooks(): ToldBooks {
    const wanted = this.books.filter(({ isUnwanted }) => !isUnwanted);
    return this.#random.chance(0.8) ? wanted[0]! : this.#random.pick(wanted);
  }

  #isBusy(): boolean {
    return this.unfinishedCount > 0 || this.#pending.some(({ isBeat }) => isBeat !== true);
  }

  #letOneHappen(): void {
    this.#nowMs += this.#random.below(STEP_MS);
    this.#pending = this.#pending.filter(({ process }) => process?.isDead !== true);
    const ready = this.#pending.filter(
      ({ dueMs = 0, process, line }) =>
        dueMs <= this.#nowMs && process?.isPaused !== true && line?.isCutOff !== true,
    );
    if (ready.length === 0) return;
    const event = this.#random.pick(ready);
    this.#pending.splice(this.#pending.indexOf(event), 1);
    this.log.push(event.label);
    event.happen();
  }

  /** Members die, stop and go on, lose the database and find it again. */
  #disturb(): void {
    const random = this.#random;
    for (const [index, member] of this.#members.entries()) {
      const before = [member.isPaused, member.isCutOff].join();
      if (random.chance(0.004)) {
        this.log.push(`crash ${index}`);
        member.kill();
        this.#members[index] = this.#startMember(index);
      }
      if (random.chance(0.003)) {
        this.log.push(`${index} leaves`);
        void member.journal.placement.leave().catch(() => {});
      }
      if (random.chance(member.isPaused ? 0.04 : 0.006)) member.isPaused = !member.isPaused;
      if (random.chance(member.isCutOff ? 0.04 : 0.006)) member.isCutOff = !member.isCutOff;
      const after = [member.isPaused, member.isCutOff].join();
      if (after !== before) this.log.push(`${index} paused, cut off: ${after}`);
    }
  }

  #openJournal(): MemoryJournal {
    return new MemoryJournal({
      disk: this.disk,
      runsAhead: true,
      beforeStore: () => {
        const isFailing = !this.#isCalm && this.#random.chance(0.06);
        return this.#wait(isFailing ? 'store fails' : 'store').then(() => {
          if (isFailing) throw new Error('no space left');
        });
      },
    });
  }

  #wait(label: string): Promise<void> {
    return new Promise((happen) => {
      this.#pending.push({ label, happen });
    });
  }

  #startMember(index: number): SimulatedMember {
    return new SimulatedMember(`member-${index}`, {
      clock: this.#clock,
      limits: LIMITS,
      lines: this.lines,
      stored: this.#stored,
      nowMs: () => this.#nowMs,
      plan: (event) => {
        this.#pending.push(event);
        return () => {
          this.#pending = this.#pending.filter((other) => other !== event);
        };
      },
      drawFate: () => {
        if (this.#isCalm || !this.#random.chance(0.04)) return 'done';
        return this.#random.chance(0.5) ? 'lost' : 'answer lost';
      },
      newId: () => {
        this.#idCount += 1;
        return `id ${this.#idCount}`;
      },
    });
  }

  #startSingle(): Single {
    const mortal = new MortalJournal({
      inner: this.#journal,
      isOutcomeLost: () => !this.#isCalm && this.#random.chance(0.05),
    });
    const service = createDecisionService({
      journal: mortal.journal,
      clock: this.#clock,
      monotonic: { nowMs: () => 0 },
      arrivals: () => Promise.resolve(),
      drawSeed: () => '5',
      limits: LIMITS,
    });
    return { service, mortal };
  }

  async #crash(): Promise<void> {
    this.log.push('crash');
    this.#single!.mortal.kill();
    await this.#loseMemory();
    this.#single = this.#startSingle();
  }

  /** The only process is gone: what its disk had not got is lost, from some batch on. */
  async #loseMemory(): Promise<void> {
    while (this.#random.chance(0.5)) {
      const index = this.#pending.findIndex(({ label }) => label.startsWith('store'));
      if (index < 0) break;
      const [event] = this.#pending.splice(index, 1);
      this.log.push(`${event!.label} while dying`);
      event!.happen();
      await drain();
    }
    this.#pending = this.#pending.filter(({ label }) => !label.startsWith('store'));
    this.#journal = this.#openJournal();
  }

  #admitOne(life: Promise<void>): void {
    this.unfinishedCount += 1;
    void life.finally(() => {
      this.unfinishedCount -= 1;
    });
  }

  #nextKey(): string {
    this.#clientCount += 1;
    return `k${this.#clientCount}`;
  }

  /** Registers a subject, and then lives on it. */
  async #registerAndLive(books: ToldBooks): Promise<void> {
    const key = this.#nextKey();
    const name = `field ${this.#clientCount}`;
    const rain = this.#random.below(400);
    const subject = { name, subject: { context: { rain } } };
    const put = (service: DecisionService) => service.putSubject(books.policy, subject);
    if ((await this.#insist(books, `register ${name}`, put)) === null) return;
    books.registered.set(name, rain);
    await this.#live(books, key, { context: {}, subject: name });
  }

  /** Asks for a decision to be forgotten. */
  async #forget(books: ToldBooks): Promise<void> {
    const { id, key } = this.#random.pick(books.acknowledged);
    books.unwanted.add(id);
    const forget = (service: DecisionService) => service.forget(books.policy, { decisions: [id] });
    const reply = await this.#insist(books, `forget ${id}`, forget);
    const rain = books.requests.get(key)?.context?.rain;
    if (reply?.waiting.length === 0 && typeof rain === 'number') books.forgotten.set(id, `${rain}`);
  }

  /** Ends a policy, and begins another. */
  async #erase(books: ToldBooks): Promise<void> {
    const { policy } = books;
    if (books === this.books[0] || books.isUnwanted) return;
    books.isUnwanted = true;
    this.books.push(new ToldBooks(`field-${this.books.length}`));
    const archive = (service: DecisionService) => service.remove(policy, {});
    if ((await this.#insist(books, `archive ${policy}`, archive)) === null) return;
    const erase = (service: DecisionService) => service.erase(policy, { confirm: policy }, 'local');
    if ((await this.#insist(books, `erase ${policy}`, erase)) !== null) books.isErased = true;
  }

  /** The life of one client: ask until answered, play, tell, sometimes twice, sometimes never. */
  async #live(books: ToldBooks, key: string, about?: DecisionRequest): Promise<void> {
    const { policy } = books;
    const random = this.#random;
    const proposal = random.chance(0.6) ? { proposal: 'early' } : {};
    // A number that is nowhere else, so that it can be looked for.
    const rain = random.below(400) + this.#clientCount / 1e4 + 1e-7;
    const situation = about ?? { context: { rain } };
    const request = { policy: this.#definition(), ...situation, ...proposal };
    books.requests.set(key, request);
    const ask = (service: DecisionService) =>
      service.decide(policy, request, { scope: 'local', text: key });
    if (random.chance(0.1)) void this.#call(books, ask);
    const answer = await this.#insist(books, `decide ${key}`, ask);
    if (answer === null) return;
    const receipt = JSON.parse(answer.text) as DecisionReceipt;
    books.acknowledged.push({ id: receipt.id, key, reward: null });
    this.log.push(`${key} ${receipt.id} ${receipt.action} ${receipt.reason}`);
    await this.#wait(`${key} acts`);
    await this.#act(books, key, receipt);
  }

  async #act(books: ToldBooks, key: string, { id, action }: DecisionReceipt): Promise<void> {
    const fate = this.#random.below(10);
    if (fate === 0) return;
    if (fate === 1) {
      await this.#insist(books, `void ${key}`, (service) =>
        service.void(id, { reason: 'unrelated' }),
      );
      return;
    }
    if (fate === 2) {
      books.play('local');
      await this.#insist(books, `fall back ${key}`, (one) =>
        one.ack(id, { played: 'baseline', reason: 'unrelated' }),
      );
      return;
    }
    books.play(action);
    // Played, and nobody is told.
    if (fate === 3) return;
    if (fate <= 6) await this.#insist(books, `ack ${key}`, (service) => service.ack(id, {}));
    await this.#wait(`${key} harvests`);
    const value = TRUE_REWARDS[action]!;
    const reward = (service: DecisionService) => service.reward(id, { value });
    if (fate === 9) void this.#call(books, reward);
    const reply = await this.#insist(books, `reward ${key}`, reward);
    if (reply !== null) books.acknowledged.push({ id, key, reward: value });
  }

  /** Whoever looks sees at least what was acknowledged before, wherever it asks. */
  async #look(books: ToldBooks): Promise<void> {
    const known = new Set(books.acknowledged.map(({ id }) => id)).size;
    const view = await this.#call(books, (service) => service.policy(books.policy));
    if (view === null) return;
    this.lookCount += 1;
    if (view.counts.decisions < known) this.staleLookCount += 1;
  }

  #definition(): PolicyDefinition {
    const { rewardSeconds } = this.#options;
    return rewardSeconds === undefined
      ? FARM
      : { ...FARM, rewardWithin: { days: rewardSeconds / 86_400 } };
  }

  /** Tries a few times, at any replica, with the same words. */
  async #insist<Reply>(
    books: ToldBooks,
    label: string,
    ask: (service: DecisionService) => Promise<Reply>,
  ): Promise<Reply | null> {
    for (let attempt = 0; attempt < 4; attempt++) {
      await this.#wait(`${label} sent`);
      const reply = await this.#call(books, ask);
      this.log.push(`${label} ${reply === null ? 'lost' : 'answered'}`);
      if (reply !== null && (this.#isCalm || !this.#random.chance(0.1))) return reply;
    }
    return null;
  }

  /** Returns the reply, or null if the process died, the store failed or the network lost it. */
  async #call<Reply>(
    books: ToldBooks,
    ask: (service: DecisionService) => Promise<Reply>,
  ): Promise<Reply | null> {
    try {
      if (this.#single === null) return await this.#callMember(ask, books.policy);
      const { service, mortal } = this.#single;
      return await Promise.race([ask(service), mortal.death.then(() => null)]);
    } catch (error) {
      if (error instanceof JournalFailure) return null;
      if (!(error instanceof ServiceProblem)) throw error;
      if (error.status === 503 || LATE.has(error.code)) return null;
      if (books.isUnwanted && ENDED.has(error.code)) return null;
      throw error;
    }
  }

  /** Asks any member; the request is sent on once, to the member that holds the policy. */
  async #callMember<Reply>(
    ask: (service: DecisionService) => Promise<Reply>,
    policy: string,
  ): Promise<Reply | null> {
    const first = this.#random.pick(this.#members);
    return first.untilDeath(async () => {
      await first.reach('request');
      const place = await first.journal.placement.find(policy);
      if (place.kind === 'here') return ask(first.service);
      const second = this.#members.find(({ address }) => address === place.address);
      if (second?.isPaused !== false) first.journal.placement.doubt(place.address!);
      return second === undefined ? null : this.#sendOn(second, ask, policy);
    });
  }

  #sendOn<Reply>(
    member: SimulatedMember,
    ask: (service: DecisionService) => Promise<Reply>,
    policy: string,
  ): Promise<Reply | null> {
    return member.untilDeath(async () => {
      await member.reach('request sent on');
      const { kind } = await member.journal.placement.find(policy, { isForwarded: true });
      return kind === 'here' ? ask(member.service) : null;
    });
  }
}

const LIMITS = {
  snapshotEntries: 17,
  batchMax: 4,
  decisionsHeld: 8,
  policiesAwake: 1,
  eraseAfterDays: 0,
};
/** Of requests that were doubled or sent again, and come too late. */
const LATE: ReadonlySet<string> = new Set(['HR_DECISION_FORGOTTEN', 'HR_REWARD_EXPIRED']);

/** Of requests about a policy that was archived, or is erased; by a clock that was put back it may not be erased yet. */
const ENDED: ReadonlySet<string> = new Set([
  'HR_ARCHIVED',
  'HR_DECISION_UNKNOWN',
  'HR_NOT_ERASABLE',
  'HR_POLICY_REMOVED',
  'HR_POLICY_UNKNOWN',
]);

/** Lets everything run that waits for nothing but other promises. */
async function drain(): Promise<void> {
  for (let i = 0; i < 120; i++) await Promise.resolve();
}
