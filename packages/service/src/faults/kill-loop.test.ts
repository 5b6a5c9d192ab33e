/**
 * A real service on SQLite is killed again and again, at any moment, while callers use it.
 *
 * HEDGEROW_SOAK_KILLS sets how often.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { Callers } from './testing/callers.ts';
import { checkBooks } from './testing/check-books.ts';
import { createDice } from './testing/dice.ts';
import { definePolicy } from './testing/http-call.ts';
import { LoadedProcesses } from './testing/service-process.ts';
import { SHOP_POLICY } from './testing/shop-policy.ts';
import { tellProgress } from './testing/tell-progress.ts';
import { Whereabouts } from './testing/whereabouts.ts';

const KILLS = Number(process.env.HEDGEROW_SOAK_KILLS ?? 60);
const TIMEOUT_MS = 60_000 + 5_000 * KILLS;
const CALLERS = 6;
/** How many requests are answered in one life, at most. */
const ANSWERS_A_LIFE = 60;

const dice = createDice(20_261);
const data = temporaryFolder();
const flags = { data, snapshotEvery: '150' };
const where = new Whereabouts(dice);
const processes = new LoadedProcesses(2);

/** Lets the next process serve, and kills it when the act is over. */
async function live(act: (url: string) => Promise<unknown>): Promise<void> {
  const service = await processes.next();
  const url = await service.serve(flags);
  if (url === null) throw new Error(`The service did not start: ${service.complaints}`);
  where.add(url);
  await act(url);
  // Callers are not told: they find out by themselves.
  await service.kill();
  where.remove(url);
}

/** Kills the next process while it opens the journal and takes it in. */
async function dieEarly(): Promise<void> {
  const service = await processes.next();
  void service.serve(flags);
  await sleep(dice.below(80));
  await service.kill();
}

test(
  `nothing that was answered is lost or made twice in ${KILLS} kills`,
  async () => {
    const callers = new Callers(CALLERS, { policy: 'shop', findUrl: () => where.find() });
    await live((url) => definePolicy(url, 'shop', SHOP_POLICY));
    callers.start();
    for (let kill = 2; kill <= KILLS; kill++) {
      tellProgress(kill, KILLS, 'kills on SQLite');
      if (dice.below(8) === 0) await dieEarly();
      else await live(() => callers.answer(dice.below(ANSWERS_A_LIFE)));
    }
    await live(() => callers.finish());
    await processes.close();

    const store = { data, database: '' };
    const { policies } = await checkBooks({ store, policy: 'shop', callers: callers.all });
    expect(policies[0]!.decisions).toBeGreaterThan(KILLS);
    // The test has shown something only if requests were cut off on both sides of the commit.
    expect(callers.sum('unansweredCount')).toBeGreaterThan(KILLS / 2);
    expect(callers.sum('foundDoneCount')).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
