/**
 * Three replicas share policies out by leases on one database. Replicas are killed at any moment and come
 * back, or are frozen for longer than a lease and go on as if nothing had happened; the database is started
 * again, and in the middle it dies and its synchronous standby takes over.
 * `npm run soak` says how often.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Callers } from './testing/callers.ts';
import { checkBooks } from './testing/check-books.ts';
import { createDice } from './testing/dice.ts';
import { definePolicy } from './testing/http-call.ts';
import { type PostgresPair, startPostgresPair } from './testing/postgres-pair.ts';
import { Replica } from './testing/replicas.ts';
import { LoadedProcesses } from './testing/service-process.ts';
import { SHOP_POLICY } from './testing/shop-policy.ts';
import { isSoakStopped, soakKills, soakSeed, tellSoak } from './testing/soak.ts';
import { tellProgress } from './testing/tell-progress.ts';
import { Whereabouts } from './testing/whereabouts.ts';

const BLOWS = soakKills(6);
const TIMEOUT_MS = 120_000 + 10_000 * BLOWS;
const REPLICAS = 3;
const POLICIES = ['shop', 'stall', 'kiosk'];
const CALLERS_A_POLICY = 2;
const ANSWERS_A_LIFE = 40;
const LEASE_SECONDS = 1;
const START_MS = 60_000;
/** Every kind of blow once, then whatever the dice say. */
const FIRST = ['kill', 'freeze', 'restart'] as const;

const seed = soakSeed(20_262);
const dice = createDice(seed);
const where = new Whereabouts(dice);
const processes = new LoadedProcesses(2);

let database: PostgresPair;
beforeAll(async () => {
  database = await startPostgresPair();
}, START_MS);
afterAll(() => database.stop());

async function strike(blow: number, replicas: readonly Replica[]): Promise<void> {
  const what = FIRST[blow - 1] ?? dice.pick(['kill', 'kill', 'kill', 'freeze', 'restart']);
  const replica = dice.pick(replicas);
  if (what === 'freeze') {
    await replica.freeze(1000 * LEASE_SECONDS * (0.5 + 2 * dice.share()));
  } else if (what === 'restart') {
    await database.restart();
  } else {
    await replica.kill();
    await replica.start();
  }
}

test(
  `a replica set survives ${BLOWS} blows and the loss of its database`,
  async () => {
    const flags = {
      database: database.url,
      snapshotEvery: '150',
      leaseSeconds: `${LEASE_SECONDS}`,
    };
    const options = { flags, processes, where };
    const replicas = Array.from({ length: REPLICAS }, () => new Replica(options));
    // One makes the tables; the others find them.
    const urls = [await replicas[0]!.start()];
    urls.push(...(await Promise.all(replicas.slice(1).map((replica) => replica.start()))));
    const crowds = POLICIES.map((policy, index) => {
      const findUrl = () => where.find();
      return new Callers(CALLERS_A_POLICY, {
        policy,
        findUrl,
        pauseMs: 5,
        seed: seed + 10 * index,
      });
    });
    for (const [k, policy] of POLICIES.entries()) await definePolicy(urls[k]!, policy, SHOP_POLICY);
    for (const crowd of crowds) crowd.start();

    const failOverAt = Math.ceil(BLOWS / 2) + 1;
    let blow = 0;
    while (blow < BLOWS && !isSoakStopped(blow)) {
      blow += 1;
      tellProgress(blow, BLOWS, 'blows to replicas and their database');
      for (const crowd of crowds) await crowd.answer(dice.below(ANSWERS_A_LIFE / POLICIES.length));
      if (blow === failOverAt) await database.failOver();
      await strike(blow, replicas);
    }
    await Promise.all(crowds.map((crowd) => crowd.finish()));
    await Promise.all(replicas.map((replica) => replica.kill()));
    await processes.close();

    const store = { data: '', database: database.url };
    for (const [k, policy] of POLICIES.entries()) {
      const { policies } = await checkBooks({ store, policy, callers: crowds[k]!.all });
      expect(policies[0]!.decisions).toBeGreaterThan(blow);
    }
    const unanswered = crowds.reduce((sum, crowd) => sum + crowd.sum('unansweredCount'), 0);
    expect(unanswered).toBeGreaterThan(0);
    tellSoak(blow, ...crowds);
  },
  TIMEOUT_MS,
);
