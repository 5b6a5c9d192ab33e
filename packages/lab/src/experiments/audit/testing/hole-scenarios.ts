/**
 * Lives in which the five holes of the audit would show, with the truth about every decision.
 *
 *   shared weather   fifty fields under one weather, all in flight together
 *   cancelled        every proposal that the coin allows is cancelled, the baseline is not
 *   unconfirmed      an unknown baseline, actions that must be confirmed, several in flight
 *   near the top     a baseline near the highest reward, with noise on top of it
 *   previewing       a caller who looks first, and sends a poor field when the baseline is to play
 *
 * Callers are hostile: they propose the worse action whenever they may, and know the books.
 */
import { createPolicy, type Policy, type PolicyDefinition, type Receipt } from '@hedgerow/core';
import { randomStream } from '../../../environments/index.ts';
import type { DecisionLogRow } from '../decision-log.ts';
import type { DecisionTruth } from '../truth-file.ts';

/** A life of a policy as its log, and the truth about it. */
export interface Life {
  readonly definition: PolicyDefinition;
  readonly rows: readonly DecisionLogRow[];
  readonly truth: readonly DecisionTruth[];
}

interface Means {
  readonly proposal: number;
  readonly baseline: number;
  readonly shared?: string;
}

/** Collects the lines of a log and what is true of them. */
class LifeLog {
  readonly rows: DecisionLogRow[] = [];
  readonly truth: DecisionTruth[] = [];

  add(row: DecisionLogRow, means: Means): void {
    this.rows.push(row);
    this.truth.push({ decision: row.receipt.id, ...means });
  }
}

const TWO_ACTIONS = { actions: ['usual', 'new'], context: {} } as const;
const UNKNOWN: PolicyDefinition = {
  ...TWO_ACTIONS,
  baseline: { action: 'usual' },
  reward: { min: 0.5, max: 1 },
  allowedShortfall: 0.3,
};

/** What the range allows at worst: here a book that is right knows no more than what is certain. */
const WORST: Means = { proposal: 0.5, baseline: 1 };

function mean(receipt: Receipt, means: Means): number {
  return receipt.chosenBy === 'learner' ? means.proposal : means.baseline;
}

function propose(policy: Policy, proposal = 'new'): Receipt {
  return policy.decide({}, { proposal });
}

/** The new action pays 1 in good weather (one season of five) and 0 in bad; the usual one 0.5. */
export function sharedWeather(seed: number): Life {
  const definition: PolicyDefinition = {
    ...TWO_ACTIONS,
    baseline: { action: 'usual', reward: 0.5 },
    reward: { min: 0, max: 1 },
    allowedShortfall: 0.3,
    seed,
  };
  const policy = createPolicy(definition);
  const random = randomStream({ seed, index: 0 });
  const log = new LifeLog();
  for (let season = 1; season <= 20; season++) {
    const weather = random.uniform() < 0.2 ? 1 : 0;
    const receipts = Array.from({ length: 50 }, () => propose(policy));
    for (const receipt of receipts) {
      const reward = mean(receipt, { proposal: weather, baseline: 0.5 });
      policy.observe(receipt.id, reward);
      const means = { proposal: 0.2, baseline: 0.5, shared: `season-${season}` };
      log.add({ receipt, reward }, means);
    }
  }
  return { definition, ...log };
}

/** Whatever the coin gives to the proposal does not take place. */
export function cancelled(seed: number): Life {
  const definition: PolicyDefinition = { ...UNKNOWN, execution: 'confirm', seed };
  const policy = createPolicy(definition);
  const log = new LifeLog();
  const means = WORST;
  for (let round = 1; round <= 400; round++) {
    const receipt = propose(policy);
    if (receipt.chosenBy === 'learner') {
      policy.cancel(receipt.id, { reason: 'unrelated' });
      log.add({ receipt, state: 'void' }, means);
    } else {
      policy.observe(receipt.id, means.baseline);
      log.add({ receipt, reward: means.baseline, state: 'executed' }, means);
    }
  }
  return { definition, ...log };
}

/** Three in flight, the budget asked for after each, and of one in four nothing is ever heard. */
export function unconfirmed(seed: number, means: Means = WORST, proposal = 'new'): Life {
  const definition: PolicyDefinition = { ...UNKNOWN, execution: 'confirm', seed };
  const policy = createPolicy(definition);
  const log = new LifeLog();
  const inFlight: { receipt: Receipt; isHeardOf: boolean }[] = [];
  for (let round = 1; round <= 400; round++) {
    inFlight.push({ receipt: propose(policy, proposal), isHeardOf: round % 4 !== 0 });
    policy.margin();
    if (inFlight.length < 3) continue;
    const { receipt, isHeardOf } = inFlight.shift()!;
    if (!isHeardOf) {
      log.add({ receipt, state: 'issued' }, means);
      continue;
    }
    policy.confirm(receipt.id);
    policy.margin();
    const reward = mean(receipt, means);
    policy.observe(receipt.id, reward);
    log.add({ receipt, reward, state: 'executed' }, means);
  }
  for (const { receipt } of inFlight) log.add({ receipt, state: 'issued' }, means);
  return { definition, ...log };
}

/** The same with the baseline alone, to save up: its rewards show what it can have added at most. */
export function unconfirmedSaving(seed: number): Life {
  return unconfirmed(seed, { proposal: 0.5, baseline: 0.55 }, 'usual');
}

/** The baseline pays nearly the highest reward there is, and noise carries many of its rewards above. */
export function nearTheTop(seed: number): Life {
  const noiseScale = 0.2;
  const definition: PolicyDefinition = {
    ...UNKNOWN,
    reward: { min: 0.5, max: 1, noiseScale },
    failureProbability: 0.05,
    seed,
  };
  const policy = createPolicy(definition);
  const random = randomStream({ seed, index: 0 });
  const log = new LifeLog();
  const means = { proposal: 0.6, baseline: 0.98 };
  for (let round = 1; round <= 4000; round++) {
    const receipt = propose(policy);
    const reward = mean(receipt, means) + noiseScale * random.normal();
    policy.observe(receipt.id, reward);
    log.add({ receipt, reward }, means);
  }
  return { definition, ...log };
}

/** On poor fields both pay little; the preview is looked at to choose which field to send. */
export function previewing(seed: number): Life {
  const definition: PolicyDefinition = {
    ...UNKNOWN,
    baseline: { action: 'usual', coin: 'played' },
    reward: { min: 0, max: 1 },
    seed,
  };
  const policy = createPolicy(definition);
  const log = new LifeLog();
  for (let round = 1; round <= 600; round++) {
    const { reason } = policy.preview({}, { proposal: 'new' });
    const means =
      reason === 'held-out' ? { proposal: 0, baseline: 0 } : { proposal: 0.5, baseline: 0.9 };
    const receipt = propose(policy);
    const reward = mean(receipt, means);
    policy.observe(receipt.id, reward);
    log.add({ receipt, reward }, means);
  }
  return { definition, ...log };
}
