/**
 * A farm as its pages see it: the policy, its fields, and its seasons so far. It looks again every now
 * and then, because a plan or a harvest may come from elsewhere.
 */
import type { Client, DecisionSummary, PolicyView, Subject } from '@hedgerow/client';
import { type Loaded, useLoaded } from '../../live/use-loaded.ts';
import { type Season, seasonsOf } from './seasons.ts';

export interface Farm {
  readonly view: PolicyView;
  readonly fields: readonly Subject[];
  /** Of the list of fields: a change that does not know the newest is refused. */
  readonly revision: number;
  /** The oldest first. */
  readonly seasons: readonly Season[];
}

const POLL_MS = 20_000;
const PAGE_SIZE = 500;
/** Decisions that are looked through, the newest first: five seasons of a large co-operative. */
const PAGES_MAX = 20;

export function useFarm(policy: string): Loaded<Farm> {
  return useLoaded({
    name: `farm ${policy}`,
    load: (service, signal) => loadFarm(service, policy, signal),
    everyMs: POLL_MS,
  });
}

async function loadFarm(service: Client, policy: string, signal: AbortSignal): Promise<Farm> {
  const [view, { subjects, revision }, decisions] = await Promise.all([
    service.policy(policy, { signal }),
    service.subjects(policy, { signal }),
    loadDecisions(service, policy, signal),
  ]);
  return { view, fields: subjects, revision, seasons: seasonsOf(decisions) };
}

async function loadDecisions(
  service: Client,
  policy: string,
  signal: AbortSignal,
): Promise<DecisionSummary[]> {
  const all: DecisionSummary[] = [];
  let before: number | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const filter = { limit: PAGE_SIZE, ...(before === null ? {} : { before }) };
    const { decisions, next } = await service.decisions(policy, filter, { signal });
    all.push(...decisions);
    before = next;
    if (next === null) break;
  }
  return all;
}
