/**
 * Mutants of the farm.
 */
import type { Mutant } from './mutant.ts';

export const FARM_MUTANTS: readonly Mutant[] = [
  {
    name: 'a policy takes the precision of a yield model as if it were counted in rewards',
    file: 'packages/farm/src/plan/farm-definition.ts',
    find: 'precision: precisionUpper.map((value) => noiseVariance * value),',
    replace: 'precision: precisionUpper,',
    tests: ['packages/farm/src/plan/farm-definition.test.ts'],
  },
  {
    name: 'trial fields are cut off from a yield model and not averaged over',
    file: 'packages/farm/src/model/model-features.ts',
    find: '  if (kept.length === size) return chosen(precision, size, kept);',
    replace: '  if (kept.length <= size) return chosen(precision, size, kept);',
    tests: ['packages/farm/src/model/mixed-model.test.ts'],
  },
  {
    name: 'plots of one field and season are learnt as if each had a season of its own',
    file: 'packages/farm/src/model/season-covariance.ts',
    find: 'common.map((shared) => fieldYear + parentFieldYear * shared);',
    replace: 'common.map((shared) => parentFieldYear * shared);',
    tests: ['packages/farm/src/model/mixed-model.test.ts'],
  },
  {
    name: 'an error in a table does not keep it from being stored',
    file: 'packages/farm/src/tables/table-report.ts',
    find: "    isBlocked: all.some(({ severity }) => severity === 'error'),",
    replace: '    isBlocked: false,',
    tests: ['packages/farm/src/tables', 'packages/cli/src/commands/farm-command.test.ts'],
  },
  {
    name: 'a yield that no field of the crop can have is stored',
    file: 'packages/farm/src/tables/read-yields.ts',
    find: '    if (!isWithin(value, crop.range)) {',
    replace: '    if (value < crop.range.min) {',
    tests: ['packages/farm/src/tables/read-trials.test.ts'],
  },
  {
    name: 'a line that was copied twice is learnt from twice',
    file: 'packages/farm/src/tables/repeats.ts',
    find: "    return rule === 'each';",
    replace: '    return true;',
    tests: ['packages/farm/src/tables/read-trials.test.ts'],
  },
  {
    name: 'the worst season is told for the usual choice at its lowest',
    file: 'packages/farm/src/plan/worst-season.ts',
    find: 'size * triedShare * fall(high)',
    replace: 'size * triedShare * fall(low)',
    tests: ['packages/farm/src/plan/worst-season.test.ts'],
  },
];
