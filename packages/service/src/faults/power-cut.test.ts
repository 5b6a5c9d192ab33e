/**
 * The machine loses its power, again and again, while callers use the service: what was not synced is lost,
 * torn and reordered at random; what was answered is there.
 *
 * Two ways to know what was synced: by what SQLite promises and what was answered (unsynced-model.ts), and
 * where there is a compiler by a library that watches every write and sync (unsafe-disk.c).
 */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import type { DecisionRow } from '../journal/journal.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { openReader } from '../start/open-store.ts';
import { Callers } from './testing/callers.ts';
import { checkBooks } from './testing/check-books.ts';
import { compileShim } from './testing/compile-shim.ts';
import { createDice } from './testing/dice.ts';
import { definePolicy } from './testing/http-call.ts';
import { KillLoop } from './testing/kill-loop.ts';
import { cutPower, cutPowerOf, dropSharedMemory } from './testing/power-cut.ts';
import { startServing } from './testing/service-process.ts';
import { SHOP_POLICY } from './testing/shop-policy.ts';
import { isSoakStopped, soakKills, soakSeed, tellSoak } from './testing/soak.ts';
import { type JournalFiles, readJournalFiles, unsyncedWrites } from './testing/unsynced-model.ts';

const CUTS = soakKills(3);
/** So many that one of them meets blocks that were not on the disk yet. */
const MANY_CUTS = 40;
const TIMEOUT_MS = 60_000 + 5_000 * CUTS;
const shim = compileShim(temporaryFolder());

async function expectNothingLost(data: string, { callers, killCount }: KillLoop): Promise<void> {
  const store = { data, database: '' };
  const { policies } = await checkBooks({ store, policy: 'shop', callers: callers.all });
  expect(policies[0]!.decisions).toBeGreaterThan(killCount);
}

test(
  `nothing that was answered is lost in ${CUTS} power cuts, by the model`,
  async () => {
    const [data, scratch, seed] = [temporaryFolder(), temporaryFolder(), soakSeed(20_264)];
    const dice = createDice(seed);
    let before: JournalFiles = readJournalFiles(data);
    let counts: readonly number[] = [];
    let lossCount = 0;
    const loop: KillLoop = new KillLoop({
      data,
      kills: CUTS,
      seed,
      what: 'power cuts by the model',
      beforeLife: ({ all }) => {
        before = readJournalFiles(data);
        counts = all.map(({ told }) => told.length);
      },
      afterKill: async ({ all }: Callers) => {
        // That the policy was made is told as well; the model knows of decisions alone.
        if (before.database.length === 0) return;
        // The last one before may have had an outcome since.
        const told = all.flatMap((caller, index) =>
          caller.told.slice(Math.max(0, counts[index]! - 1)),
        );
        const writes = await unsyncedWrites({ data, before, told, scratch });
        for (const [name, unsynced] of writes) {
          lossCount += unsynced.length;
          cutPower(path.join(data, name), unsynced, dice);
        }
        dropSharedMemory(data);
      },
    });
    await loop.run();
    await expectNothingLost(data, loop);
    // The test has shown something only if there was something to lose.
    if (CUTS >= MANY_CUTS) expect(lossCount).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

/**
 * Lets callers use a service whose disk lies about most of its syncs, cuts the power, and says what is seen of it:
 * `noticed` by whoever opens or verifies the journal, or a whole state, `earlier` or not.
 */
async function surviveLies(seed: number): Promise<{ state: string; lieCount: number }> {
  const [data, logs, dice] = [temporaryFolder(), temporaryFolder(), createDice(seed)];
  const perMille = dice.pick(['500', '900', '990']);
  const environment = { ...shim!, HEDGEROW_DISK_LOG: logs, HEDGEROW_DISK_LIES: perMille };
  const { process: service, url } = await startServing({ data, snapshotEvery: '150' }, environment);
  let isOver = false;
  const findUrl = async () => {
    if (isOver) throw new Error('The power is off.');
    return url;
  };
  const callers = new Callers(4, { policy: 'shop', findUrl, seed });
  await definePolicy(url, 'shop', SHOP_POLICY);
  callers.start();
  await callers.answer(100 + dice.below(150));
  isOver = true;
  await service.kill();
  await callers.finish().catch(() => {});
  const lieCount = cutPowerOf(data, logs, dice);
  return { state: await stateAfterLies(data, callers), lieCount };
}

async function stateAfterLies(data: string, callers: Callers): Promise<string> {
  const told = callers.all.flatMap((caller) => caller.told);
  try {
    const journal = await openReader({ data, database: '' });
    try {
      const { isWhole, policies } = await verifyJournal(journal);
      if (!isWhole) return 'noticed';
      const rows: DecisionRow[] = [];
      for await (const page of journal.scanDecisions('shop', 1)) rows.push(...page);
      const count = policies[0]?.decisions ?? 0;
      expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
      expect(rows).toHaveLength(count);
      return told.every(({ receipt }) => receipt.sequence <= count) ? 'whole' : 'earlier';
    } finally {
      await journal.close();
    }
  } catch (error) {
    if ((error as Error).name === 'AssertionError') throw error;
    return 'noticed';
  }
}

describe.skipIf(shim === null)('with every sync watched', () => {
  test(
    `a disk that lies about syncs leaves a whole earlier state, or is noticed`,
    async () => {
      const rounds = Math.ceil(CUTS / 4);
      const states: string[] = [];
      let lies = 0;
      for (let round = 0; round < rounds && !isSoakStopped(round); round++) {
        const { state, lieCount } = await surviveLies(soakSeed(20_266) + round);
        expect(['noticed', 'earlier', 'whole']).toContain(state);
        states.push(state);
        lies += lieCount;
      }
      expect(lies).toBeGreaterThan(0);
      if (CUTS > 100) process.stderr.write(`A disk that lies: ${states.join(', ')}.\n`);
    },
    TIMEOUT_MS,
  );

  test(
    `nothing that was answered is lost in ${CUTS} power cuts`,
    async () => {
      const [data, logs, seed] = [temporaryFolder(), temporaryFolder(), soakSeed(20_265)];
      const dice = createDice(seed);
      const loop = new KillLoop({
        data,
        kills: CUTS,
        seed,
        what: 'power cuts',
        isGoverned: true,
        environment: { ...shim!, HEDGEROW_DISK_LOG: logs },
        afterKill: () => void cutPowerOf(data, logs, dice),
      });
      await loop.run();
      await expectNothingLost(data, loop);
      tellSoak(loop.killCount, loop.callers);
    },
    TIMEOUT_MS,
  );
});
