/**
 * A farm in one file: its policy, what the policy was made of, and which decision is which field.
 *
 * Policy and plans are written together, so that no crash leaves a decision without its field. A later
 * season may bring more fields or hybrids; the options are kept so that the policy can grow by them.
 */
import { createPolicy, HedgerowError, type Policy, type Receipt, restorePolicy } from '@hedgerow/core';
import { type FarmOptions, farmDefinition, type FieldContext, type MixedModel } from '@hedgerow/farm';
import type { ChangedState, KeptState } from '../state/state-file.ts';

const KIND = 'hedgerow-farm/1';

/** A decision of a season, as the farmer knows it. */
export interface PlannedField {
  readonly decision: string;
  readonly field: string;
  /** The field, or a block of it: "Brook, block 2". */
  readonly name: string;
  readonly farm: string | null;
  readonly hectares: number;
  readonly usual: string;
  readonly parts: NonNullable<Receipt['parts']>;
  /** What was known of it; what came of the weather takes its place after the harvest. */
  readonly context: FieldContext['context'];
}

export interface PlannedSeason {
  readonly name: string;
  readonly fields: readonly PlannedField[];
}

export interface FarmState {
  readonly policy: Policy;
  readonly options: FarmOptions;
  /** Of yields, and of the safety budget. */
  readonly unit: string;
  readonly seasons: readonly PlannedSeason[];
}

/** Returns a new farm. */
export function newFarm(model: MixedModel, options: FarmOptions): FarmState {
  const policy = createPolicy(farmDefinition(model, options));
  return { policy, options, unit: model.unit, seasons: [] };
}

/** Returns the farm in a state file. */
export function openFarm({ state, notBefore }: KeptState): FarmState {
  const { policy, options, unit, seasons } = parseState(state);
  return { policy: restorePolicy(policy, { notBefore }), options, unit, seasons };
}

/** Returns what is to be written after a change. */
export function keepFarm<Answer>(farm: FarmState, answer: Answer): ChangedState<Answer> {
  const { policy, options, unit, seasons } = farm;
  const state = JSON.stringify({ kind: KIND, options, unit, seasons, policy: policy.snapshot() });
  return { state: `${state}\n`, revision: policy.revision, answer };
}

interface StoredFarm extends Omit<FarmState, 'policy'> {
  readonly kind: string;
  readonly policy: string;
}

function parseState(text: string): StoredFarm {
  try {
    const stored = JSON.parse(text) as StoredFarm;
    if (stored.kind === KIND) return stored;
  } catch {
    // Told below, as for any other file.
  }
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: `the state must be a farm of the kind ${KIND}`,
    received: 'another file',
    remedy: 'It is made by `hedgerow farm plan`.',
  });
}

/** Returns the season of a name, or the newest. */
export function seasonOf({ seasons }: FarmState, name?: string): PlannedSeason {
  const season = name === undefined ? seasons.at(-1) : seasons.find((one) => one.name === name);
  if (season !== undefined) return season;
  const known = seasons.map((one) => one.name).join(', ');
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `the season must be one that was planned (${known || 'none yet'})`,
    received: name ?? 'none',
  });
}
