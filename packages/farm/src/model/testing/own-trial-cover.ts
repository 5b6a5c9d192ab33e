/**
 * Trials as a farm has them, made up: some fields, hybrids and years, every hybrid once in each, nothing
 * repeated. And how often what a fit says of differences is right.
 *
 *     yield = 9.5 + field + season of the field + hybrid + hybrid in that field and season + plot error
 *
 * A difference is asked as a plan asks it: two hybrids on one field in a season to come. What is known of the
 * farm beforehand is nothing; `stray` is told by no repeated plot, and half as large or twice as large as
 * what is declared.
 */
import { type RandomSource, standardNormal } from '@hedgerow/core/research';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { fitMixedModel } from '../fit-mixed-model.ts';
import { residualDeviation } from '../residual.ts';
import type { TrialRow } from '../trial-row.ts';
import { yieldPredictor } from '../yield-predictor.ts';

export interface OwnTrialsPlan {
  readonly fields: number;
  readonly years: number;
  readonly hybrids: number;
  /** Standard deviation of hybrids, and of one line around its hybrid and field-year. */
  readonly hybridDeviation: number;
  readonly stray: number;
  /** Of its square: what a hybrid does in one field and season; the rest is plot error. */
  readonly interactionShare: number;
}

export const OWN_TRIALS: OwnTrialsPlan = {
  fields: 12,
  years: 3,
  hybrids: 6,
  hybridDeviation: 0.5,
  stray: 0.5,
  interactionShare: 0.2,
};

export interface OwnTrialCover {
  readonly pairs: number;
  /** Of 80% intervals: of what is expected, and of one field in a season to come. */
  readonly coverExpected: number;
  readonly coverSeason: number;
  /** Of pairs of which it is said that one beats the other in 9 of 10 (.85 to .95): how many, and right. */
  readonly ninePairs: number;
  readonly nineRight: number;
  /** How often the interval of the stray, said to hold it in 8 of 10, does; and the mean of the stray. */
  readonly coverStray: number;
  readonly meanStray: number;
}

interface World {
  readonly rows: readonly TrialRow[];
  readonly merits: readonly number[];
  readonly normal: () => number;
  readonly interaction: number;
}

const NORMAL_80 = 1.2815515655446004;

/** Fits as many made-up farms, and asks each for all of its differences. */
export function measureOwnTrials(
  plan: OwnTrialsPlan,
  { sets, seed }: { readonly sets: number; readonly seed: number },
): OwnTrialCover {
  const sum = { pairs: 0, expected: 0, season: 0, nine: 0, right: 0, stray: 0, strays: 0 };
  for (let set = 0; set < sets; set++) {
    const world = ownTrials(plan, seed + set);
    const model = fitMixedModel(world.rows, { crop: 'maize', unit: 't/ha' });
    const predictor = yieldPredictor(model);
    const { low, estimate, high } = residualDeviation(model)!;
    sum.strays += estimate;
    if (low <= plan.stray && plan.stray <= high) sum.stray += 1;
    // One season to come, in a field of the farm; the same for all pairs.
    const there = world.merits.map((merit) => merit + world.interaction * world.normal());
    const situation = { field: 'field 0', region: null, covariates: {} };
    for (let i = 0; i < plan.hybrids; i++) {
      for (let j = 0; j < i; j++) {
        const said = predictor.compare(nameOf(i), nameOf(j), situation);
        const expected = world.merits[i]! - world.merits[j]!;
        const season = there[i]! - there[j]!;
        sum.pairs += 1;
        if (Math.abs(said.mean - expected) <= NORMAL_80 * said.deviationExpected) sum.expected += 1;
        if (Math.abs(said.mean - season) <= NORMAL_80 * said.deviationField) sum.season += 1;
        const chance = Math.max(said.chance, 1 - said.chance);
        if (chance < 0.85 || chance >= 0.95) continue;
        sum.nine += 1;
        if (season > 0 === said.chance > 0.5) sum.right += 1;
      }
    }
  }
  return {
    pairs: sum.pairs,
    coverExpected: sum.expected / sum.pairs,
    coverSeason: sum.season / sum.pairs,
    ninePairs: sum.nine,
    nineRight: sum.right / sum.nine,
    coverStray: sum.stray / sets,
    meanStray: sum.strays / sets,
  };
}

function ownTrials(plan: OwnTrialsPlan, seed: number): World {
  const generator = xoroshiro128plus(seed);
  const random: RandomSource = () => uniformFloat64(generator);
  const normal = () => standardNormal(random);
  // The generator's first numbers are alike for neighbouring seeds.
  for (let i = 0; i < 20; i++) random();
  const merits = Array.from({ length: plan.hybrids }, () => plan.hybridDeviation * normal());
  const interaction = plan.stray * Math.sqrt(plan.interactionShare);
  const plot = plan.stray * Math.sqrt(1 - plan.interactionShare);
  const rows: TrialRow[] = [];
  for (let field = 0; field < plan.fields; field++) {
    const place = 9.5 + 0.8 * normal();
    for (let year = 0; year < plan.years; year++) {
      const level = place + normal();
      for (let hybrid = 0; hybrid < plan.hybrids; hybrid++) {
        rows.push({
          field: `field ${field}`,
          region: null,
          year: 2024 + year,
          hybrid: nameOf(hybrid),
          parents: [],
          yield: level + merits[hybrid]! + interaction * normal() + plot * normal(),
          plots: 1,
          covariates: {},
        });
      }
    }
  }
  return { rows, merits, normal, interaction };
}

function nameOf(hybrid: number): string {
  return `hybrid ${hybrid}`;
}
