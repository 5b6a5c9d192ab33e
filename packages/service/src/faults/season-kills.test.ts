/**
 * A real service on SQLite is killed while plans are issued and harvests are sent: a plan is there whole,
 * once and as it was answered, or not at all; and a line of a harvest is taken in once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PolicyDefinition } from '@hedgerow/core';
import { expect, test } from 'vitest';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { openReader } from '../start/open-store.ts';
import type { GroupPlan } from '../wire.ts';
import { createDice } from './testing/dice.ts';
import { call, definePolicy } from './testing/http-call.ts';
import { LoadedProcesses } from './testing/service-process.ts';
import { isSoakStopped, soakKills, soakSeed, tellNumbers } from './testing/soak.ts';
import { tellProgress } from './testing/tell-progress.ts';

const KILLS = soakKills(6);
const FIELDS = 30;
const POLICY: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local' },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  allowedShortfall: 0.25,
  size: { typical: 4, unit: 'ha' },
  split: { strips: 20, drop: 4 },
};

const dice = createDice(soakSeed(7));
const data = temporaryFolder();
const processes = new LoadedProcesses(2);

async function begin() {
  const service = await processes.next();
  const url = await service.serve({ data, snapshotEvery: '40' });
  if (url === null) throw new Error(`The service did not start: ${service.complaints}`);
  return { url, kill: () => service.kill() };
}

function planBody(season: number): string {
  const situations = Array.from({ length: FIELDS }, (_, k) => ({
    context: { rain: (13 * k + season) % 400 },
    size: 1 + (k % 4),
    site: `farm ${k % 3}`,
  }));
  return JSON.stringify({ group: `season ${season}`, situations, commit: true });
}

/** Returns the text of the plan; null if no answer came. */
async function plan(url: string, season: number): Promise<string | null> {
  const path = `${url}/v1/policies/fields/groups`;
  const answer = await call({ url: path, body: planBody(season), key: `season-${season}` }).catch(
    () => null,
  );
  return answer?.status === 200 ? answer.text : null;
}

async function harvest(url: string, { receipts }: GroupPlan): Promise<string[] | null> {
  const body = receipts.map(({ id }) => JSON.stringify({ decision: id, check: 9 })).join('\n');
  const headers = { 'content-type': 'application/jsonl' };
  const path = `${url}/v1/policies/fields/rewards`;
  const answer = await fetch(path, { method: 'POST', headers, body }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  return text?.split('\n').filter((line) => line !== '') ?? null;
}

test(`plans are whole and harvests are taken in once in ${KILLS} kills`, {
  timeout: 180_000 + 5_000 * KILLS,
}, async () => {
  const answered = new Map<number, string>();
  const first = await begin();
  await definePolicy(first.url, 'fields', POLICY);
  await first.kill();
  let seasons = 0;
  while (seasons < KILLS && !isSoakStopped(seasons)) {
    seasons += 1;
    const season = seasons;
    tellProgress(season, KILLS, 'kills in seasons');
    const { url, kill } = await begin();
    const planned = plan(url, season).then((text) => {
      if (text !== null) answered.set(season, text);
      return text;
    });
    const harvested = planned.then((text) =>
      text === null ? null : harvest(url, JSON.parse(text) as GroupPlan),
    );
    // Every other time the plan is out, and the harvest is cut off.
    if (season % 2 === 0) await planned;
    await sleep(dice.below(season % 2 === 0 ? 40 : 120));
    await kill();
    await harvested;
  }
  const { url, kill } = await begin();
  for (let season = 1; season <= seasons; season++) {
    const text = await plan(url, season);
    if (answered.has(season)) expect(text).toBe(answered.get(season));
    const lines = await harvest(url, JSON.parse(text!) as GroupPlan);
    expect(lines).toHaveLength(FIELDS);
    for (const line of lines!) expect(line).toMatch(/"outcome":"(recorded|repeated)"/);
  }
  await kill();
  await processes.close();
  expect(answered.size).toBeGreaterThanOrEqual(Math.floor(seasons / 2));
  const journal = await openReader({ data, database: '' });
  const { isWhole, policies } = await verifyJournal(journal);
  await journal.close();
  expect({ isWhole, decisions: policies[0]!.decisions }).toEqual({
    isWhole: true,
    decisions: seasons * FIELDS,
  });
  tellNumbers({
    kills: seasons,
    decisions: seasons * FIELDS,
    outcomes: seasons * FIELDS,
    unknown: seasons - answered.size,
    foundDone: 0,
  });
});
