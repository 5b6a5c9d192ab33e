/**
 * A recommendation for one field and season, and what the harvest teaches.
 *
 *   1  the fitted model, corrected by harvests, ranks the hybrids for the forecast    (yield-outlook.ts)
 *   2  its best is the candidate that is proposed to the policy                       (maize-policy.ts)
 *   3  the policy's book says whether that can be afforded; if not, the usual hybrid is recommended
 *
 * Step 1 may be wrong without endangering the promise, with one exception: what the usual hybrid is
 * expected to yield is taken from there too, unless the farmer says it. The promise is about that number.
 */
import {
  createPolicy,
  HedgerowError,
  type Outcome,
  type Policy,
  type Receipt,
  type RewardInterval,
  restorePolicy,
} from '@hedgerow/core';
import type { MaizeModel } from '../world/maize-model.ts';
import { type Harvest, harvestCorrections } from './harvest-corrections.ts';
import { heldOutError } from './held-out-error.ts';
import {
  highestYield,
  MAIZE_POLICY_DEFAULTS,
  type MaizePolicyOptions,
  maizePolicyDefinition,
} from './maize-policy.ts';
import { readMaizeState, writeMaizeState } from './maize-state.ts';
import { contextOf, type Season, seasonWarnings } from './season.ts';
import { usualHybrid } from './usual-hybrid.ts';
import {
  type HybridOutlook,
  INTERVAL_SHARE,
  modelYields,
  yieldOutlook,
  yieldRange,
} from './yield-outlook.ts';

export interface RecommendRequest {
  readonly model: MaizeModel;
  readonly season: Season;
  /** The farmer's usual hybrid; the 16th best in the field's usual weather if absent, as in the paper. */
  readonly usual?: string;
  /** What it is expected to yield, t/ha, if the farmer knows better than the model. */
  readonly usualYield?: number | RewardInterval;
  /** What is declared; of a state that exists, it must be what the state was made with. */
  readonly declared?: Partial<MaizePolicyOptions>;
  /** The newest revision of the policy that is known; an older state is refused. */
  readonly notBefore?: number;
}

export interface Recommendation {
  /** Name for `observe`. */
  readonly decision: string;
  readonly field: string;
  /** The hybrid to plant. */
  readonly recommended: string;
  /** The farmer's usual hybrid. */
  readonly usual: string;
  readonly isUsual: boolean;
  /** The best of the ranking, whether or not it is recommended. */
  readonly candidate: string;
  readonly chosenBy: Receipt['chosenBy'];
  readonly reason: Receipt['reason'];
  /** Safety margin that is left after this season in the worst case, t/ha. */
  readonly margin: number;
  /** The same before it, and if the candidate were planted; negative means it cannot be afforded. */
  readonly marginBefore: number;
  readonly marginIfCandidate: number;
  /** What one more season with the usual hybrid adds to the margin at least, t/ha. */
  readonly marginPerUsualSeason: number;
  /** What was declared of the usual hybrid's expected yield, t/ha, and by whom. */
  readonly usualYield: RewardInterval;
  readonly usualYieldSource: 'model' | 'farmer';
  readonly ranking: readonly HybridOutlook[];
  /** Share of harvests that the intervals of the ranking are meant to hold. */
  readonly intervalShare: number;
  /** Root mean square error of the model on field-years that it was not fitted to, t/ha. */
  readonly typicalError: number;
  /** Harvests that the ranking has been corrected by. */
  readonly harvestCount: number;
  readonly promise: Receipt['promise'];
  /** What was declared when the state was made. */
  readonly declared: MaizePolicyOptions;
  readonly weather: { readonly mean: readonly number[]; readonly deviation: readonly number[] };
  readonly warnings: readonly string[];
}

const UNIT_DECIMALS = 1e6;

/** Makes a recommendation and books it; returns the new state beside it. */
export function recommend(
  state: string | null,
  request: RecommendRequest,
): MaizeStep<Recommendation> {
  const { model, season } = request;
  const usual = request.usual ?? usualHybrid(model, season.field);
  requireHybrid(model, usual);
  const opened = openState(state, request, usual);
  const { policy, harvests, options } = opened;
  const error = heldOutError(model);
  const corrections = harvestCorrections(harvests, error);
  const usualYieldTold = middleOf(request.usualYield);
  const ranking = yieldOutlook({ model, season, usual, usualYieldTold, corrections, error });
  const usualYield = usualYieldOf(request, ranking, usual);
  const receipt = policy.decide(contextOf(model, season), {
    baseline: { action: usual, reward: usualYield },
    proposal: ranking[0]!.hybrid,
  });
  const harvest = openHarvest(request, receipt);
  return {
    state: writeMaizeState({
      options,
      policy: policy.snapshot(),
      harvests: [...harvests, harvest],
    }),
    revision: policy.revision,
    answer: recommendationOf(request, { ...opened, receipt, ranking, usual }),
  };
}

