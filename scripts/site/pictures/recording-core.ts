/**
 * The core as an example sees it while its picture is made: the same, but for a policy that remembers what
 * it decided, and how much budget it had then, and writes that down at the end (RECORDING_FILE).
 */
import { writeFileSync } from 'node:fs';
import { createPolicy as create, type Policy } from '@hedgerow/core';

export * from '@hedgerow/core';

export interface RecordedRound {
  readonly action: string;
  readonly chosenBy: string;
  readonly margin: number;
}

export interface Recording {
  readonly actions: readonly string[];
  readonly baseline: string;
  readonly unit: string;
  readonly rounds: readonly RecordedRound[];
}

/** What the first policy of this process decided. */
let recording: Recording | undefined;

/** Creates a policy like the core's own, and listens to it. */
export const createPolicy: typeof create = ((definition: Parameters<typeof create>[0]) => {
  const policy = create(definition) as unknown as Policy;
  const rounds: RecordedRound[] = [];
  const { actions, baseline, reward } = definition as unknown as {
    readonly actions: readonly string[];
    readonly baseline: { readonly action: string };
    readonly reward: { readonly unit?: string };
  };
  recording ??= { actions, baseline: baseline.action, unit: reward.unit ?? '', rounds };
  const decide = policy.decide.bind(policy);
  policy.decide = (...call: Parameters<Policy['decide']>) => {
    const receipt = decide(...call);
    rounds.push({ action: receipt.action, chosenBy: receipt.chosenBy, margin: policy.margin() });
    return receipt;
  };
  return policy;
}) as unknown as typeof create;

process.on('exit', () => writeFileSync(process.env.RECORDING_FILE!, JSON.stringify(recording)));
