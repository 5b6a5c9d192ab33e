/**
 * Three replicas serve one policy from one database. Replicas are killed at any moment and come back;
 * in the middle the database itself is killed and its synchronous standby takes over.
 * `npm run soak` says how often.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Callers } from './testing/callers.ts';
import { checkBooks } from './testing/check-books.ts';
import { createDice } from './testing/dice.ts';
import { definePolicy } from './testing/http-call.ts';
import { type PostgresPair, startPostgresPair } from './testing/postgres-pair.ts';
import { LoadedProcesses, type ServiceProcess } from './testing/service-process.ts';
import { SHOP_POLICY } from './testing/shop-policy.ts';
import { isSoakStopped, soakKills, soakSeed, tellSoak } from './testing/soak.ts';
import { tellProgress } from './testing/tell-progress.ts';
import { Whereabouts } from './testing/whereabouts.ts';

const KILLS = soakKills(20);
const TIMEOUT_MS = 120_000 + 5_000 * KILLS;
const REPLICAS = 3;
const CALLERS = 6;
const ANSWERS_A_LIFE = 40;
const RESTART_PAUSE_MS = 50;
const START_MS = 60_000;
const START_ATTEMPTS = 40;

const seed = soakSeed(20_262);
const dice = createDice(seed);
const where = new Whereabouts(dice);
const processes = new LoadedProcesses(2);

let database: PostgresPair;
beforeAll(async () => {
  database = await startPostgresPair();
}, START_MS);
afterAll(() => database.stop());

/** One of several: a process that is started again, as a service manager would. */
class Replica {
  readonly #database: string;
  #process: ServiceProcess | null = null;
  #url = '';

  constructor(database: string) {
    this.#database = database;
  }

  /** Resolves when it serves; while the database is away, it is started again and again. */
  async start(): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const service = await processes.next();
      const url = await service.serve({ database: this.#database, snapshotEvery: '150' });
      if (url !== null) {
        [this.#process, this.#url] = [service, url];
        where.add(url);
        return url;
      }
      await service.kill();
      if (attempt === START_ATTEMPTS) throw new Error(`No start: ${service.complaints}`);
      await sleep(RESTART_PAUSE_MS);
    }
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
    where.remove(this.#url);
  }
}

test(
  `a replica set survives ${KILLS} kills and the loss of its database`,
  async () => {
    const replicas = Array.from({ length: REPLICAS }, () => new Replica(database.url));
    const [url] = await Promise.all(replicas.map((replica) => replica.start()));
    const callers = new Callers(CALLERS, { policy: 'shop', findUrl: () => where.find(), seed });
    await definePolicy(url!, 'shop', SHOP_POLICY);
    callers.start();

    const failOverAt = Math.ceil(KILLS / 2);
    let killCount = 0;
    while (killCount < KILLS && !isSoakStopped(killCount)) {
      killCount += 1;
      tellProgress(killCount, KILLS, 'kills of replicas');
      await callers.answer(dice.below(ANSWERS_A_LIFE));
      if (killCount === failOverAt) await database.failOver();
      const replica = dice.pick(replicas);
      await replica.kill();
      await replica.start();
    }
    await callers.finish();
    await Promise.all(replicas.map((replica) => replica.kill()));
    await processes.close();

    const store = { data: '', database: database.url };
    const { policies } = await checkBooks({ store, policy: 'shop', callers: callers.all });
    expect(policies[0]!.decisions).toBeGreaterThan(killCount);
    expect(callers.sum('unansweredCount')).toBeGreaterThan(0);
    tellSoak(killCount, callers);
  },
  TIMEOUT_MS,
);
