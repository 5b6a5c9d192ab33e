/**
 * Sends a harvest: first what was carried out otherwise than planned, then all yields in one go.
 */
import type { Client, ExecutedShare, RewardLine, RewardLineAnswer } from '@hedgerow/client';

export interface HarvestToSend {
  readonly lines: readonly RewardLine[];
  /** By decision. */
  readonly executed: ReadonlyMap<string, ExecutedShare>;
}

export interface HarvestAnswer {
  readonly recordedCount: number;
  /** What was not taken in, and why. */
  readonly refused: readonly RewardLineAnswer[];
}

export async function sendHarvest(
  client: Client,
  policy: string,
  { lines, executed }: HarvestToSend,
): Promise<HarvestAnswer> {
  for (const [decision, share] of executed) await client.ack(decision, { executed: share });
  const answers: RewardLineAnswer[] = [];
  for await (const answer of client.sendRewards(policy, lines)) answers.push(answer);
  const isTaken = ({ outcome }: RewardLineAnswer) =>
    outcome === 'recorded' || outcome === 'repeated';
  return {
    recordedCount: answers.filter(isTaken).length,
    refused: answers.filter((answer) => !isTaken(answer)),
  };
}
