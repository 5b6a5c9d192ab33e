/**
 * What an OpenFeature evaluation context says of a decision.
 *
 *     forecast.temperature     a variable of the policy: a number, a category, or a distribution
 *     temperature              the same, where `forecast` says nothing of it
 *     hedgerow.site, …         all else that a decision may be told: site, subject, group, period, size,
 *                              baseline, allowed, proposal, floors
 *     anything else            ignored: a context is shared by all flags of an application
 *
 * Only what the policy asks for is looked at, so an attribute that no variable is named after, such as the time
 * of the request, neither changes a decision nor makes a second one.
 */
import { z } from 'zod';
import type { AskedDefinition } from '../../decisions/views/policy-terms.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type { DecisionRequest } from '../../wire.ts';
import { invalidInput } from '../errors/schema-fault.ts';
import { fit } from '../schemas/fit.ts';
import { decisionRequest } from '../schemas/request-schemas.ts';

/** An evaluation context as it is sent: anything, by name. */
export type EvaluationContext = Readonly<Record<string, unknown>>;

const record: z.ZodType<EvaluationContext> = z.record(z.string(), z.unknown());

/** The body of an evaluation; other fields are none of ours. */
export const evaluationBody: z.ZodType<{ readonly context: EvaluationContext }> = z.looseObject({
  context: record,
});

const TARGETING_KEY_LENGTH_MAX = 1000;
export const TARGETING_KEY = 'context.targetingKey';

/** Returns who or what the flag is for. */
export function targetingKeyOf({ targetingKey }: EvaluationContext): string {
  const isText = typeof targetingKey === 'string' && targetingKey !== '';
  if (isText && targetingKey.length <= TARGETING_KEY_LENGTH_MAX) return targetingKey;
  throw new ServiceProblem({
    code: 'HR_INVALID_INPUT',
    detail: `${TARGETING_KEY} must be a text of 1 to ${TARGETING_KEY_LENGTH_MAX} characters: a decision is made once for each. Set it in the evaluation context.`,
    field: TARGETING_KEY,
  });
}

type Asked = Omit<DecisionRequest, 'policy'>;

/** Returns the decision that a policy of this definition is asked for. */
export function requestOf(
  definition: Pick<AskedDefinition, 'context' | 'split'>,
  context: EvaluationContext,
): Asked {
  const forecast = nested(context, 'forecast', definition.context);
  const names = Object.keys(definition.context);
  const variables = names.flatMap((name) => {
    const value = plain(said(forecast, name) ?? said(context, name));
    return value === undefined ? [] : [[name, value]];
  });
  const { context: _context, policy: _policy, ...options } = nested(context, 'hedgerow', {});
  const asked = {
    ...options,
    context: Object.fromEntries(variables),
    // A flag has one value: it cannot be tried on a part.
    ...(definition.split === undefined ? {} : { divisible: false }),
  };
  const result = fit(decisionRequest, asked);
  if (result.success) return result.data;
  throw invalidInput(result.error.issues);
}

/** The attribute as an object; empty where it is none, or is itself a variable of the policy. */
function nested(context: EvaluationContext, name: string, variables: object): EvaluationContext {
  const { data } = record.safeParse(context[name]);
  return Object.hasOwn(variables, name) ? {} : (data ?? {});
}

/** What every object inherits was said by nobody. */
function said(context: EvaluationContext, name: string): unknown {
  return Object.hasOwn(context, name) ? context[name] : undefined;
}

/** What is true or false is a category of this name; null says nothing. */
function plain(value: unknown): unknown {
  if (value === null) return undefined;
  return typeof value === 'boolean' ? String(value) : value;
}
