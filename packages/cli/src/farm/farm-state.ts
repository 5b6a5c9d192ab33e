/**
 * A farm in one file: its policy, what the policy was made of, and which decision is which field.
 *
 * Policy and plans are written together, so that no crash leaves a decision without its field. A later
 * season may bring more fields or hybrids; the answers are kept so that the policy can grow by them.
 */
import { createHash } from 'node:crypto';
import {
  createPolicy,
  growPolicy,
  HedgerowError,
  type Policy,
  type PolicyDefinition,
  type Receipt,
  restorePolicy,
} from '@hedgerow/core';
import {
  type FarmAnswers,
  type FieldContext,
  farmOf,
  type HybridName,
  type MixedModel,
  mixedModelText,
  type PartYields,
  type YieldDeclarations,
  yieldDeclarations,
} from '@hedgerow/farm';
import type { ChangedState, KeptState } from '../state/state-file.ts';

const KIND = 'hedgerow-farm/2';

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
  /** What was reported of them; absent if nothing was. */
  readonly told?: PartYields;
  /** What was known of it when it was planned. */
  readonly context: FieldContext['context'];
}

export interface PlannedSeason {
  readonly name: string;
  readonly fields: readonly PlannedField[];
}

export interface FarmState {
  readonly policy: Policy;
  readonly answers: FarmAnswers;
  /** Names of all fields that it has been asked about. */
  readonly fields: readonly string[];
  readonly crop: string;
  /** Of yields. */
  readonly unit: string;
  /** Between which yields of fields lie: what was declared, or what the model says. */
  readonly range: { readonly min: number; readonly max: number };
  /** What may be said of yields, for the questions that are asked of a harvest. */
  readonly declared: YieldDeclarations;
  /** Of the yield model that the policy started from: there is no second one. */
  readonly modelHash: string;
  readonly seasons: readonly PlannedSeason[];
}

/** Returns a new farm. */
export function newFarm(
  model: MixedModel,
  answers: FarmAnswers,
  fields: readonly string[],
): FarmState {
  const definition = farmOf(model, answers, fields);
  const { min, max } = definition.reward;
  return {
    policy: createPolicy(definition),
    answers,
    fields,
    crop: model.crop,
    unit: model.unit,
    range: { min, max },
    declared: yieldDeclarations(definition),
    modelHash: hashOf(model),
    seasons: [],
  };
}

/** Returns the farm in a state file. */
export function openFarm({ state, notBefore }: KeptState): FarmState {
  const { policy, kind: _kind, ...rest } = parseState(state);
  return { ...rest, policy: restorePolicy(policy, { notBefore }) };
}

/** What a later season brings. */
export interface FarmGrowth {
  readonly fields: readonly string[];
  readonly hybrids: readonly HybridName[];
}

/** Returns the farm with fields and hybrids that it did not have; the same one if it has them all. */
export function growFarm(farm: FarmState, model: MixedModel, wished: FarmGrowth): FarmState {
  requireSameModel(farm, model);
  const known = farm.answers.hybrids.map(nameOf);
  const fields = wished.fields.filter((name) => !farm.fields.includes(name));
  const hybrids = wished.hybrids.filter((one) => !known.includes(nameOf(one)));
  if (fields.length === 0 && hybrids.length === 0) return farm;
  const grown = {
    ...farm,
    answers: { ...farm.answers, hybrids: [...farm.answers.hybrids, ...hybrids] },
    fields: [...farm.fields, ...fields],
  };
  return { ...grown, policy: growPolicy(farm.policy, definitionOf(grown, model)) };
}

/** Returns the definition of a farm's policy. */
export function definitionOf(
  { answers, fields }: Pick<FarmState, 'answers' | 'fields'>,
  model: MixedModel,
): PolicyDefinition {
  return farmOf(model, answers, fields);
}

function hashOf(model: MixedModel): string {
  return createHash('sha256').update(mixedModelText(model)).digest('hex');
}

/** What a new fit says is not what the policy learns from; the two must not be shown side by side. */
function requireSameModel({ modelHash }: FarmState, model: MixedModel): void {
  if (hashOf(model) === modelHash) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'the model must be the one that the farm was begun with',
    received: 'another one',
    remedy:
      'Harvests that were reported are learnt already; to start from a new fit, begin a new state.',
  });
}

function nameOf(hybrid: HybridName): string {
  return typeof hybrid === 'string' ? hybrid : hybrid.name;
}

/** Returns what is to be written after a change. */
export function keepFarm<Answer>(farm: FarmState, answer: Answer): ChangedState<Answer> {
  const { policy, ...rest } = farm;
  const state = JSON.stringify({ kind: KIND, ...rest, policy: policy.snapshot() });
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
