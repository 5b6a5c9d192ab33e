/**
 * A farm in one file: its policy, what the policy was made of, and which decision is which field.
 *
 * Policy and plans are written together, so that no crash leaves a decision without its field. A later
 * season may bring more fields or hybrids; the options are kept so that the policy can grow by them.
 */
import { createHash } from 'node:crypto';
import {
  createPolicy,
  growPolicy,
  HedgerowError,
  type Policy,
  type Receipt,
  restorePolicy,
} from '@hedgerow/core';
import {
  type FarmOptions,
  type FieldContext,
  farmDefinition,
  type MixedModel,
  mixedModelText,
} from '@hedgerow/farm';
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
  /** What was known of it when it was planned. */
  readonly context: FieldContext['context'];
}

export interface PlannedSeason {
  readonly name: string;
  readonly fields: readonly PlannedField[];
}

export interface FarmState {
  readonly policy: Policy;
  readonly options: FarmOptions;
  readonly crop: string;
  /** Of yields. */
  readonly unit: string;
  /** Between which yields of fields lie: what was declared, or what the model says. */
  readonly range: { readonly min: number; readonly max: number };
  /** The usual size of a decision, as the policy was begun with it: budgets are counted in it. */
  readonly typicalSize: number;
  /** Of the yield model that the policy started from: there is no second one. */
  readonly modelHash: string;
  readonly seasons: readonly PlannedSeason[];
}

/** Returns a new farm. It knows all regions of the model, so that fields can come there later. */
export function newFarm(model: MixedModel, wished: FarmOptions): FarmState {
  const options = { ...wished, fields: [...wished.fields, ...fieldsOfRegions(model, wished)] };
  const definition = farmDefinition(model, options);
  const { reward, size } = definition;
  return {
    policy: createPolicy(definition),
    options,
    crop: model.crop,
    unit: model.unit,
    range: { min: reward.min, max: reward.max },
    typicalSize: size!.typical,
    modelHash: hashOf(model),
    seasons: [],
  };
}

/** Returns the farm in a state file. */
export function openFarm({ state, notBefore }: KeptState): FarmState {
  const { policy, kind: _kind, ...rest } = parseState(state);
  return { ...rest, policy: restorePolicy(policy, { notBefore }) };
}

/** Returns the farm with fields and hybrids that it did not have; the same one if it has them all. */
export function growFarm(farm: FarmState, model: MixedModel, wished: FarmOptions): FarmState {
  requireSameModel(farm, model);
  const { fields: old, hybrids: known = model.hybrids } = farm.options;
  const regions = regionsOf(farm, model);
  const fields = wished.fields
    .filter(({ name }) => !old.some((one) => one.name === name))
    .map((field) => (regions.has(field.region ?? '') ? field : { ...field, region: null }));
  const hybrids = (wished.hybrids ?? []).filter((one) => !namesOf(known).includes(nameOf(one)));
  if (fields.length === 0 && hybrids.length === 0) return farm;
  const options = {
    ...farm.options,
    fields: [...old, ...fields],
    hybrids: [...known, ...hybrids],
  };
  const definition = farmDefinition(model, options);
  const size = { ...definition.size, typical: farm.typicalSize };
  return { ...farm, options, policy: growPolicy(farm.policy, { ...definition, size }) };
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

function namesOf(hybrids: NonNullable<FarmOptions['hybrids']>): string[] {
  return hybrids.map(nameOf);
}

function nameOf(hybrid: NonNullable<FarmOptions['hybrids']>[number]): string {
  return typeof hybrid === 'string' ? hybrid : hybrid.name;
}

/** A trial field of each region that no field of the farm lies in. */
function fieldsOfRegions(model: MixedModel, { fields }: FarmOptions): FarmOptions['fields'] {
  const taken = new Set(fields.map((field) => regionOf(model, field)));
  return model.regions.flatMap((region) => {
    const trial = model.fields.find((one) => one.region === region);
    return taken.has(region) || trial === undefined ? [] : [{ name: trial.name, region }];
  });
}

function regionOf(
  model: MixedModel,
  { name, region }: FarmOptions['fields'][number],
): string | null {
  return region ?? model.fields.find((one) => one.name === name)?.region ?? null;
}

/** Returns the regions that a farm knows; a field elsewhere is in none of them. */
export function regionsOf({ options }: FarmState, model: MixedModel): ReadonlySet<string> {
  return new Set(options.fields.flatMap((field) => regionOf(model, field) ?? []));
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
