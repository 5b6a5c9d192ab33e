/**
 * The tools that an agent gets (Model Context Protocol), each a call or two of the HTTP API.
 *
 * A tool does nothing that its caller could not do with the same key over HTTP, because that is all it does: whoever serves the
 * tools says how such a call is made. An agent can so act within a budget that is proved, and only within it.
 */
import type { GiveUpReason } from '@hedgerow/core';
import { z } from 'zod';
import { wireContext } from '../schemas/context-schemas.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Begins with a slash. */
  readonly path: string;
  readonly body?: unknown;
  /** The Idempotency-Key header. */
  readonly key?: string;
}

export interface ApiAnswer {
  readonly status: number;
  /** The JSON of the answer. */
  readonly body: unknown;
}

/** Makes a call of the HTTP API for whoever uses the tools. */
export type CallApi = (request: ApiRequest) => Promise<ApiAnswer>;

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** Whether it only looks, and whether calling it twice is as calling it once. */
  readonly isReading: boolean;
  readonly isIdempotent: boolean;
  run(call: CallApi, input: never): Promise<ApiAnswer>;
}

const policy = z.string().describe('Id of the policy, from list_policies.');
const context = wireContext.describe(
  'For each variable of the policy a number, a category, or a distribution such as {"kind":"normal","mean":20,"sd":3}.',
);
const situation = {
  policy,
  context,
  proposal: z
    .string()
    .optional()
    .describe('The action that you would like; the books decide whether it may be played.'),
  allowed: z.array(z.string()).optional().describe('The actions that may be played this time.'),
  site: z.string().optional().describe('Whose promise it counts in, where there are sites.'),
  subject: z.string().optional().describe('What it is about, by its name in the register.'),
};

const decided = {
  action: z.string().describe('The action to take.'),
  chosenBy: z.string().describe('"learner", or "baseline" if the usual action is taken.'),
  reason: z.string().describe('Why, as a stable code.'),
  explanation: z.string().describe('The same as a sentence.'),
  proposal: z.string().describe('The action that was wished for.'),
  baseline: z.looseObject({ action: z.string() }).describe('The usual action.'),
};

interface Situation {
  readonly policy: string;
}

/** An agent takes the action that it is told, on all of it: nothing must be booked as tried on a part. */
const WHOLE = { divisible: false } as const;

function pathOf(id: string, rest = ''): string {
  return `/v1/policies/${encodeURIComponent(id)}${rest}`;
}

const shownPolicy = z.looseObject({
  id: z.string().describe('Id of the policy.'),
  mode: z.string().describe('"live" acts, "shadow" learns only, "safe-mode" plays the baseline.'),
  definition: z
    .looseObject({})
    .describe('Actions, baseline, context variables, reward and promise.'),
  margin: z.number().nullable().describe('What may still be lost, in reward units.'),
});

const listPolicies: McpTool = {
  name: 'list_policies',
  title: 'List policies',
  description:
    'Lists the policies that can be asked for decisions: their actions, the variables of their context, and what may be lost.',
  input: z.strictObject({
    after: z
      .string()
      .optional()
      .describe('The last name that was listed, to list those that come after it.'),
  }),
  output: z.object({
    policies: z
      .array(shownPolicy)
      .describe(
        'By name, 500 at most and fewer of long ones; after the last of all there are none.',
      ),
  }),
  isReading: true,
  isIdempotent: true,
  run: async (call, { after }: { readonly after?: string }) => {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
    const answer = await call({ method: 'GET', path: `/v1/policies${query}` });
    return { ...answer, body: answer.status === 200 ? { policies: answer.body } : answer.body };
  },
};

const preview: McpTool = {
  name: 'preview',
  title: 'Preview a decision',
  description:
    'Shows what would be decided now. Nothing is booked, and nothing may be played on it.',
  input: z.strictObject(situation),
  output: z.looseObject(decided),
  isReading: true,
  isIdempotent: true,
  run: (call, { policy: id, ...body }: Situation) =>
    call({ method: 'POST', path: pathOf(id, '/preview'), body: { ...body, ...WHOLE } }),
};

