/**
 * The demonstration as lines of text: a table that grows, and what it all meant.
 */
import { styleText } from 'node:util';
import { FARM } from './demo-farm.ts';
import type { DemoRound, SeasonSummary } from './demo-season.ts';

const REASONS: Readonly<Record<string, string>> = {
  'proposal-is-safe': 'looks best, and the budget covers the worst case',
  'not-certified': 'the budget does not cover another hybrid yet',
  'proposal-is-baseline': 'the usual hybrid looks best here',
  'held-out': 'measuring the usual hybrid',
  shadow: 'only watching',
  'safe-mode': 'safe mode',
  halted: 'the policy is halted',
};

/** Lines that say what is about to happen. */
export function introduction(fieldCount: number): string[] {
  const { actions, baseline, allowedShortfall, failureProbability } = FARM;
  return [
    'hedgerow: a season on a made-up farm',
    '',
    `A farmer sows ${fieldCount} fields, one after the other. The usual hybrid is "${baseline.action}";`,
    `the others (${actions.slice(1).join(', ')}) might be better, depending on the weather,`,
    'which is known only as a forecast. hedgerow finds out which, and promises that the',
    `expected total never falls below ${100 - 100 * allowedShortfall!} % of what "${baseline.action}" would have given`,
    `(with probability ${1 - failureProbability!}).`,
    '',
    row(['field', 'forecast', 'sown', 'chosen by', 'harvest', 'budget', 'why']),
    row(['', '°C        mm (10–90 %)', '', '', 't/ha', 't/ha', '']),
  ];
}

/** One line of the table. */
export function roundLine(round: DemoRound, hasColour: boolean): string {
  const { forecast, receipt } = round;
  const { mean, sd } = forecast.temperature;
  const { p10, p50, p90 } = forecast.rain;
  const text = row([
    String(round.field),
    `${mean.toFixed(0)} ± ${sd.toFixed(1)}  ${p50.toFixed(0).padStart(3)} (${p10.toFixed(0)}–${p90.toFixed(0)})`,
    receipt.action,
    receipt.chosenBy,
    round.harvest.toFixed(1),
    round.budget.toFixed(1),
    REASONS[receipt.reason]!,
  ]);
  return hasColour && receipt.chosenBy === 'learner' ? styleText('green', text) : text;
}

/** Lines that say how it went. */
export function conclusion(summary: SeasonSummary): string[] {
  const { fieldCount, learnerCount, expectedTotal, baselineTotal, promisedTotal } = summary;
  const change = (100 * (expectedTotal / baselineTotal - 1)).toFixed(1);
  return [
    '',
    `The learner chose on ${learnerCount} of ${fieldCount} fields.`,
    `Expected harvest, summed over the fields: ${expectedTotal.toFixed(1)} t/ha; "${FARM.baseline.action}" everywhere: ${baselineTotal.toFixed(1)} (${change} % more).`,
    `Promised: at least ${promisedTotal.toFixed(1)}. At the tightest moment ${summary.tightest.toFixed(1)} t/ha were left.`,
    '',
    'The budget is what hedgerow could still lose in the worst case and keep its promise: rounds with',
    'the usual hybrid fill it slowly, good harvests fill it fast, and every trial is paid from it.',
    '',
    'Next: docs/start/first-policy.md makes such a policy in four statements.',
  ];
}

const WIDTHS = [5, 24, 8, 9, 7, 7] as const;
const RIGHT = new Set([0, 4, 5]);

function row(cells: readonly string[]): string {
  return cells
    .map((cell, i) => {
      const width = WIDTHS[i] ?? 0;
      return RIGHT.has(i) ? cell.padStart(width) : cell.padEnd(width);
    })
    .join('  ')
    .trimEnd();
}
