/**
 * Entries for tests: small, whole, and with something of their own in every field.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { DecisionReceipt } from '../../wire.ts';
import type { Decided, EntryBody, IdempotencyKey } from '../entry.ts';
import type { Journal, NewEntry, Snapshot, StoredEntry } from '../journal.ts';
import type { Standing } from '../standing.ts';

export interface SampleDecision {
  readonly policy?: string;
  readonly generation?: number;
  readonly sequence: number;
  readonly action?: string;
  readonly chosenBy?: 'learner' | 'baseline';
  readonly reason?: DecisionReceipt['reason'];
  readonly key?: string;
  readonly keyScope?: string;
  readonly time?: string;
  readonly note?: string;
}

/** How a policy may stand. */
export const STANDING: Standing = {
  margin: 1,
  pending: 0,
  unresolved: 0,
  decisions: 600,
  learner: 0,
  isHalted: false,
  failureProbability: 0.05,
  text: '{}',
  outline: '{}',
};

/** A time that grows with the count, in milliseconds from the start of 2026. */
export function sampleTime(count: number): string {
  return new Date(Date.UTC(2026, 0, 1) + count).toISOString();
}

export function created(count = 0): NewEntry {
  const definition = { actions: ['a', 'b'], baseline: { action: 'a' } } as unknown;
  return entry({ kind: 'policy-created', definition: definition as PolicyDefinition }, count);
}

export function decided(sample: SampleDecision): NewEntry {
  const { policy = 'maize', generation = 1, sequence } = sample;
  const time = sample.time ?? sampleTime(sequence);
  const receipt: DecisionReceipt = {
    id: `${policy}.${generation}.${sequence}`,
    sequence,
    action: sample.action ?? 'a',
    chosenBy: sample.chosenBy ?? 'baseline',
    reason: sample.reason ?? 'not-certified',
    explanation: sample.note ?? 'The baseline is played.',
    change: [],
    proposal: 'b',
    proposedBy: 'learner',
    baseline: { action: 'a', reward: { min: 0.25, max: 0.5 } },
    bounds: [{ action: 'a', predicted: 0.4, low: 0.1, high: 0.7 }],
    promise: {
      text: 'At least 90 %.',
      failureProbability: 0.05,
      assumptions: [],
      certificate: 'betting',
    },
    margin: { before: 1, ifProposed: -0.125, worstIncrement: -1, after: 1.0625, unit: 't/ha' },
    coin: null,
    propensity: 1,
    propensities: [{ action: sample.action ?? 'a', probability: 1 }],
    context: { kind: 'exact', values: [21] } as unknown as DecisionReceipt['context'],
    policy,
    generation,
    mode: 'live',
    decidedAt: time,
  };
  const body: Decided = {
    kind: 'decided',
    request: { context: { temperature: 21 } },
    receipt,
    coreId: `d${sequence}`,
    key:
      sample.key === undefined
        ? null
        : { ...sampleKey(sample.key), ...(sample.keyScope && { scope: sample.keyScope }) },
  };
  return { time, body };
}

export function sampleKey(text: string): IdempotencyKey {
  return { scope: 'local', text, fingerprint: `fingerprint of ${text}` };
}

export function rewarded(decision: string, value: number, count = 5000): NewEntry {
  return entry({ kind: 'rewarded', decision, value, isLearnt: true }, count);
}

export function entry(body: EntryBody, count = 5000): NewEntry {
  return { time: sampleTime(count), body };
}

/** Appends in one turn, and returns when it is on disk. */
export async function appendAll(
  journal: Journal,
  policy: string,
  entries: readonly NewEntry[],
): Promise<readonly StoredEntry[]> {
  const known = (await journal.head(policy))?.version ?? 0;
  const turn = await journal.beginTurn(policy, known);
  const commit = turn.append(entries);
  await commit.durable;
  return commit.stored;
}

/** Stores a snapshot, in as many pieces as it has letters. */
export function keepSnapshot(
  journal: Pick<Journal, 'writeSnapshot'>,
  { body, ...rest }: Snapshot,
): Promise<void> {
  return journal.writeSnapshot({ ...rest, body: [...body] });
}
