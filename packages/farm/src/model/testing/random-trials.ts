/**
 * Invented trials of any shape for tests, the same for a seed.
 */
import { type RandomSource, standardNormal } from '@hedgerow/core/research';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { TrialRow } from '../trial-row.ts';

export interface TrialPlan {
  readonly seed: number;
  readonly hybrids: number;
  readonly fields: number;
  readonly years: number;
  /** Plots of a hybrid in a field and season, at most. */
  readonly plots: number;
  readonly hasParents: boolean;
  readonly hasRegions: boolean;
  readonly hasWeather: boolean;
}

/** Returns rows with gaps: some hybrids are missing in some field-years. */
export function randomTrials(plan: TrialPlan): TrialRow[] {
  const generator = xoroshiro128plus(plan.seed);
  const random: RandomSource = () => uniformFloat64(generator);
  const normal = () => standardNormal(random);
  const merit = Array.from({ length: plan.hybrids }, normal);
  const rows: TrialRow[] = [];
  for (let field = 0; field < plan.fields; field++) {
    for (let year = 2020; year < 2020 + plan.years; year++) {
      const level = 7 + 1.5 * normal();
      const weather = { heat: 19 + 2 * normal(), rain: 3 + normal() };
      const soil = 20 + 3 * field;
      for (let hybrid = 0; hybrid < plan.hybrids; hybrid++) {
        if (hybrid > 1 && random() < 0.2) continue;
        const own = level + merit[hybrid]! + 0.4 * normal();
        const plots = 1 + Math.floor(random() * plan.plots);
        for (let plot = 0; plot < plots; plot++) {
          rows.push({
            field: `field ${field}`,
            region: plan.hasRegions ? `region ${field % 3}` : null,
            year,
            hybrid: `hybrid ${hybrid}`,
            parents: plan.hasParents ? [`mother ${hybrid % 3}`, `father ${hybrid >> 1}`] : [],
            yield: own + 0.8 * normal(),
            plots: plot === 0 ? 1 : 1 + Math.floor(random() * 3),
            covariates: plan.hasWeather ? { ...weather, soil } : {},
          });
        }
      }
    }
  }
  return rows;
}
