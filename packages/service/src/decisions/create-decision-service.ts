/**
 * Puts the decisions room together: one writer for each policy, the calls, and whoever watches.
 *
 * Nothing here touches the books; that happens in the writers' turns only.
 */
import { randomBytes } from 'node:crypto';
import { nextRound } from '../instruments/next-round.ts';
import { closing } from '../problems/refusals.ts';
import type { PolicyNews, PolicyView } from '../wire.ts';
import { asking } from './calls/asking.ts';
import { forgetting } from './calls/forgetting.ts';
import { governing } from './calls/governing.ts';
import { looking } from './calls/looking.ts';
import { registering } from './calls/registering.ts';
import { Room, siteOnly } from './calls/room.ts';
import { telling } from './calls/telling.ts';
import type { DecisionService } from './decision-service.ts';
import { summaryOf } from './views/decision-views.ts';
import {
  DEFAULT_LIMITS,
  type DecisionServiceOptions,
  type ServiceEvent,
  type Timer,
} from './writer/options.ts';
import { PolicyWriters } from './writer/policy-writers.ts';
import { type Topic, Watchers } from './writer/watchers.ts';

/** Returns the service; close it to write snapshots and let go. */
export function createDecisionService(options: DecisionServiceOptions): DecisionService {
  const { journal, drawSeed = randomSeed, timer = systemTimer } = options;
  const monotonic = options.monotonic ?? { nowMs: () => performance.now() };
  const arrivals = options.arrivals ?? nextRound;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const report = (event: ServiceEvent) => tell(options.onEvent, event);
  const readNews = (topic: Topic) =>
    newsOf(room, topic, () => looks.policy(topic.policy, topic.site));
  const watchers = new Watchers({ journal, monotonic, timer, limits, readNews });
  const writers = new PolicyWriters({
    journal,
    now: () => options.clock.now(),
    monotonic,
    arrivals,
    limits,
    report,
    oldSpaceUse: options.oldSpaceUse,
    onChange: (policy) => watchers.notice(policy),
  });
  const room = new Room({ journal, writers, monotonic, drawSeed, report, arrivals, ...limits });
  const looks = looking(room);
  return {
    ...asking(room),
    ...telling(room),
    ...governing(room),
    ...forgetting(room),
    ...registering(room),
    ...looks,
    watch: (policy, listener, site) => watchers.watch({ policy, ...siteOnly(site) }, listener),
    news: (policy, site) => readNews({ policy, ...siteOnly(site) }),
    checkReady: async () => {
      if (writers.isClosing) throw closing();
      await room.read(() => journal.checkWritable());
    },
    waitingCount: () => writers.waitingCount,
    awakeCount: () => writers.awakeCount,
    close: async () => {
      watchers.close();
      await writers.close();
    },
  };
}

/** The newest state, as watchers are told it. */
async function newsOf(
  { journal }: Room,
  { policy, site }: Topic,
  look: () => Promise<PolicyView>,
): Promise<PolicyNews> {
  const view = await look();
  const [row] = await journal.listDecisions(policy, { limit: 1, ...siteOnly(site) });
  return {
    policy,
    version: view.version,
    view,
    latest: row === undefined ? null : summaryOf(row),
  };
}

/** Whoever listens must not be able to stop a decision. */
function tell(listener: DecisionServiceOptions['onEvent'], event: ServiceEvent): void {
  try {
    listener?.(event);
  } catch {
    // There is nobody left to tell.
  }
}

function randomSeed(): string {
  return randomBytes(8).readBigUInt64BE().toString();
}

function systemTimer(...[callback, delayMs]: Parameters<Timer>): () => void {
  const timeout = setTimeout(callback, delayMs);
  timeout.unref();
  return () => clearTimeout(timeout);
}
