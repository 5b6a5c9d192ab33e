/**
 * A shared-out service on one journal, without threads, and how to let its deciders die.
 */
import type { DecisionService } from '../../decisions/decision-service.ts';
import type { DecisionServiceOptions, ServiceEvent } from '../../decisions/writer/options.ts';
import type { Journal } from '../../journal/journal.ts';
import { Decider, type DeciderEvent } from '../decider.ts';
import type { Methods } from '../serve-calls.ts';
import { shareOut } from '../share-out.ts';
import { ThreadInPlace } from './thread-in-place.ts';

export interface SharedOut {
  readonly service: DecisionService;
  readonly deciders: readonly Decider[];
  /** The newest thread of each decider. */
  readonly threads: ThreadInPlace[];
  readonly events: ServiceEvent[];
  readonly deciderEvents: DeciderEvent[];
}

export interface SharedOutOptions extends Omit<DecisionServiceOptions, 'onEvent'> {
  readonly deciderCount?: number;
  readonly silentBeatsMax?: number;
  readonly beatMs?: number;
  readonly more?: (service: DecisionService) => Methods;
}

export async function sharedOut(options: SharedOutOptions): Promise<SharedOut> {
  const { deciderCount = 2, silentBeatsMax = 60, beatMs = 1000, ...parts } = options;
  // Each thread closes its own journal; here they have one, and whoever made it closes it.
  const journal = keptOpen(options.journal);
  const threads: ThreadInPlace[] = [];
  const events: ServiceEvent[] = [];
  const deciderEvents: DeciderEvent[] = [];
  const deciders = Array.from({ length: deciderCount }, (_, place) => {
    const begin = () => {
      threads[place] = new ThreadInPlace({ ...parts, journal });
      return threads[place];
    };
    return new Decider({
      place,
      begin,
      onEvent: (event) => events.push(event),
      onDecider: (event) => deciderEvents.push(event),
      silentBeatsMax,
      beatMs,
    });
  });
  await Promise.all(deciders.map(({ started }) => started));
  return { service: shareOut({ deciders, journal }), deciders, threads, events, deciderEvents };
}

function keptOpen(journal: Journal): Journal {
  return new Proxy(journal, {
    get: (target, name) => {
      if (name === 'close') return async () => {};
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
