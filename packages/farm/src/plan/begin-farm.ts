/**
 * From the answers of somebody with a farm to its policy, before its fields are named; the one road of page
 * and command.
 *
 * The policy knows the fields of the trials by their names, so that trials of one's own count in one's own
 * fields, and one that stands for any other; it has room for hybrids that nobody has tried. Fields that the
 * model does not know are added by name (add-fields.ts).
 *
 * How noisy a measured strip is has up to three sources, and data outweigh what is declared:
 *
 *     lines without repeats    as wide as strips are: what they tell counts, whatever was declared
 *     repeated plots           smaller than strips, which are no noisier: the declared noise, if it is less
 *     nothing told             the declared noise, else what is declared of plots
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { MixedModel } from '../model/mixed-model.ts';
import type { HybridName } from '../model/situation.ts';
import { withFields } from './add-fields.ts';
import { withRoomForHybrids } from './add-hybrids.ts';
import { ANOTHER_FIELD } from './another-field.ts';
import {
  DEFAULT_FAILURE,
  DEFAULT_SHORTFALL,
  type FarmOptions,
  farmDefinition,
} from './farm-definition.ts';
import { FARM_WORDS } from './farm-words.ts';

/** What is asked of a farm; what is left out is not declared. */
export interface FarmAnswers
  extends Pick<
    FarmOptions,
    'usual' | 'allowedShortfall' | 'failureProbability' | 'range' | 'usualYield'
  > {
  readonly hybrids: readonly HybridName[];
  /** Size of a usual field. */
  readonly hectares: number;
  /** No hybrid stays more than this below the usual one beside it. */
  readonly drop?: number;
  /** How far off the measured mean of some strips may be. */
  readonly noise?: number;
  /** Into how many strips a field, or a block of it, is divided. */
  readonly strips?: number;
}

/** Returns the policy of a farm with these fields; around a model, or with all hybrids alike. */
export function farmOf(
  model: MixedModel | null,
  answers: FarmAnswers,
  fields: readonly string[],
): PolicyDefinition {
  const begun = beginFarm(model, answers);
  return model === null ? begun : withFields(begun, fields);
}

/** Returns the policy of a farm whose fields are still to come; throws what the model refuses. */
export function beginFarm(model: MixedModel | null, answers: FarmAnswers): PolicyDefinition {
  const { hybrids, usual, hectares, range, usualYield, noise } = answers;
  const { allowedShortfall = DEFAULT_SHORTFALL, failureProbability = DEFAULT_FAILURE } = answers;
  const promise = { allowedShortfall, failureProbability };
  const size = { typical: hectares, unit: 'ha' };
  const split = splitOf(answers);
  if (model === null) {
    return {
      actions: hybrids.map((one) => (typeof one === 'string' ? one : one.name)),
      baseline: { action: usual, ...(usualYield && { reward: usualYield }) },
      context: {},
      reward: { ...range!, unit: 't/ha' },
      size,
      split,
      words: FARM_WORDS,
      ...promise,
    };
  }
  const definition = farmDefinition(model, {
    ...promise,
    fields: [...model.fields, { name: ANOTHER_FIELD }],
    hybrids,
    usual,
    split,
    noiseVariance: stripVariance(model, noise),
    ...(range && { range }),
    ...(usualYield && { usualYield }),
  });
  return withRoomForHybrids({ ...definition, size }, model);
}

function splitOf({ drop, noise, strips }: FarmAnswers): NonNullable<PolicyDefinition['split']> {
  return {
    ...(drop !== undefined && { drop }),
    ...(noise !== undefined && { plotNoise: { scale: noise } }),
    ...(strips !== undefined && { strips }),
  };
}

function stripVariance({ residual, held, variances }: MixedModel, noise?: number): number {
  const { plot } = variances;
  if (noise === undefined || residual !== undefined) return plot;
  const isTold = !held.some(({ variance }) => variance === 'plot');
  return isTold ? Math.min(noise ** 2, plot) : noise ** 2;
}
