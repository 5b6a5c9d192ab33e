/**
 * A real service on SQLite is killed again and again, at any moment, while callers use it. `npm run soak`
 * says how often.
 */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { checkBooks } from './testing/check-books.ts';
import { KillLoop } from './testing/kill-loop.ts';
import { verifyFolder } from './testing/shop-service.ts';
import { soakKills, soakSeed, tellSoak } from './testing/soak.ts';

const KILLS = soakKills(8);
/** So many that one of them falls between a commit and its answer. */
const MANY_KILLS = 40;
const TIMEOUT_MS = 60_000 + 5_000 * KILLS;

test(
  `nothing that was answered is lost or made twice in ${KILLS} kills`,
  async () => {
    const data = temporaryFolder();
    const seed = soakSeed(20_261);
    const loop = new KillLoop({
      data,
      kills: KILLS,
      seed,
      what: 'kills on SQLite',
      isGoverned: true,
    });
    await loop.run();
    const { callers, killCount } = loop;
    const store = { data, database: '' };
    const { policies } = await checkBooks({ store, policy: 'shop', callers: callers.all });
    expect(await verifyFolder(data)).toMatchObject({ isWhole: true });
    expect(policies[0]!.decisions).toBeGreaterThan(killCount);
    // The test has shown something only if requests were cut off on both sides of the commit.
    expect(callers.sum('unansweredCount')).toBeGreaterThan(killCount / 2);
    if (killCount >= MANY_KILLS) expect(callers.sum('foundDoneCount')).toBeGreaterThan(0);
    tellSoak(killCount, callers);
  },
  TIMEOUT_MS,
);
