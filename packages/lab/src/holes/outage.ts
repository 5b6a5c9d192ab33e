/**
 * Hold-out: the machine that the proposal needs is out of order for a while.
 *
 * Every decision for it is cancelled, truthfully, and leaves the total; held-out rounds go on and prove
 * that the baseline is low there. If a cancelled decision counts as one that paid the floor, it earns
 * floor − (1 − α) · baseline although nothing took place. Then the baseline is high for once.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Door, DoorReceipt } from './door.ts';
import type { Hole } from './hole.ts';

const FLOOR = 10;
const CEILING = 12;
const SHORTFALL = 0.1;
const OUTAGE_ROUNDS = 200;
const ROUNDS = 260;

type Subject = 'policy' | 'played' | 'observed';

function definitionOf(subject: Subject): PolicyDefinition {
  return {
    actions: ['usual', 'machine'],
    baseline: { action: 'usual', ...(subject === 'observed' ? {} : { coin: subject }) },
    context: { load: { min: 0, max: 1 } },
    reward: { min: FLOOR, max: CEILING },
    allowedShortfall: SHORTFALL,
    execution: 'confirm',
    failureProbability: 0.05,
    ...(subject === 'observed' ? { promise: 'observed' as const } : {}),
  };
}

/** What a decision adds that takes place: the mean before the coin, or that of who plays. */
function added(subject: Subject, { coin, chosenBy }: DoorReceipt, usual: number): number {
  const isMixed = coin !== null && subject === 'policy';
  const share = isMixed ? coin.playProbability : chosenBy === 'learner' ? 1 : 0;
  return share * FLOOR + (SHORTFALL - share) * usual;
}

async function isBroken(subject: Subject, door: Door): Promise<boolean> {
  // What is given up leaves the total, or stays in it as issued: both must hold.
  const slacks = { leaves: 0, stays: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const isOutOfOrder = round < OUTAGE_ROUNDS;
    const usual = isOutOfOrder ? FLOOR : CEILING;
    const receipt = await door.decide({ load: 0.5 }, { proposal: 'machine' });
    const isGivenUp = receipt.action === 'machine' && isOutOfOrder;
    const step = added(subject, receipt, usual);
    slacks.stays += step;
    if (!isGivenUp) slacks.leaves += step;
    if (Math.min(slacks.leaves, slacks.stays) < -1e-9) return true;
    if (isGivenUp) await door.cancel(receipt.id, { reason: 'unrelated' });
    else await door.observe(receipt.id, receipt.action === 'machine' ? FLOOR : usual);
  }
  return false;
}

export const outages: readonly Hole[] = (['policy', 'played', 'observed'] as const).map(
  (subject) => ({
    name: `cancels what a broken machine cannot do, with hold-outs (${subject})`,
    failureProbability: 0.05,
    brokenBefore: 0.99,
    isBroken: async (open, seed) => isBroken(subject, await open(definitionOf(subject), seed)),
  }),
);
