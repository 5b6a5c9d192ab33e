/**
 * Turns what happens to decisions into numbers for the metrics and lines for the log.
 */
import type { DeciderEvent } from '../deciders/decider.ts';
import type { ServiceEvent } from '../decisions/writer/options.ts';
import type { Logger } from '../instruments/logger.ts';
import type { Metrics } from '../instruments/metrics.ts';

export interface EventListeners {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export function tellEvent(event: ServiceEvent, { logger, metrics }: EventListeners): void {
  const { kind, policy } = event;
  switch (kind) {
    case 'decision':
      // A repeated request gets the old answer; it is no decision.
      if (!event.isReplay) metrics.decided(event);
      return;
    case 'outcome':
      if (event.outcome === 'repeated') return;
      if (event.what === 'rewarded') metrics.rewarded(policy);
      if (event.what === 'corrected') metrics.corrected(policy);
      return;
    case 'snapshot':
      logger.debug('snapshot written', { policy, version: event.version });
      return;
    case 'halted':
      logger.error('policy halted: every decision is the baseline', {
        policy,
        detail: event.detail,
      });
      return;
    case 'failure':
      logger.error('something could not be stored', { policy, detail: event.detail });
      return;
    case 'snapshots-left':
      logger.warn('no time for all snapshots, the journal is read instead at the next start', {
        policy,
        count: event.count,
      });
      return;
    case 'snapshot-refused':
      logger.warn('snapshot not used, the journal is read instead', {
        policy,
        detail: event.detail,
      });
  }
}

/** A decider that ends is worth a look, also if nothing was lost by it. */
export function tellDecider(event: DeciderEvent, { logger, metrics }: EventListeners): void {
  const { kind, decider } = event;
  if (kind === 'back') {
    logger.info('decider is back: its policies are decided again', { decider });
    return;
  }
  metrics.deciderEnded();
  logger.error('decider ended: its policies are refused until it is started again', {
    decider,
    detail: event.detail,
  });
}
