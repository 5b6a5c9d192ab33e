/**
 * Which decision, and which part of it, a line of a harvest table is about; the same for the page and the
 * command.
 *
 * A line names its field, or a block of it, and the part: try or check, or the hybrid that grew there.
 * A hybrid that was not to grow there is an error and never the check, and two lines of one part are an
 * error, however they name it. Case does not count.
 */
import type { TableFinding } from '../tables/finding.ts';
import type { HarvestRow } from '../tables/read-harvests.ts';
import type { TableReport } from '../tables/table-report.ts';

export type PartRole = 'try' | 'check';

/** Yields of the parts of one decision; absent where nothing was told. */
export type PartYields = Readonly<Partial<Record<PartRole, number>>>;

/** A decision of a season, as the farmer knows it. */
export interface PlannedParts {
  readonly decision: string;
  readonly field: string;
  /** The field, or a block of it: "Brook, block 2". */
  readonly name: string;
  readonly parts: readonly { readonly role: PartRole; readonly action: string }[];
}

export interface FieldHarvest<Planned extends PlannedParts = PlannedParts> {
  readonly planned: Planned;
  readonly yields: PartYields;
}

export interface MatchedHarvest<Planned extends PlannedParts> {
  readonly harvests: readonly FieldHarvest<Planned>[];
  /** Lines that belong to no decision, or to a part that has one already: errors. */
  readonly findings: readonly TableFinding[];
}

/** Returns the yields by decision, and an error for every line that fits none or one twice. */
export function matchHarvest<Planned extends PlannedParts>(
  { rows, lines }: Pick<TableReport<HarvestRow>, 'rows' | 'lines'>,
  planned: readonly Planned[],
): MatchedHarvest<Planned> {
  const harvests = new Map<string, FieldHarvest<Planned>>();
  const findings: TableFinding[] = [];
  rows.forEach((row, i) => {
    const match = matchOf(row, planned);
    if (typeof match === 'string') {
      findings.push(mismatch(match, lines[i]!));
      return;
    }
    const { decision, name } = match.planned;
    const known = harvests.get(decision)?.yields ?? {};
    if (known[match.role] !== undefined) {
      findings.push(mismatch(`${name} has a yield of its ${match.role} above.`, lines[i]!));
      return;
    }
    const yields = { ...known, [match.role]: row.yield };
    harvests.set(decision, { planned: match.planned, yields });
  });
  return { harvests: [...harvests.values()], findings };
}

interface Match<Planned> {
  readonly planned: Planned;
  readonly role: PartRole;
}

/** The decision and its part, or why there is none. */
function matchOf<Planned extends PlannedParts>(
  row: HarvestRow,
  fields: readonly Planned[],
): Match<Planned> | string {
  const exact = fields.filter(({ name }) => isSame(name, row.field));
  const own = exact.length > 0 ? exact : fields.filter(({ field }) => isSame(field, row.field));
  if (own.length === 0) return `${row.field} is not in the plan of this season.`;
  const fitting = own.flatMap((planned) => {
    const role = roleOf(row, planned);
    return role === null ? [] : [{ planned, role }];
  });
  if (fitting.length > 1)
    return `${row.field} has several blocks; write “${own[0]!.name}” and so on.`;
  return fitting[0] ?? missingRole(row, own);
}

function missingRole({ field, part, hybrid }: HarvestRow, own: readonly PlannedParts[]): string {
  const parts = own.flatMap((planned) =>
    planned.parts.map(({ role, action }) => `${role} ${action}`),
  );
  const there = `in the plan there are ${[...new Set(parts)].join(', ')}`;
  if (part === null && hybrid === null) return `${field}: say whether it is the try or the check.`;
  return `${field}: ${[part, hybrid].filter((one) => one !== null).join(' ')} was not to grow there; ${there}.`;
}

function roleOf({ part, hybrid }: HarvestRow, { parts }: PlannedParts): PartRole | null {
  const fitting = parts.filter(
    ({ role, action }) =>
      (part === null || role === part) && (hybrid === null || isSame(action, hybrid)),
  );
  return fitting.length === 1 ? fitting[0]!.role : null;
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function mismatch(text: string, line: number): TableFinding {
  return { severity: 'error', kind: 'unknown-word', text, lines: [line], column: null };
}
