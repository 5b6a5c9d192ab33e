/**
 * The receipts of decisions, each asked for once: a receipt never changes after it was given.
 */
import type { Client, DecisionReceipt } from '@hedgerow/client';
import { useRef } from 'preact/hooks';
import { type Loaded, useLoaded } from '../../live/use-loaded.ts';

/** Requests under way at a time. */
const LANES = 6;

export type Receipts = ReadonlyMap<string, DecisionReceipt>;

/** Returns the receipts by the ids of their decisions, once all have come. */
export function useReceipts(ids: readonly string[]): Loaded<Receipts> {
  const known = useRef(new Map<string, DecisionReceipt>());
  return useLoaded<Receipts>({
    name: ids.join(' '),
    load: async (service, signal) => {
      const missing = ids.filter((id) => !known.current.has(id));
      await loadAll(service, missing, known.current, signal);
      return new Map(ids.map((id) => [id, known.current.get(id)!]));
    },
    isWaiting: ids.length === 0,
  });
}

async function loadAll(
  service: Client,
  ids: readonly string[],
  into: Map<string, DecisionReceipt>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = ids.values();
  const lane = async () => {
    for (const id of waiting) into.set(id, (await service.decision(id, { signal })).receipt);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
