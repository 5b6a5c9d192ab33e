/**
 * Starts every policy anew, after a restore from a backup.
 *
 * A backup does not know what was spent after it was made, and going on from it would spend the same
 * budget twice. So each policy begins a generation with the same definition and coins of its own.
 */
import { randomBytes } from 'node:crypto';
import { createDecisionService } from '../decisions/create-decision-service.ts';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { PolicyView } from '../wire.ts';
import { systemClock } from './clock.ts';
import { openExistingStore, type StoreSettings } from './open-store.ts';

/** Returns the policies as they are then, in the order of the journal. */
export async function renewPolicies(
  settings: StoreSettings,
  reason: string,
): Promise<readonly PolicyView[]> {
  const journal = await openExistingStore(settings);
  const service = createDecisionService({ journal, clock: systemClock });
  try {
    const renewed: PolicyView[] = [];
    for (const id of await journal.listPolicies()) renewed.push(await renew(service, id, reason));
    return renewed;
  } finally {
    await service.close();
    await journal.close();
  }
}

async function renew(service: DecisionService, id: string, reason: string): Promise<PolicyView> {
  const { definition } = await service.policy(id);
  // Another seed is what makes the definition another one.
  const seed = randomBytes(8).readBigUInt64BE().toString();
  return await service.define(id, { definition: { ...definition, seed }, reason });
}
