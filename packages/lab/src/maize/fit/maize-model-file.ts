/**
 * A fitted model as it is kept in a file: the format `hedgerow-maize-world/1`.
 *
 * Names inside the file are those of the format (W, V, A, D), which other programs read too.
 */
import { rewardColumns } from './bilinear-model.ts';
import type { CanonicalModel } from './canonical-form.ts';
import { FEATURE_NORM_RULE, factorRows, featureNorms } from './feature-norms.ts';
import type { FitSettings, MethodFit } from './fit-method.ts';
import type { FitReport } from './fit-report.ts';
import { CONTINUOUS_NAMES, type ContextScaling, type FitRows } from './fit-rows.ts';
import type { ModelCard } from './model-card.ts';
import type { SiteSummaries, SiteSummary } from './site-summaries.ts';

const USUAL_CHOICE_RANK = 16;

export interface MaizeModelFile {
  readonly format: 'hedgerow-maize-world/1';
  readonly note: string;
  readonly provenance: string;
  readonly modelCard: ModelCard;
  readonly dataset: string;
  readonly rows: number;
  readonly yieldColumn: string;
  readonly yieldScaling: {
    readonly method: 'min-max';
    readonly min: number;
    readonly max: number;
    readonly unit: 'Mg/ha';
  };
  readonly contextOrder: readonly string[];
  readonly contextScaling: ContextScaling;
  readonly fit: {
    readonly objective: string;
    readonly lambda_v: number;
    readonly lambda_w: number;
    readonly latent: number;
    readonly method: string;
    readonly seed: number;
    readonly sweeps: number;
    readonly objectiveValue: number;
    readonly mse: number;
    readonly canonicalForm: string;
    readonly report: FitReport;
  };
  readonly singularValues: readonly number[];
  readonly hybrids: readonly string[];
  readonly fields: readonly string[];
  readonly W: readonly (readonly number[])[];
  readonly V: readonly (readonly number[])[];
  readonly sites: readonly SiteSummary[];
  readonly siteRule: string;
  readonly pooledSd: readonly number[];
  readonly features: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
  readonly DRule: string;
  readonly checks: {
    readonly rewardsAtCentre: readonly (readonly number[])[];
    readonly bestAtCentre: readonly number[];
    readonly sixteenthAtCentre: readonly (number | null)[];
  };
}

export interface ModelFileInput {
  readonly rows: FitRows;
  readonly settings: FitSettings;
  readonly fit: MethodFit;
  readonly model: CanonicalModel;
  readonly sites: SiteSummaries;
  readonly report: FitReport;
  readonly card: ModelCard;
}

/** Puts everything in its place. */
export function maizeModelFile(input: ModelFileInput): MaizeModelFile {
  const { rows, model, sites, card } = input;
  return {
    format: 'hedgerow-maize-world/1',
    note: `${card.data.name}, ${rows.contextScaling.method} contexts, penalties inside the sum`,
    provenance: `Fitted by ${card.madeBy} to ${card.data.name} (${card.sources.join('; ')}). Coefficients and site summaries only; no plot data.`,
    modelCard: card,
    dataset: card.data.name.replace(/\.\w+$/, ''),
    rows: rows.rowCount,
    yieldColumn: 'yield_mg_ha',
    yieldScaling: { method: 'min-max', ...rows.yieldScaling, unit: 'Mg/ha' },
    contextOrder: [...CONTINUOUS_NAMES, ...rows.fields.map((field) => `field:${field}`)],
    contextScaling: rows.contextScaling,
    fit: fitPart(input),
    singularValues: model.singularValues,
    hybrids: rows.hybrids,
    fields: rows.fields,
    W: rowsOf(model.siteWeights, model.latentSize),
    V: factorRows(model),
    sites: sites.sites,
    siteRule: sites.rule,
    pooledSd: sites.pooledSd,
    features: featurePart(model, sites.sites),
    DRule: FEATURE_NORM_RULE,
    checks: checksPart(model, sites.sites),
  };
}

function fitPart({ fit, report, settings }: ModelFileInput): MaizeModelFile['fit'] {
  return {
    objective:
      "sum_i [ (y_i - c_i'W V_xi)^2 + lambda_v |V_xi|^2 + lambda_w |W|^2 ], the penalties INSIDE the sum, i.e. lambda_w*n on W and lambda_v*n_x on V_x",
    lambda_v: settings.penalties.varietyPenalty,
    lambda_w: settings.penalties.sitePenalty,
    latent: settings.latentSize,
    method: fit.description,
    seed: settings.seed,
    sweeps: fit.passCount,
    objectiveValue: fit.penalisedError,
    mse: report.meanSquaredError,
    canonicalForm:
      "M = W V' is what the fit determines; W and V are given as U sqrt(S), Q sqrt(S) of its SVD, each column's largest |V| entry positive",
    report,
  };
}

function featurePart(
  model: CanonicalModel,
  sites: readonly SiteSummary[],
): MaizeModelFile['features'] {
  const norms = featureNorms(model, sites);
  const size = model.latentSize;
  const contextSize = model.siteWeights.length / size;
  const texts = {
    outer: { d: size * size, index: `a*${size}+b: V_x[a]*(c'W)[b]`, weights: 'vec I' },
    hadamard: { d: size, index: "V_x[a]*(c'W)[a]", weights: 'ones' },
    kronecker: {
      d: size * contextSize,
      index: `a*${contextSize}+j: V_x[a]*c[j]`,
      weights: 'W[j][a]',
    },
  };
  const entry = (map: keyof typeof texts): Record<string, number | string> =>
    Object.fromEntries([
      ['d', texts[map].d],
      ['index', texts[map].index],
      ['theta', texts[map].weights],
      ['A', norms[map].weightNormBound],
      ['D', norms[map].featureNormBound],
    ]);
  return { outer: entry('outer'), hadamard: entry('hadamard'), kronecker: entry('kronecker') };
}

/** Rewards at the centre of every site, for whoever loads the file to compare with. */
function checksPart(
  model: CanonicalModel,
  sites: readonly SiteSummary[],
): MaizeModelFile['checks'] {
  const columns = rewardColumns(model);
  const rewards = sites.map(({ scaledContext }) =>
    columns.map((column) => scaledContext.reduce((sum, value, j) => sum + value * column[j]!, 0)),
  );
  const rankings = rewards.map(rankingOf);
  return {
    rewardsAtCentre: rewards,
    bestAtCentre: rankings.map((ranking) => ranking[0]!),
    sixteenthAtCentre: rankings.map((ranking) => ranking[USUAL_CHOICE_RANK - 1] ?? null),
  };
}

function rankingOf(rewards: readonly number[]): number[] {
  return rewards.map((_, hybrid) => hybrid).sort((i, j) => rewards[j]! - rewards[i]! || i - j);
}

function rowsOf(values: Float64Array, width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, row) => [
    ...values.subarray(row * width, (row + 1) * width),
  ]);
}
