/**
 * Which variances a table can tell, and why not the others.
 *
 * A variance needs several levels to be seen, and it must not hide behind another: fields with one season
 * each cannot be told from seasons, regions with one field each not from fields, hybrids that share no
 * parent not from their parents. What cannot be told stays as it was declared.
 *
 * Without repeated plots, plot error cannot be told from what a hybrid does in one field and season. But
 * their sum can, from hybrids × fields × years, and it is what differences rest on: so they move together, in
 * the proportions declared, and only these are taken for granted.
 */
import type { FieldYear, TrialCells } from './cells.ts';
import type { Covariate, HeldVariance, Residual, VarianceName } from './mixed-model.ts';

/** So many levels, or free squares, are the least that a variance is fitted to. */
const LEVELS_MIN = 4;

export interface TrialShape {
  readonly cells: TrialCells;
  readonly regionCount: number;
  readonly covariates: readonly Covariate[];
}

/** Returns what a table tells only as a sum; null where it tells the parts, or not even the sum. */
export function residualOf({ cells }: Pick<TrialShape, 'cells'>): Residual | null {
  const { fieldYears, hybrids, withinDegrees } = cells;
  const degrees = interactionDegrees(fieldYears, hybrids.length);
  if (withinDegrees >= LEVELS_MIN || degrees < LEVELS_MIN) return null;
  // Hybrids that share parents tell what these do in a season by themselves.
  const variances: VarianceName[] = sharesParents(cells)
    ? ['plot', 'hybridFieldYear']
    : ['plot', 'hybridFieldYear', 'parentFieldYear'];
  return { variances, degrees: degrees + withinDegrees };
}

/** Returns the variances that stay as declared. */
export function heldVariances(shape: TrialShape): HeldVariance[] {
  const { cells, covariates, regionCount } = shape;
  const { fieldYears, hybrids, withinDegrees } = cells;
  const told = residualOf(shape)?.variances ?? [];
  const fieldCount = new Set(fieldYears.map(({ field }) => field)).size;
  const repeated = fieldYears.length - fieldCount;
  const interaction = interactionDegrees(fieldYears, hybrids.length);
  const isShared = sharesParents(cells);
  const faults: Record<VarianceName, string | null> = {
    weather: 'declared: levels are not explained by the weather of a season',
    hybrid: tooFew(hybrids.length, 'hybrids') ?? (isShared ? null : UNSHARED),
    parent: tooFew(hybrids.length, 'hybrids'),
    field: tooFew(fieldCount, 'fields') ?? tooFew(repeated + 1, 'seasons of the same fields'),
    region:
      regionCount === 0
        ? 'no regions are known'
        : (tooFew(regionCount, 'regions') ??
          tooFew(fieldCount - regionCount + 1, 'fields in regions with others')),
    parentWeather:
      covariates.length === 0
        ? 'no weather or soil is known'
        : (tooFew(fieldYears.length - 1, 'field-years') ?? tooFew(interaction, FREE)),
    fieldYear: tooFew(fieldYears.length, 'field-years'),
    parentFieldYear: tooFew(interaction, FREE),
    hybridFieldYear: tooFew(interaction, FREE) ?? (isShared ? null : UNSHARED),
    plot: tooFew(withinDegrees, 'repeated plots of a hybrid in a field and season'),
  };
  return (Object.keys(faults) as VarianceName[]).flatMap((variance) => {
    const reason = faults[variance];
    return reason === null || told.includes(variance) ? [] : [{ variance, reason }];
  });
}

const UNSHARED = 'no two hybrids share a parent';
const FREE = 'repetitions of hybrids over field-years';

function tooFew(count: number, what: string): string | null {
  return count >= LEVELS_MIN ? null : `too few ${what}: ${Math.max(count, 0)}`;
}

/** Cells beyond what a sum of hybrids and field-years takes up. */
function interactionDegrees(fieldYears: readonly FieldYear[], hybridCount: number): number {
  const cellCount = fieldYears.reduce((count, { cells }) => count + cells.length, 0);
  return cellCount - fieldYears.length - hybridCount + 1;
}

function sharesParents({ hybrids }: TrialCells): boolean {
  const parents = hybrids.flatMap((hybrid) => [...new Set(hybrid.parents)]);
  return new Set(parents).size < parents.length;
}
