/**
 * Fifty fields under one weather (docs/concepts/certificate.md): forecasts are calibrated and the
 * declared baseline is right, but what they leave open is the same for all fields of a season. The new
 * action pays 1 in good weather, which comes in one season of five, and 0 in bad; the baseline pays 0.5.
 *
 *   alone   every field is a bet of its own: fifty copies of one experiment count as fifty
 *   group   the fields of a season are one bet
 *   split   a part of each field stays with the baseline; the promise is about the weather that came
 */
import { createEngine, createPolicy, type PolicyDefinition, type Receipt } from '@hedgerow/core';
import { type RandomStream, randomStream } from '../../environments/random-stream.ts';

export type FieldKind = 'alone' | 'group' | 'split';

export interface SharedWeatherOptions {
  readonly kind: FieldKind;
  readonly run: number;
  readonly seasonCount: number;
  /** Whether the new action is always proposed; the learner proposes if not. */
  readonly isForced: boolean;
}

const FIELD_COUNT = 50;
const GOOD_SHARE = 0.2;
const BASELINE = 0.5;
const ALLOWED_SHORTFALL = 0.2;
export const FAILURE_PROBABILITY = 0.01;

const engine = createEngine();

function definitionOf({ kind, run }: SharedWeatherOptions): PolicyDefinition {
  return {
    actions: ['old', 'new'],
    baseline: { action: 'old', reward: BASELINE },
    context: {},
    reward: { min: 0, max: 1 },
    allowedShortfall: ALLOWED_SHORTFALL,
    failureProbability: FAILURE_PROBABILITY,
    ...(kind === 'split' ? { split: { strips: 20 } } : {}),
    seed: run + 1,
  };
}

/** Plays one run; returns whether the promise was ever broken. */
export function isEverBroken(options: SharedWeatherOptions): boolean {
  const policy = createPolicy(definitionOf(options), { engine });
  const random = randomStream({ seed: 71, index: options.run });
  let truth = 0;
  for (let season = 0; season < options.seasonCount; season++) {
    const pay = weather(random);
    const field = { context: {}, ...(options.isForced ? { proposal: 'new' } : {}) };
    const fields = Array(FIELD_COUNT).fill(field);
    const { receipts } = policy.decideTogether(
      fields,
      options.kind === 'group' ? { group: `season ${season}` } : {},
    );
    // What is promised: averages over the weather, or what was earned in the one that came.
    const promised = options.kind === 'split' ? pay : GOOD_SHARE;
    for (const receipt of receipts) truth += worthOf(receipt, promised);
    if (truth < -1e-9) return true;
    for (const receipt of receipts) policy.observe(receipt.id, outcomeOf(receipt, pay));
  }
  return false;
}

function weather(random: RandomStream): number {
  return random.uniform() < GOOD_SHARE ? 1 : 0;
}

function triedShare({ parts, chosenBy }: Receipt): number {
  if (parts === undefined) return chosenBy === 'learner' ? 1 : 0;
  return parts.find(({ role }) => role === 'try')?.share ?? 0;
}

function worthOf(receipt: Receipt, pay: number): number {
  const share = triedShare(receipt);
  return share * pay + (ALLOWED_SHORTFALL - share) * BASELINE;
}

function outcomeOf({ parts, chosenBy }: Receipt, pay: number) {
  if (parts === undefined) return chosenBy === 'learner' ? pay : BASELINE;
  return Object.fromEntries(parts.map(({ role }) => [role, role === 'try' ? pay : BASELINE]));
}
