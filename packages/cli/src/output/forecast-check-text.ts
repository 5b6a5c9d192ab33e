/**
 * What `hedgerow forecast check` says, line by line.
 */
import type { ForecastCheck } from '@hedgerow/forecasts';
import { tableLines } from './table.ts';

const BAR_WIDTH = 40;

export interface CheckTextOptions {
  readonly level: number;
  /** Lines of the file that have no outcome yet. */
  readonly pendingCount: number;
}

/** Returns the report on past forecasts. */
export function checkLines(
  check: ForecastCheck,
  { level, pendingCount }: CheckTextOptions,
): string[] {
  return [
    `${check.forecastCount} forecasts with outcomes${pendingCount === 0 ? '' : `, ${pendingCount} without`}; ${check.betCount} bets`,
    '',
    'Where the outcomes lay in their forecasts, from the lowest part to the highest:',
    ...histogramLines(check.histogram),
    '',
    ...skillLines(check),
    ...distortionLines(check),
    `Bets against the forecasts have turned 1 into ${figure(check.wealthMax)} at best; ${figure(1 / level)} is an alarm.`,
    '',
    verdictLine(check, level),
  ];
}

function histogramLines(counts: readonly number[]): string[] {
  const most = Math.max(...counts);
  const rows = counts.map((count) => [
    count.toFixed(1).replace(/\.0$/, ''),
    '█'.repeat(most === 0 ? 0 : Math.round((BAR_WIDTH * count) / most)),
  ]);
  return tableLines(rows.length === 0 ? [['', '']] : rows).map((line) => `  ${line}`);
}

function skillLines({ skill }: ForecastCheck): string[] {
  if (skill === null) return ['Too few different outcomes to compare with climatology.'];
  return [
    `Mean score (CRPS) ${figure(skill.crps)}, of climatology ${figure(skill.climatologyCrps)}: ` +
      `skill ${figure(skill.skill)} (95 %: ${figure(skill.low)} to ${figure(skill.high)}).`,
  ];
}

function distortionLines({ distortion: { bias, spread } }: ForecastCheck): string[] {
  const side = bias >= 0 ? 'above' : 'below';
  return [
    `Outcomes lie ${figure(Math.abs(bias))} forecast deviations ${side} the forecasts and scatter ` +
      `${figure(spread)} times as far (cautious estimates).`,
  ];
}

function verdictLine({ isAlarmed, alarmedAfter, betCount }: ForecastCheck, level: number): string {
  const rate = `right ones are ever called wrong with a chance of at most ${figure(100 * level)} %`;
  if (isAlarmed)
    return `WRONG: the forecasts are not calibrated, since bet ${alarmedAfter} (${rate}).`;
  if (betCount === 0) return 'NO VERDICT: no forecast had any spread to bet against.';
  return `NO ALARM: nothing is proved against these forecasts (${rate}).`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

export interface PowerRow {
  readonly fault: string;
  readonly runCount: number;
  readonly forecastCountMax: number;
  /** Sorted; infinite where nothing was noticed. */
  readonly times: readonly number[];
}

/** Returns the table of how soon what is noticed. */
export function powerLines(rows: readonly PowerRow[], level: number): string[] {
  const heading = ['what is wrong', 'noticed', 'of runs', 'within', 'median', 'nine of ten'];
  const at = ({ times, runCount }: PowerRow, part: number) => {
    const time = times[Math.ceil(part * runCount) - 1]!;
    return Number.isFinite(time) ? String(time) : '–';
  };
  return [
    `Forecasts until a test at level ${level} notices, made-up forecasts that are densities:`,
    '',
    ...tableLines([
      heading,
      ...rows.map((row) => [
        row.fault,
        String(row.times.filter(Number.isFinite).length),
        String(row.runCount),
        String(row.forecastCountMax),
        at(row, 0.5),
        at(row, 0.9),
      ]),
    ]),
  ];
}
