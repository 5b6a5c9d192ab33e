/**
 * Mutants of forecasts.
 */
import type { Mutant } from './mutant.ts';

const CALIBRATION = 'packages/forecasts/src/calibration';
const FORECASTS = 'packages/forecasts/src';

export const FORECASTS_MUTANTS: readonly Mutant[] = [
  {
    name: 'a bet against a forecast pays more than its odds (its normaliser is forgotten)',
    file: `${CALIBRATION}/bettors.ts`,
    find: '    return believed / (high - low);',
    replace: '    return believed / (high - low) / spread;',
    tests: [`${CALIBRATION}/calibration-test.test.ts`],
  },
  {
    name: 'those who bet against a forecast share more than there is',
    file: `${CALIBRATION}/bettors.ts`,
    find: '  { bias: 0, spread: 2, share: 4 / 32 },',
    replace: '  { bias: 0, spread: 2, share: 5 / 32 },',
    tests: [`${CALIBRATION}/calibration-test.test.ts`],
  },
  {
    name: 'streams of bets against a forecast begin with more than 1 together',
    file: `${CALIBRATION}/calibration-test.ts`,
    find: '  const money = leftAfter(place) - leftAfter(place + 1);',
    replace: '  const money = leftAfter(place);',
    tests: [`${CALIBRATION}/calibration-test.test.ts`],
  },
  {
    name: 'money that is staked on one forecast is staked on one that overlaps, too',
    file: `${CALIBRATION}/calibration-test.ts`,
    find: '(one) => one.lead === lead && one.known <= issued',
    replace: '(one) => one.lead === lead',
    tests: [CALIBRATION],
  },
  {
    name: 'outcomes that share their weather are each paid the whole stake',
    file: `${CALIBRATION}/calibration-test.ts`,
    find: 'sum + each[k]!, 0) / cells.length;',
    replace: 'sum + each[k]!, 0);',
    tests: [`${CALIBRATION}/calibration-test.test.ts`],
  },
  {
    name: 'a tie with a member of an ensemble counts as one gap',
    file: `${CALIBRATION}/pit.ts`,
    find: 'high: (below + equal + 1) / gapCount',
    replace: 'high: (below + 1) / gapCount',
    tests: [`${CALIBRATION}/pit.test.ts`],
  },
  {
    name: 'outcomes beyond the outermost edge move forecasts as far as one likes',
    file: `${CALIBRATION}/recalibrate.ts`,
    find: 'const BEYOND_MAX = 1;',
    replace: 'const BEYOND_MAX = 100;',
    tests: [`${CALIBRATION}/recalibrate.test.ts`],
  },
  {
    name: 'a day that is missing in a forecast is not noticed',
    file: `${FORECASTS}/window/totals.ts`,
    find: '    if (starts[k]! > covered) return { from: covered, to: starts[k]!, track: null };\n',
    replace: '',
    tests: [`${FORECASTS}/window/window.test.ts`],
  },
  {
    name: 'a member without a value at the horizon is not noticed',
    file: `${FORECASTS}/window/totals.ts`,
    find: 'if (track !== undefined) return { from: starts[k]!, to: ends[k]!, track };',
    replace: '',
    tests: [`${FORECASTS}/window/window.test.ts`, `${FORECASTS}/context`],
  },
  {
    name: 'members of two variables are joined although they are not the same',
    file: `${FORECASTS}/context/window-blocks.ts`,
    find: '  return [...groups.values()].map(alignMembers);',
    replace: '  return [...groups.values()];',
    tests: [`${FORECASTS}/context/forecast-context.test.ts`],
  },
  {
    name: 'sums of Open-Meteo are taken for the hour after their stamp',
    file: `${FORECASTS}/read/open-meteo.ts`,
    find: "found.nature !== 'level';",
    replace: "found.nature === 'level';",
    tests: [`${FORECASTS}/read/read-forecast.test.ts`],
  },
  {
    name: 'an old forecast is taken for a new one',
    file: `${FORECASTS}/context/forecast-context.ts`,
    find: 'if (age <= maxAgeHours && ',
    replace: 'if (',
    tests: [`${FORECASTS}/context/forecast-context.test.ts`],
  },
  {
    name: 'a season of which a day is missing counts as a whole one',
    file: `${FORECASTS}/splice/past-seasons.ts`,
    find: '  return missing.length === 0 ? null : Math.min(...missing);',
    replace: '  return null;',
    tests: [`${FORECASTS}/context/spliced-block.test.ts`],
  },
  {
    name: 'weather of the season to come is found in its own future',
    file: `${FORECASTS}/splice/past-seasons.ts`,
    find: 'year < first; year++',
    replace: 'year <= first + 9; year++',
    tests: [`${FORECASTS}/context/spliced-block.test.ts`],
  },
  {
    name: 'a history without a unit is added to a forecast that has one',
    file: `${FORECASTS}/context/variable-request.ts`,
    find: '  if (source !== null) requireSameSilence(name, request, source.series, past);\n',
    replace: '',
    tests: [`${FORECASTS}/context/spliced-block.test.ts`],
  },
];
