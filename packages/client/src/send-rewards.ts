/**
 * Many rewards, some thousands a request: each request may be tried again, because what was taken in
 * before is recognised, and neither the file nor its answers are ever held as a whole.
 */
import type { RewardLine, RewardLineAnswer } from '@hedgerow/service/wire';
import type { CallOptions } from './client.ts';
import { ConnectionError } from './errors.ts';
import type { Requester } from './requester.ts';
import { orConnectionError } from './send.ts';

export interface SendRewardsInput {
  readonly requester: Requester;
  readonly path: string;
  readonly rewards: Iterable<RewardLine> | AsyncIterable<RewardLine>;
  readonly options: CallOptions;
}

const REQUEST_LINES = 5_000;
/** For one request with all its tries. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Yields an answer for every line; lines are counted over all requests. */
export async function* sendRewards(
  input: SendRewardsInput,
): AsyncGenerator<RewardLineAnswer, void, void> {
  let count = 0;
  for await (const lines of portions(input.rewards)) {
    const answers = await sendPortion(input, lines);
    for (const answer of answers) yield { ...answer, line: count + answer.line };
    count += lines.length;
  }
}

async function* portions(rewards: SendRewardsInput['rewards']): AsyncGenerator<string[]> {
  let lines: string[] = [];
  for await (const reward of rewards) {
    lines.push(JSON.stringify(reward));
    if (lines.length < REQUEST_LINES) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

async function sendPortion(
  { requester, path, options }: SendRewardsInput,
  lines: readonly string[],
): Promise<RewardLineAnswer[]> {
  const text = await requester.text(
    {
      method: 'POST',
      path,
      body: lines.join('\n'),
      contentType: 'application/jsonl',
      accept: 'application/jsonl',
      isKnownAgain: true,
    },
    { timeoutMs: REQUEST_TIMEOUT_MS, ...options },
  );
  const signal = options.signal ?? new AbortController().signal;
  const answers = await orConnectionError(signal, async () =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])),
  );
  if (answers.length === lines.length) return answers as RewardLineAnswer[];
  throw new ConnectionError(
    `Every line must have an answer, but of ${lines.length} only ${answers.length} have one. Send them again.`,
  );
}
