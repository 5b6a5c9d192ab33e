/**
 * What the core refuses, as the caller of the service sees it: where in the request the fault stands, and
 * what to send instead.
 *
 * The core speaks of what it was given, a definition or a call, and begins with the field at fault:
 * `reward.min must be …`. Here the path is that of the request: `definition.reward.min` where a policy is
 * put, `policy.reward.min` where it comes with a decision, `context.rain` for a variable of the context. And
 * its remedies name functions of the library; over HTTP there are none.
 */
import type { HedgerowError, Policy } from '@hedgerow/core';
import type { Steps } from '../instruments/steps.ts';
import { ServiceProblem } from './problem.ts';
import { isRefusal } from './refusals.ts';

/** What the core was given, by where it stands in the request. */
export type RefusedPart =
  | { readonly kind: 'definition'; readonly at: 'definition' | 'policy' }
  | { readonly kind: 'call'; readonly variables: readonly string[] };

const LONGEST_FIELD = 200;

/** Parts of a call that are not variables, whatever a variable is called. */
const CALL_FIELDS = new Set(
  'allowed baseline divisible floors group period proposal site size'.split(' '),
);

/** Remedies of the core, and what they are over HTTP. */
export const IN_HTTP: readonly (readonly [library: string, http: string])[] = [
  [
    'pass uniform(min, max) over its range',
    'send { "kind": "uniform", "min": …, "max": … } over its range',
  ],
  [
    'With limits only use uniform(min, max); with one known value use exact(value).',
    'With limits only send { "kind": "uniform", "min": …, "max": … }; with one known value send the number.',
  ],
  [
    'Make one with normal(…), exact(…) and so on, or from plain data with contextFromDescription.',
    'Send a number, the name of a category, or a description such as { "kind": "normal", "mean": …, "sd": … }.',
  ],
  [
    'Give { baseline: { reward: … } } with the decision.',
    'Send "baseline": { "reward": … } with the decision.',
  ],
  [
    'Pass { baseline: { action: …, reward: … } } with the call.',
    'Send "baseline": { "action": …, "reward": … } with the decision.',
  ],
  ['Give the definition `split: {}` if', 'Give the definition "split": {} if'],
];

/** Returns what a call is, of a policy that knows its variables. */
export function callOf(policy: Pick<Policy, 'variables'> | null): RefusedPart {
  return { kind: 'call', variables: Object.keys(policy?.variables ?? {}) };
}

/** Does something with the core; what it refuses is refused with its place in the request. */
export function refusing<Result>(part: RefusedPart, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw isRefusal(error) ? refusedInput(error, part) : error;
  }
}

/** The same of what is done in steps. */
export function* refusingInSteps<Result>(part: RefusedPart, steps: Steps<Result>): Steps<Result> {
  try {
    return yield* steps;
  } catch (error) {
    throw isRefusal(error) ? refusedInput(error, part) : error;
  }
}

/** Returns the refusal with its place in the request. */
export function refusedInput(error: HedgerowError, part: RefusedPart): ServiceProblem {
  const field = part.kind === 'definition' ? inDefinition(error, part.at) : inCall(error, part);
  const detail = IN_HTTP.reduce(
    (text, [library, http]) => text.replace(library, http),
    error.message,
  );
  return new ServiceProblem(
    {
      code: 'HR_INVALID_INPUT',
      detail,
      ...(field === undefined ? {} : { field: field.slice(0, LONGEST_FIELD) }),
    },
    { cause: error },
  );
}

function inDefinition({ message }: HedgerowError, at: string): string | undefined {
  const named = beginning(message);
  if (named !== undefined) return `${at}.${named}`;
  if (!message.startsWith('the definition must ')) return at;
  const unknown = / but it is one with "(\w+)"/.exec(message)?.[1];
  return unknown === undefined ? at : `${at}.${unknown}`;
}

function inCall(
  { message }: HedgerowError,
  { variables }: Extract<RefusedPart, { kind: 'call' }>,
): string | undefined {
  const missing = /^the context must tell (.+), but it is absent/.exec(message)?.[1];
  if (missing !== undefined) return `context.${missing}`;
  const told = variables.find(
    (name) => !CALL_FIELDS.has(name) && new RegExp(`^${escaped(name)}[.[ ]`).test(message),
  );
  const named = beginning(message);
  return told === undefined ? named : `context.${named ?? told}`;
}

/** Returns the path with which a sentence begins: `actions[2]`, `reward.min`. */
function beginning(message: string): string | undefined {
  return /^([a-z][\w.[\]]*) must /i.exec(message)?.[1];
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
