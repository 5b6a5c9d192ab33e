/**
 * An OpenFeature provider that can also report rewards, made of one that cannot.
 *
 * The remote evaluation protocol has flags and no outcomes. This wraps its official providers, for servers and for
 * pages: every value that passes is remembered with the decision it came from, and `track` tells what came of it.
 *
 *     value   ◀── provider ◀── POST /ofrep/v1/evaluate/flags/banner      decisionId in the metadata
 *     track('banner', { targetingKey }, { value: 12 })  ──▶ POST /v1/decisions/{decisionId}/reward
 *
 * Providers for pages ask for all flags at once, over and over, and the service makes no decision for that. The flags
 * that a page really shows are named in `flags`: they are asked for one by one whenever the context changes, which
 * decides them, once.
 */
import type { Client } from '../client.ts';
import { createClient } from '../create-client.ts';
import type { Fetch } from '../send.ts';

/** Who a flag is for, and what is known; as much of it as is needed here. */
interface FlagContext {
  readonly targetingKey?: string | undefined;
}

/** As much of the details of an event as is needed here. */
interface TrackedDetails {
  /** The reward. */
  readonly value?: number | undefined;
  /** The decision it belongs to, from `flagMetadata`; if absent, the last one of this flag and targetingKey. */
  readonly decisionId?: unknown;
}

/** What a provider of either kind has. */
interface AnyProvider {
  initialize?(context?: never): Promise<void>;
  onContextChange?(before: never, after: never): Promise<void> | void;
}

export interface RewardOptions {
  /** Where the service is. */
  readonly url: string;
  /** `hk_…` with the scopes decide and reward; none if the service asks for none. */
  readonly apiKey?: string;
  /** Flags that are decided when the context changes; for pages. */
  readonly flags?: readonly string[];
  /** Told of rewards that could not be reported, because nobody awaits them. */
  readonly onProblem?: (problem: Error) => void;
  readonly fetch?: Fetch;
}

export type WithRewards<Provider> = Provider & {
  /** Reports a reward. `name` is the flag; nothing is thrown, because nobody awaits it. */
  track(name: string, context: FlagContext, details: TrackedDetails): void;
};

/** Pairs of flag and targetingKey that are remembered at most; the oldest are forgotten first. */
const REMEMBERED_MAX = 10_000;
/** How long a page waits for the flags that it names; then it has its defaults. */
const PATIENCE_MS = 5000;
const RESOLVERS = [
  'resolveBooleanEvaluation',
  'resolveStringEvaluation',
  'resolveNumberEvaluation',
  'resolveObjectEvaluation',
];

/** Returns the provider with rewards; the given one is used inside, and must not be used any more. */
export function withRewards<Provider extends object>(
  provider: Provider,
  options: RewardOptions,
): WithRewards<Provider> {
  const { url, apiKey, fetch } = options;
  const client = createClient({ url, ...(apiKey && { apiKey }), ...(fetch && { fetch }) });
  const decisions = new Decisions();
  const own: Record<string, unknown> = { ...resolversOf(provider, decisions) };
  own.track = (name: string, context: FlagContext, details: TrackedDetails) =>
    void report({ client, decisions }, { flag: name, context, details }).catch(
      options.onProblem ?? (() => {}),
    );
  const given = provider as AnyProvider;
  const decide = (context: FlagContext) => decideAll(options, context);
  if ((options.flags ?? []).length > 0) {
    own.initialize = async (context: never) => {
      await decide(context ?? {});
      await given.initialize?.(context);
    };
    own.onContextChange = async (before: never, after: never) => {
      await decide(after);
      await given.onContextChange?.(before, after);
    };
  }
  return new Proxy(provider, {
    get: (target, name) => (Object.hasOwn(own, name) ? own[String(name)] : bound(target, name)),
    has: (target, name) => Object.hasOwn(own, name) || name in target,
  }) as WithRewards<Provider>;
}

/** What belongs to a provider works on the provider. */
function bound(target: object, name: PropertyKey): unknown {
  const value = Reflect.get(target, name) as unknown;
  return typeof value === 'function' ? value.bind(target) : value;
}

/** The decision that the last value of every flag and targetingKey came from. */
class Decisions {
  readonly #ids = new Map<string, string>();

  /** A value that came from none makes the one before it forgotten: what is earned now is not its reward. */
  note(flag: string, context: FlagContext | undefined, details: unknown): void {
    const { flagMetadata } = (details ?? {}) as { flagMetadata?: { decisionId?: unknown } };
    const id = flagMetadata?.decisionId;
    const name = nameOf(flag, context?.targetingKey);
    this.#ids.delete(name);
    if (typeof id !== 'string') return;
    this.#ids.set(name, id);
    if (this.#ids.size > REMEMBERED_MAX) this.#ids.delete(this.#ids.keys().next().value!);
  }

  find(flag: string, targetingKey: string | undefined): string | undefined {
    return this.#ids.get(nameOf(flag, targetingKey));
  }
}

function nameOf(flag: string, targetingKey: string | undefined): string {
  return JSON.stringify([flag, targetingKey]);
}

type Resolver = (
  flag: string,
  standard: unknown,
  context?: FlagContext,
  ...rest: unknown[]
) => unknown;

/** Providers for servers answer later, those for pages at once. */
function resolversOf(provider: object, decisions: Decisions): Record<string, Resolver> {
  const entries = RESOLVERS.map((name): [string, Resolver] => [
    name,
    (flag, standard, context, ...rest) => {
      const resolve = bound(provider, name) as Resolver;
      const note = (details: unknown) => decisions.note(flag, context, details);
      try {
        const answer = resolve(flag, standard, context, ...rest);
        if (answer instanceof Promise) answer.then(note, note);
        else note(answer);
        return answer;
      } catch (error) {
        note(error);
        throw error;
      }
    },
  ]);
  return Object.fromEntries(entries);
}

interface Reporting {
  readonly client: Client;
  readonly decisions: Decisions;
}

interface Tracked {
  readonly flag: string;
  /** An attribute of it may be called `value`, and is no reward. */
  readonly context: FlagContext;
  readonly details: TrackedDetails;
}

async function report({ client, decisions }: Reporting, tracked: Tracked): Promise<void> {
  const { flag, context, details } = tracked;
  const { value, decisionId } = details;
  const id =
    typeof decisionId === 'string' ? decisionId : decisions.find(flag, context.targetingKey);
  if (id === undefined) {
    throw new Error(
      `A reward must belong to a decision, but no value of "${flag}" was asked for with this targetingKey. Evaluate the flag first, or give its decisionId.`,
    );
  }
  if (value === undefined) {
    throw new Error(`A reward must be given as value, but the event "${flag}" has none.`);
  }
  await client.reward(id, value);
}

/** Decides the flags of a page. Refusals are told by the provider, when it asks for their values. */
async function decideAll(options: RewardOptions, context: FlagContext): Promise<void> {
  if (context.targetingKey === undefined) return;
  const { url, apiKey, flags = [], fetch = globalThis.fetch.bind(globalThis) } = options;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const body = JSON.stringify({ context });
  const root = `${url.replace(/\/+$/, '')}/ofrep/v1/evaluate/flags/`;
  const ask = async (flag: string) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const address = root + encodeURIComponent(flag);
    const answer = await fetch(address, { method: 'POST', headers, body, signal });
    await answer.arrayBuffer();
  };
  await Promise.all(flags.map((flag) => ask(flag).catch(() => {})));
}
