/**
 * Looks up a policy of a running service.
 */
import type { PolicyView } from '@hedgerow/service/wire';
import { callService, ServiceRefusal } from './call-service.ts';

const NOT_FOUND = 404;

/** Returns the policy as it stands; null if it was never made. */
export async function findPolicy(address: string, policy: string): Promise<PolicyView | null> {
  try {
    return await callService<PolicyView>({ address, path: `/v1/policies/${policy}` });
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status === NOT_FOUND) return null;
    throw error;
  }
}