const decide: McpTool = {
  name: 'decide',
  title: 'Make a decision',
  description:
    'Decides which action to take, and books it. Take exactly the action that is answered: the promise counts on it. Report what came of it with observe.',
  input: z.strictObject({
    ...situation,
    key: z
      .string()
      .optional()
      .describe('Names this decision: the same key and input give the same decision, also later.'),
  }),
  output: z.looseObject({
    id: z.string().describe('Id of the decision, for observe.'),
    ...decided,
  }),
  isReading: false,
  isIdempotent: false,
  run: (call, { policy: id, key, ...body }: Situation & { readonly key?: string }) =>
    call({
      method: 'POST',
      path: pathOf(id, '/decisions'),
      body: { ...body, ...WHOLE },
      ...(key !== undefined && { key }),
    }),
};

interface Observation {
  readonly decision: string;
  readonly reward?: number;
  readonly played?: 'decision' | 'baseline';
  readonly reason?: GiveUpReason;
  readonly note?: string;
}

const observe: McpTool = {
  name: 'observe',
  title: 'Report what came of a decision',
  description:
    'Reports the reward of a decision, or whether its action was played at all. Reported twice, it counts once.',
  input: z
    .strictObject({
      decision: z.string().describe('Id of the decision.'),
      reward: z.number().optional().describe('What it earned, in the reward unit of the policy.'),
      played: z
        .enum(['decision', 'baseline'])
        .optional()
        .describe(
          'What was really played, where there is no reward yet. An action that was taken and whose reward is lost needs no call; a reward of 0 is a reward.',
        ),
      reason: z
        .enum(['unrelated', 'newer-information'])
        .optional()
        .describe(
          'Required with played "baseline": why the action was not taken. "unrelated" if the cause says nothing about what it would have earned, such as a broken machine; "newer-information" if somebody knew more than at the decision, also you: if you overrode it because of what you saw, and in doubt, say this.',
        ),
      note: z.string().optional().describe('The reason in your own words.'),
    })
    .refine(
      ({ reward, played }) => (reward === undefined) !== (played === undefined),
      'Give either reward or played.',
    )
    .refine(
      ({ played, reason }) => (played === 'baseline') === (reason !== undefined),
      'Give reason with played "baseline", and only there.',
    )
    .refine(
      ({ reason, note }) => note === undefined || reason !== undefined,
      'Give note only beside reason.',
    ),
  output: z.looseObject({
    id: z.string().describe('Id of the decision.'),
    outcome: z.string().describe('"recorded", or "repeated" if it was known.'),
    state: z.string().describe('What became of the decision.'),
    reward: z.number().nullable().describe('Its reward as it is known now.'),
  }),
  isReading: false,
  isIdempotent: true,
  run: (call, { decision, reward, ...said }: Observation) => {
    const path = `/v1/decisions/${encodeURIComponent(decision)}`;
    return reward === undefined
      ? call({ method: 'POST', path: `${path}/ack`, body: said })
      : call({ method: 'POST', path: `${path}/reward`, body: { value: reward } });
  },
};

const budget: McpTool = {
  name: 'budget',
  title: 'Read the safety budget',
  description:
    'Tells what may still be lost before only the baseline is played, what is promised, and how many decisions wait for a reward.',
  input: z.strictObject({ policy }),
  output: z.looseObject({
    id: z.string().describe('Id of the policy.'),
    margin: z
      .number()
      .nullable()
      .describe('What may still be lost, in reward units, as it is proved now; null while halted.'),
    unit: z.string().describe('The reward unit.'),
    promise: z.looseObject({ text: z.string() }).describe('The promise in words.'),
    mode: z.string().describe('"live", "shadow" or "safe-mode".'),
    counts: z.looseObject({}).describe('Decisions, rewards, and what is pending.'),
  }),
  isReading: true,
  isIdempotent: true,
  run: (call, { policy: id }: Situation) => call({ method: 'GET', path: pathOf(id) }),
};

export const MCP_TOOLS: readonly McpTool[] = [listPolicies, preview, decide, observe, budget];
