/**
 * What crosses between the HTTP thread and a decider: plain data, in both directions gathered into one
 * message for everything that was said in the same round of the event loop.
 */
import type { ServiceEvent, ServiceLimits } from '../decisions/writer/options.ts';
import type { SqliteShare } from '../journal/sqlite/sqlite-share.ts';
import type { PolicyNews } from '../wire.ts';
import type { CarriedFault } from './carried-fault.ts';

/** How often a decider shows at least that it is alive, and how often that is looked for. */
export const BEAT_MS = 1000;

/** What a decider is started with. */
export interface DeciderData {
  readonly journal: SqliteShare;
  readonly limits: Partial<ServiceLimits>;
}

/** From the HTTP thread. Numbers are given there: one for each question, one for each stream. */
export type Asked =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly input: Input }
  /** Pages are made one by one, when they are asked for. */
  | { readonly kind: 'pages'; readonly of: number; readonly method: string; readonly input: Input }
  | { readonly kind: 'page'; readonly id: number; readonly of: number }
  | { readonly kind: 'watch'; readonly of: number; readonly policy: string; readonly site?: string }
  | { readonly kind: 'leave'; readonly of: number }
  | { readonly kind: 'close' };

export type Input = readonly unknown[];

/** Back to it. */
export type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly fault: CarriedFault }
  | { readonly kind: 'news'; readonly of: number; readonly news: PolicyNews }
  | { readonly kind: 'event'; readonly event: ServiceEvent };

export interface ToldTogether {
  /** Empty as a sign of life. */
  readonly told: readonly Told[];
  readonly counts: DeciderCounts;
}

/** How a decider is doing. */
export interface DeciderCounts {
  /** Requests that wait for their policy's turn. */
  readonly waiting: number;
  /** Policies that are in memory. */
  readonly awake: number;
}

/** A page, or that there are no more. */
export type Page = { readonly page: unknown } | null;
