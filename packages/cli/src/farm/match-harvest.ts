/**
 * Which decision, and which part of it, a line of a harvest table is about.
 *
 * A line names its field, or a block of it, and the part: try or check, or the hybrid that grew there.
 * Where nothing was divided, neither is needed. Case does not count.
 */
import type { PartRewards } from '@hedgerow/core';
import type { HarvestRow, TableFinding, TableReport } from '@hedgerow/farm';
import type { PlannedField, PlannedSeason } from './farm-state.ts';

export interface FieldHarvest {
  readonly planned: PlannedField;
  readonly rewards: PartRewards;
}

export interface MatchedHarvest {
  readonly harvests: readonly FieldHarvest[];
  /** Lines that belong to no decision: errors. */
  readonly findings: readonly TableFinding[];
}

type Role = 'try' | 'check';

/** Returns the yields by decision, and an error for every line that fits none or one twice. */
export function matchHarvest(
  { rows, lines }: TableReport<HarvestRow>,
  season: PlannedSeason,
): MatchedHarvest {
  const harvests = new Map<string, FieldHarvest>();
  const findings: TableFinding[] = [];
  rows.forEach((row, i) => {
    const match = matchOf(row, season.fields);
    const known = typeof match === 'string' ? undefined : harvests.get(match.planned.decision);
    const fault =
      typeof match === 'string'
        ? match
        : known?.rewards[match.role] === undefined
          ? null
          : `${match.planned.name} has a yield of its ${match.role} above.`;
    if (fault !== null || typeof match === 'string') {
      findings.push(mismatch(fault ?? '', lines[i]!));
      return;
    }
    const rewards = { ...known?.rewards, [match.role]: row.yield };
    harvests.set(match.planned.decision, { planned: match.planned, rewards });
  });
  return { harvests: [...harvests.values()], findings };
}

/** The decision and its part, or why there is none. */
function matchOf(
  row: HarvestRow,
  fields: readonly PlannedField[],
): { readonly planned: PlannedField; readonly role: Role } | string {
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

function missingRole({ field, part, hybrid }: HarvestRow, own: readonly PlannedField[]): string {
  const parts = own.flatMap((planned) =>
    planned.parts.map(({ role, action }) => `${role} ${action}`),
  );
  const there = `in the plan there are ${[...new Set(parts)].join(', ')}`;
  if (part === null && hybrid === null) return `${field}: say whether it is the try or the check.`;
  return `${field}: ${[part, hybrid].filter((one) => one !== null).join(' ')} was not to grow there; ${there}.`;
}

function roleOf({ part, hybrid }: HarvestRow, { parts }: PlannedField): Role | null {
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
