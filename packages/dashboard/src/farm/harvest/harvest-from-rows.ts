/**
 * From lines of a harvest table to the decisions they are about.
 *
 * A line names its field ("Brook"), or a block of it ("Brook, block 2"), and whether it is of the try or
 * of the check; where several blocks tried different hybrids, the hybrid tells which.
 */
import type { DecisionSummary } from '@hedgerow/client';
import type { HarvestRow, TableFinding, TableReport } from '@hedgerow/farm';
import type { Season } from '../data/seasons.ts';
import { awaitedRoles, EMPTY_HARVEST, type HarvestDraft, type Role } from './harvest-draft.ts';

export interface HarvestFromRows {
  readonly drafts: Readonly<Record<string, HarvestDraft>>;
  readonly findings: readonly TableFinding[];
  readonly isBlocked: boolean;
  readonly lineCount: number;
}

type Match = { readonly decision: DecisionSummary; readonly role: Role } | string;

export function harvestFromRows(
  report: TableReport<HarvestRow>,
  season: Season,
  names: ReadonlyMap<string, string>,
): HarvestFromRows {
  const drafts: Record<string, HarvestDraft> = {};
  const findings: TableFinding[] = [...report.findings];
  let lineCount = 0;
  report.rows.forEach((row, index) => {
    const match = matchOf(row, season.decisions, names);
    if (typeof match === 'string') {
      findings.push(unmatched(match, report.lines[index]!));
      return;
    }
    const { decision, role } = match;
    lineCount += 1;
    drafts[decision.id] = {
      ...(drafts[decision.id] ?? EMPTY_HARVEST),
      [role]: String(Math.round(1000 * row.yield) / 1000),
    };
  });
  const isBlocked = findings.some(({ severity }) => severity === 'error');
  return { drafts, findings, isBlocked, lineCount };
}

/** The decision and its part, or why there is none. */
function matchOf(
  row: HarvestRow,
  decisions: readonly DecisionSummary[],
  names: ReadonlyMap<string, string>,
): Match {
  const own = decisions.filter(
    ({ id, subject }) => same(names.get(id), row.field) || same(subject, row.field),
  );
  if (own.length === 0) return `${row.field} is not in the plan of this season.`;
  const role = row.part ?? roleByHybrid(row, own);
  if (role === null) return `${row.field}: say whether it is the try or the check.`;
  const exact = own.filter(({ id }) => same(names.get(id), row.field));
  const fitting = (exact.length > 0 ? exact : own).filter(
    ({ action }) => role === 'check' || row.hybrid === null || same(action, row.hybrid),
  );
  const [decision] = fitting;
  if (decision === undefined) return `${row.field}: ${row.hybrid} was not to be tried there.`;
  if (fitting.length > 1) {
    return `${row.field} has several blocks; write “${names.get(decision.id)}” for the first.`;
  }
  return awaitedRoles(decision).includes(role)
    ? { decision, role }
    : `${names.get(decision.id)}: nothing is awaited of its ${role}.`;
}

function roleByHybrid({ hybrid }: HarvestRow, own: readonly DecisionSummary[]): Role | null {
  if (hybrid === null) return null;
  return own.some(({ action }) => same(action, hybrid)) ? 'try' : 'check';
}

function same(one: string | undefined, other: string): boolean {
  return one?.trim().toLowerCase() === other.trim().toLowerCase();
}

function unmatched(text: string, line: number): TableFinding {
  return { severity: 'error', kind: 'unknown-word', text, lines: [line], column: null };
}

/** A table to fill in, as a spreadsheet takes it from the clipboard. */
export function harvestTemplate(
  { decisions }: Season,
  names: ReadonlyMap<string, string>,
  unit: string,
): string {
  const lines = decisions.flatMap((decision) =>
    awaitedRoles(decision).map((role) =>
      [names.get(decision.id), role, role === 'try' ? decision.action : '', ''].join('\t'),
    ),
  );
  return [['field', 'part', 'hybrid', `yield (${unit})`].join('\t'), ...lines].join('\n');
}
