/**
 * Starts every policy anew, after a restore from a backup.
 *
 * A backup does not know what was spent after it was made, and going on from it would spend the same
 * budget twice. So each policy begins a generation with the same definition, without the reserve, which
 * may have been spent since; and the coins have a new key, because those that were flipped since the
 * backup have been seen.
 */
import { createDecisionService } from '../decisions/create-decision-service.ts';
import { systemClock } from '../instruments/clock.ts';
import type { PolicyView } from '../wire.ts';
import { openExistingStore, type StoreSettings } from './open-store.ts';

/** Returns the policies as they are then, in the order of the journal. */
export async function renewPolicies(
  settings: StoreSettings,
  reason: string,
): Promise<readonly PolicyView[]> {
  const journal = await openExistingStore(settings);
  const service = createDecisionService({ journal, clock: journal.clock ?? systemClock });
  try {
    await journal.renewCoinKey();
    const renewed: PolicyView[] = [];
    for (const id of await journal.listPolicies()) renewed.push(await service.renew(id, reason));
    return renewed;
  } finally {
    await service.close();
    await journal.close();
  }
}
