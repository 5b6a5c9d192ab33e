/**
 * The plan of a season as a table: in a terminal, and as a CSV that takes the harvest afterwards.
 */
import type { SeasonPlan } from '@hedgerow/core';
import type { WorstSeason } from '@hedgerow/farm';
import { tableLines } from '../output/table.ts';
import type { PlannedField, PlannedSeason } from './farm-state.ts';
import { chanceText, outsideLines, signed } from './outlook-text.ts';

export interface PlanTexts {
  readonly season: PlannedSeason;
  readonly plan: SeasonPlan;
  readonly unit: string;
  readonly worst: WorstSeason;
  /** Why each decision is as it is, in its order. */
  readonly reasons: readonly string[];
}

/** Returns the lines for a terminal: what grows where, why, and the worst that can come of it. */
export function planLines(input: PlanTexts): string[] {
  const { season, plan, unit, reasons } = input;
  const heading = [
    'field',
    'ha',
    'usual',
    'try',
    'ha',
    'on strips',
    `gain, ${unit}`,
    '8 of 10',
    'better',
    'why',
  ];
  const rows = season.fields.map((field, i) => [...planRow(field, plan.receipts[i]!), reasons[i]!]);
  const outside = new Set(plan.receipts.flatMap(outsideLines));
  return [...tableLines([heading, ...rows]), '', ...summaryLines(input), ...outside];
}

function planRow(field: PlannedField, receipt: SeasonPlan['receipts'][number]): string[] {
  const tried = triedPart(field);
  const start = [field.name, size(field.hectares), field.usual];
  if (tried === undefined) return [...start, 'nothing', '', '', '', '', ''];
  const beside = receipt.bounds.find(({ action }) => action === tried.action)?.outlook?.beside;
  return [
    ...start,
    tried.action,
    size(tried.size),
    stripsText(tried.strips),
    beside === undefined ? '' : signed(beside.predicted),
    beside === undefined ? '' : `${signed(beside.low)} – ${signed(beside.high)}`,
    beside === undefined ? '' : chanceText(beside.chance),
  ];
}

/** Returns what the plan means for the whole season, farm by farm. */
export function summaryLines({ plan, unit, worst }: PlanTexts): string[] {
  const sites = plan.sites.map(({ site, size: whole, triedSize, budgetBefore, budgetAfter }) => {
    const name = site === null ? '' : `${site}: `;
    return `${name}${size(triedSize)} of ${size(whole)} ha try something else; the safety budget of ${amount(budgetBefore)} t is ${amount(budgetAfter)} t if all goes as badly as it can.`;
  });
  const loss = unit === 't/ha' ? `${amount(worst.loss)} t` : amount(worst.loss);
  const share = `${(100 * worst.share).toFixed(1)} %`;
  return [
    ...sites,
    `The worst that this season alone can bring, by what is declared: ${loss} less than the usual hybrids, or ${share} of what they bring.`,
  ];
}

/** Returns the plan as CSV; the last column is for the harvest. */
export function planCsv({ season, unit }: Pick<PlanTexts, 'season' | 'unit'>): string {
  const heading = [
    'Season',
    'Decision',
    'Field',
    'Farm',
    'Part',
    'Hybrid',
    'Area (ha)',
    'Strips',
    `Yield (${unit})`,
  ];
  const rows = season.fields.flatMap((field) =>
    field.parts.map(({ role, action, size: area, strips }) => [
      season.name,
      field.decision,
      field.name,
      field.farm ?? '',
      role,
      action,
      size(area),
      stripsText(strips),
      '',
    ]),
  );
  return `${[heading, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

function csvCell(text: string): string {
  // A spreadsheet would run a cell that begins like a formula.
  const safe = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The part that tries something, if there is one. */
export function triedPart({
  parts,
}: Pick<PlannedField, 'parts'>): PlannedField['parts'][number] | undefined {
  return parts.find(({ role }) => role === 'try');
}

/** "3–5, 9". */
export function stripsText(strips: readonly number[] | null): string {
  const runs: [number, number][] = [];
  for (const strip of [...(strips ?? [])].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === strip - 1) last[1] = strip;
    else runs.push([strip, strip]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

function size(hectares: number): string {
  return String(Number(hectares.toFixed(2)));
}

function amount(value: number): string {
  // Never "-0.0".
  return (Math.round(10 * value) / 10 + 0).toFixed(1);
}
