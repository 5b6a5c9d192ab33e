/**
 * Strips that were changed by somebody who knew them: fewer than drawn, and only the best of them weighed;
 * or others beside them, and the mean of all.
 *
 * On good strips the try earns 1, on bad ones 0, and the baseline the same everywhere. All of it is told as it
 * is. What such a user sows may overdraw the true slack by itself, so a run is broken if the true slack is
 * below 0 while the budget is not.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Door, DoorReceipt } from './door.ts';
import type { Hole } from './hole.ts';

const STRIP_COUNT = 20;

interface ChangedStrips {
  readonly definition: PolicyDefinition;
  readonly roundCount: number;
  readonly goodCount: number;
  readonly baseline: number;
  /** Shares that were sown, and what was weighed of it. */
  harvest(tried: readonly number[], isGood: (strip: number) => boolean): Harvest;
}

interface Harvest {
  readonly sownCount: number;
  readonly reward: number;
  readonly measuredShare: number;
}

export const fewerStripsPartWeighed: Hole = {
  name: 'fewer strips sown, of which only the best were weighed',
  failureProbability: 0.1,
  brokenBefore: 399 / 400,
  isBroken: async (open, seed) => isBroken(FEWER, await open(FEWER.definition, seed)),
};

export const stripsAdded: Hole = {
  name: 'good strips sown beside the drawn ones, and the mean of all of them told',
  failureProbability: 0.1,
  brokenBefore: 1,
  isBroken: async (open, seed) => isBroken(ADDED, await open(ADDED.definition, seed)),
};

const FEWER: ChangedStrips = {
  definition: {
    actions: ['usual', 'x'],
    baseline: { action: 'usual', reward: { min: 0.95, max: 1 } },
    context: {},
    reward: { min: 0, max: 1 },
    allowedShortfall: 0.17,
    split: { check: 0.2, strips: STRIP_COUNT },
    reserve: 3,
    failureProbability: 0.1,
  },
  roundCount: 180,
  goodCount: 13,
  baseline: 0.95,
  harvest(tried, isGood) {
    // As much too few strips as were weighed of those that were sown: both shares are alike.
    const good = tried.filter(isGood).length;
    if (good === 0) return { sownCount: 1, reward: 0, measuredShare: 1 };
    const sownCount = Math.round(Math.sqrt(good * tried.length));
    return { sownCount, reward: 1, measuredShare: good / sownCount };
  },
};

const GOOD_COUNT = 3;

const ADDED: ChangedStrips = {
  definition: {
    actions: ['usual', 'x'],
    baseline: { action: 'usual', reward: 0.3 },
    context: {},
    reward: { min: 0, max: 1 },
    allowedShortfall: 0.2,
    split: { check: 0.75, strips: STRIP_COUNT, drop: 0.15 },
    reserve: 1,
    failureProbability: 0.1,
  },
  roundCount: 180,
  goodCount: GOOD_COUNT,
  baseline: 0.3,
  harvest(tried, isGood) {
    // All good strips, and two bad ones: their mean still looks better than the baseline.
    const good = tried.filter(isGood).length;
    const sownCount = tried.length + (GOOD_COUNT - good) + 2;
    return { sownCount, reward: GOOD_COUNT / sownCount, measuredShare: 1 };
  },
};

async function isBroken(world: ChangedStrips, door: Door): Promise<boolean> {
  const { definition, roundCount, goodCount, baseline } = world;
  let truth = definition.reserve!;
  for (let i = 0; i < roundCount; i++) {
    const receipt = await door.decide({});
    const share = await sow(world, door, receipt);
    truth += (share * goodCount) / STRIP_COUNT + (definition.allowedShortfall! - share) * baseline;
    if (truth < 0 && (await door.budget()) >= 0) return true;
  }
  return false;
}

/** Sows and weighs what the draw makes attractive, tells it, and returns the share that was sown. */
async function sow(
  { goodCount, baseline, harvest }: ChangedStrips,
  door: Door,
  { id, parts }: DoorReceipt,
): Promise<number> {
  const tried = parts?.find(({ role }) => role === 'try')?.strips ?? [];
  if (tried.length === 0) {
    await door.observe(id, { check: baseline });
    return 0;
  }
  const { sownCount, reward, measuredShare } = harvest(tried, (strip) => strip <= goodCount);
  const share = sownCount / STRIP_COUNT;
  if (sownCount !== tried.length) await door.confirm(id, { share, isInnocent: false });
  await door.observe(id, { try: { reward, measuredShare }, check: baseline });
  return share;
}
