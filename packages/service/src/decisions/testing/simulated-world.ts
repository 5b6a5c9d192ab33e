/**
 * A small world in which everything that can go wrong does, in an order that a seed decides:
 * processes die at any moment and come back, stores fail or their outcome is lost, messages are lost,
 * doubled and late, and several replicas write to one journal.
 *
 * Nothing here waits for real time, so that a seed gives the same run again, bit for bit. What each
 * action truly pays is known: `early` pays the least there is, and clients often propose it.
 */
import { MemoryDisk, MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type { DecisionReceipt, DecisionRequest } from '../../wire.ts';
import { createDecisionService } from '../create-decision-service.ts';
import type { DecisionService } from '../decision-service.ts';
import { MortalJournal } from './mortal-journal.ts';
import { FARM, tickingClock } from './sample-service.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export const TRUE_REWARDS: Readonly<Record<string, number>> = { early: 0, late: 18, local: 10 };

/** What a played round adds to the account of the promise: at least 75 % of the baseline's 10. */
function contribution(action: string): number {
  return TRUE_REWARDS[action]! - 0.75 * TRUE_REWARDS.local!;
}

interface Replica {
  readonly service: DecisionService;
  readonly mortal: MortalJournal;
}

/** Something that waits until the world lets it happen. */
interface Pending {
  readonly label: string;
  readonly happen: () => void;
}

export interface WorldOptions {
  readonly seed: number;
  readonly replicaCount: number;
  readonly steps: number;
}

export class SimulatedWorld {
  readonly disk = new MemoryDisk();
  /** Everything that happened, in order. */
  readonly log: string[] = [];
  /** Decisions and rewards that clients were told are stored. */
  readonly acknowledged: { id: string; key: string; reward: number | null }[] = [];
  /** The rain at subjects that clients were told are in the register. */
  readonly registered: Map<string, number> = new Map();
  /** What was asked under each key. */
  readonly requests: Map<string, DecisionRequest> = new Map();
  /** The true account of the rounds really played, and the lowest it ever was. */
  trueMargin = 0;
  lowestMargin = 0;
  unfinishedCount = 0;
  readonly #options: WorldOptions;
  readonly #random: SeededRandom;
  readonly #clock = tickingClock();
  readonly #replicas: Replica[] = [];
  #pending: Pending[] = [];
  #journal: MemoryJournal;
  #isCalm = false;
  #clientCount = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.#journal = this.#openJournal();
    for (let i = 0; i < options.replicaCount; i++) this.#replicas.push(this.#start());
  }

  /** Runs the season, and then lets everything come to rest. */
  async run(): Promise<void> {
    for (let step = 0; step < this.#options.steps; step++) {
      if (this.#random.chance(0.3)) this.#admitClient();
      if (this.acknowledged.length > 0 && this.#random.chance(0.04)) this.#admitClerk();
      if (this.#random.chance(0.03)) await this.#crash();
      this.#letOneHappen();
      await drain();
    }
    this.#isCalm = true;
    while (this.#pending.length > 0) {
      this.#letOneHappen();
      await drain();
    }
  }

  #letOneHappen(): void {
    if (this.#pending.length === 0) return;
    const index = this.#random.below(this.#pending.length);
    const [event] = this.#pending.splice(index, 1);
    this.log.push(event!.label);
    event!.happen();
  }

  /** One process may run ahead of the disk; several share a journal that does not. */
  #openJournal(): MemoryJournal {
    return new MemoryJournal({
      disk: this.disk,
      runsAhead: this.#options.replicaCount === 1,
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

  #start(): Replica {
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
      limits: { snapshotEntries: 17, batchMax: 4 },
    });
    return { service, mortal };
  }

  async #crash(): Promise<void> {
    const index = this.#random.below(this.#replicas.length);
    this.log.push(`crash ${index}`);
    this.#replicas[index]!.mortal.kill();
    if (this.#replicas.length === 1) await this.#loseMemory();
    this.#replicas[index] = this.#start();
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

  #admitClient(): void {
    this.#clientCount += 1;
    const key = `k${this.#clientCount}`;
    this.unfinishedCount += 1;
    void this.#live(key).finally(() => {
      this.unfinishedCount -= 1;
    });
  }

  /** Registers a subject, and then lives on it. */
  #admitClerk(): void {
    this.#clientCount += 1;
    const [key, name] = [`k${this.#clientCount}`, `field ${this.#clientCount}`];
    this.unfinishedCount += 1;
    void this.#register(name)
      .then((isDone) => (isDone ? this.#live(key, { context: {}, subject: name }) : undefined))
      .finally(() => {
        this.unfinishedCount -= 1;
      });
  }

  async #register(name: string): Promise<boolean> {
    const rain = this.#random.below(400);
    const subject = { name, subject: { context: { rain } } };
    const put = (service: DecisionService) => service.putSubject('world', subject);
    const reply = await this.#insist(`register ${name}`, put);
    if (reply !== null) this.registered.set(name, rain);
    return reply !== null;
  }

  /** The life of one client: ask until answered, play, tell, sometimes twice, sometimes never. */
  async #live(key: string, about?: DecisionRequest): Promise<void> {
    const random = this.#random;
    const proposal = random.chance(0.6) ? { proposal: 'early' } : {};
    const situation = about ?? { context: { rain: random.below(400) } };
    const request = { policy: FARM, ...situation, ...proposal };
    this.requests.set(key, request);
    const ask = (service: DecisionService) =>
      service.decide('world', request, { scope: 'local', text: key });
    if (random.chance(0.1)) void this.#call(ask);
    const answer = await this.#insist(`decide ${key}`, ask);
    if (answer === null) return;
    const receipt = JSON.parse(answer.text) as DecisionReceipt;
    this.acknowledged.push({ id: receipt.id, key, reward: null });
    this.log.push(`${key} ${receipt.id} ${receipt.action} ${receipt.reason}`);
    await this.#wait(`${key} acts`);
    await this.#act(key, receipt);
  }

  async #act(key: string, { id, action }: DecisionReceipt): Promise<void> {
    const fate = this.#random.below(10);
    if (fate === 0) return;
    if (fate === 1) {
      await this.#insist(`void ${key}`, (service) => service.void(id, {}));
      return;
    }
    if (fate === 2) {
      this.#play('local');
      await this.#insist(`fall back ${key}`, (one) => one.ack(id, { played: 'baseline' }));
      return;
    }
    this.#play(action);
    // Played, and nobody is told.
    if (fate === 3) return;
    if (fate <= 6) await this.#insist(`ack ${key}`, (service) => service.ack(id, {}));
    await this.#wait(`${key} harvests`);
    const value = TRUE_REWARDS[action]!;
    const reward = (service: DecisionService) => service.reward(id, { value });
    if (fate === 9) void this.#call(reward);
    const reply = await this.#insist(`reward ${key}`, reward);
    if (reply !== null) this.acknowledged.push({ id, key, reward: value });
  }

  #play(action: string): void {
    this.trueMargin += contribution(action);
    this.lowestMargin = Math.min(this.lowestMargin, this.trueMargin);
  }

  /** Tries a few times, at any replica, with the same words. */
  async #insist<Reply>(
    label: string,
    ask: (service: DecisionService) => Promise<Reply>,
  ): Promise<Reply | null> {
    for (let attempt = 0; attempt < 4; attempt++) {
      await this.#wait(`${label} sent`);
      const reply = await this.#call(ask);
      this.log.push(`${label} ${reply === null ? 'lost' : 'answered'}`);
      if (reply !== null && (this.#isCalm || !this.#random.chance(0.1))) return reply;
    }
    return null;
  }

  /** Returns the reply, or null if the process died, the store failed or the network lost it. */
  async #call<Reply>(ask: (service: DecisionService) => Promise<Reply>): Promise<Reply | null> {
    const { service, mortal } = this.#random.pick(this.#replicas);
    try {
      return await Promise.race([ask(service), mortal.death.then(() => null)]);
    } catch (error) {
      if (error instanceof ServiceProblem && error.status === 503) return null;
      throw error;
    }
  }
}

/** Lets everything run that waits for nothing but other promises. */
async function drain(): Promise<void> {
  for (let i = 0; i < 120; i++) await Promise.resolve();
}
