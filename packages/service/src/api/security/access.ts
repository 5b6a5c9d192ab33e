/**
 * What a route asks of its caller, and who the caller is.
 */
import type { Scope } from './scopes.ts';

/** Each kind of work has buckets of its own: decisions must not starve rewards and acks. */
export type Bucket = 'decisions' | 'outcomes' | 'reads';

export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'key';
      /** Null: any valid key. */
      readonly scope: Scope | null;
      readonly bucket: Bucket;
      /**
       * What the `id` in the path names, so that a key for some policies is kept to them; `each` for
       * routes that choose what to show, `all` for those that show everything, `none` for what belongs
       * to no policy. `own`: the path names none, and the one policy that the key is kept to is meant.
       */
      readonly subject: 'policy' | 'own' | 'decision' | 'each' | 'all' | 'none';
      /** A header in which the key may come, too. */
      readonly keyHeader?: string;
      /** Whether a key of one site may ask: the route then answers for that site alone. */
      readonly isForSites?: boolean;
    };

export interface Caller {
  /** Id of the API key, or `local` where none is needed. */
  readonly id: string;
  hasScope(scope: Scope): boolean;
  mayTouch(policy: string): boolean;
  /** The policies that it may touch; null for all. */
  readonly policies: readonly string[] | null;
  /** The only site that it may see or speak of; null for all. */
  readonly site: string | null;
}

/** Whoever asks while no key exists. */
export const LOCAL_CALLER: Caller = {
  id: 'local',
  hasScope: () => true,
  mayTouch: () => true,
  policies: null,
  site: null,
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** What is logged and counted instead of the route's own pattern. */
    label?: string;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}