/** Takes the harvest of an earlier recommendation; `isCorrection` replaces one that was wrong. */
export function observeHarvest(
  state: string,
  { decision, observedYield, isCorrection, notBefore = 0 }: HarvestReport,
): MaizeStep<HarvestAnswer> {
  const { policy: snapshot, harvests, options } = readMaizeState(state);
  const policy = restorePolicy(snapshot, { notBefore });
  const outcome = isCorrection
    ? policy.correct(decision, observedYield)
    : policy.observe(decision, observedYield);
  const isTaken = outcome === 'recorded';
  const updated = harvests.map((harvest) =>
    isTaken && harvest.decision === decision ? { ...harvest, observedYield } : harvest,
  );
  const harvest = updated.find((candidate) => candidate.decision === decision) ?? null;
  return {
    state: writeMaizeState({ options, policy: policy.snapshot(), harvests: updated }),
    revision: policy.revision,
    answer: { decision, outcome, margin: policy.margin(), harvest },
  };
}

export interface HarvestReport {
  readonly decision: string;
  /** t/ha */
  readonly observedYield: number;
  readonly isCorrection: boolean;
  /** The newest revision of the policy that is known; an older state is refused. */
  readonly notBefore?: number;
}

/** An answer, and the state after it. */
export interface MaizeStep<Answer> {
  readonly state: string;
  /** Of the policy; it only grows. */
  readonly revision: number;
  readonly answer: Answer;
}

export interface HarvestAnswer {
  readonly decision: string;
  readonly outcome: Outcome;
  /** Safety margin now, t/ha. */
  readonly margin: number;
  /** What is kept of it; null for an unknown decision. */
  readonly harvest: Harvest | null;
}

interface OpenState {
  readonly policy: Policy;
  readonly harvests: readonly Harvest[];
  readonly options: MaizePolicyOptions;
}

function openState(
  state: string | null,
  { model, declared = {}, notBefore = 0 }: RecommendRequest,
  usual: string,
): OpenState {
  if (state === null) {
    const options = { ...MAIZE_POLICY_DEFAULTS, ...declared };
    const policy = createPolicy(maizePolicyDefinition(model, usual, options));
    return { policy, harvests: [], options };
  }
  const { policy, harvests, options } = readMaizeState(state);
  requireSame(options, declared);
  return { policy: restorePolicy(policy, { notBefore }), harvests, options };
}

/** A promise cannot be changed half way; a new one needs a new state. */
function requireSame(options: MaizePolicyOptions, declared: Partial<MaizePolicyOptions>): void {
  const names = Object.keys(declared) as (keyof MaizePolicyOptions)[];
  const changed = names.find((name) => declared[name] !== options[name]);
  if (changed === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${changed} must stay ${options[changed] ?? 'undeclared'}, as this state was made with it`,
    received: String(declared[changed]),
    remedy: 'Leave it out, or begin a new state.',
  });
}

function middleOf(told: number | RewardInterval | undefined): number | null {
  if (told === undefined) return null;
  return typeof told === 'number' ? told : (told.min + told.max) / 2;
}

function usualYieldOf(
  { model, usualYield }: RecommendRequest,
  ranking: readonly HybridOutlook[],
  usual: string,
): RewardInterval {
  const { expected } = ranking.find(({ hybrid }) => hybrid === usual)!;
  const declared = usualYield ?? Math.round(expected * UNIT_DECIMALS) / UNIT_DECIMALS;
  const interval = typeof declared === 'number' ? { min: declared, max: declared } : declared;
  const most = highestYield(model);
  if (interval.min > 0 && interval.min <= interval.max && interval.max <= most) return interval;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `the yield of the usual hybrid must lie above 0 and not above ${most} t/ha, lower end first`,
    received: `${interval.min} to ${interval.max}`,
    remedy: 'Say what it is expected to yield in this season.',
  });
}

function openHarvest({ model, season }: RecommendRequest, receipt: Receipt): Harvest {
  const index = model.hybrids.indexOf(receipt.action);
  return {
    decision: receipt.id,
    field: season.field,
    hybrid: receipt.action,
    expectedByModel: modelYields(model, season)[index]!,
    observedYield: null,
  };
}

interface Made extends OpenState {
  readonly receipt: Receipt;
  readonly ranking: readonly HybridOutlook[];
  readonly usual: string;
}

function recommendationOf(
  { model, season, usualYield }: RecommendRequest,
  { receipt, ranking, usual, harvests, options }: Made,
): Recommendation {
  const { covariance, mean } = season.weather;
  const declared = receipt.baseline.reward!;
  return {
    decision: receipt.id,
    field: season.field,
    recommended: receipt.action,
    usual,
    isUsual: receipt.action === usual,
    candidate: ranking[0]!.hybrid,
    chosenBy: receipt.chosenBy,
    reason: receipt.reason,
    margin: receipt.margin.after,
    marginBefore: receipt.margin.before,
    marginIfCandidate: receipt.margin.ifProposed,
    marginPerUsualSeason: options.allowedShortfall * declared.min,
    usualYield: declared,
    usualYieldSource: usualYield === undefined ? 'model' : 'farmer',
    ranking,
    intervalShare: INTERVAL_SHARE,
    typicalError: Math.sqrt(heldOutError(model).newSeason) * yieldRange(model),
    harvestCount: harvests.filter(({ observedYield }) => observedYield !== null).length,
    promise: receipt.promise,
    declared: options,
    weather: {
      mean: [...mean],
      deviation: [Math.sqrt(covariance[0]!), Math.sqrt(covariance[3]!)],
    },
    warnings: seasonWarnings(model, season),
  };
}

function requireHybrid(model: MaizeModel, hybrid: string): void {
  if (model.hybrids.includes(hybrid)) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `the usual hybrid must be one of ${model.hybrids.join(', ')}`,
    received: JSON.stringify(hybrid),
  });
}
