/**
 * From a harvest table to the form: which line is about which part is said by the same rules as in the
 * command.
 */
import type { DecisionSummary } from '@hedgerow/client';
import {
  type HarvestRow,
  matchHarvest,
  type PartRole,
  type PlannedParts,
  reportedBefore,
  type TableFinding,
  type TableReport,
} from '@hedgerow/farm';
import { countText } from '../../design/number-text.ts';
import type { Season } from '../data/seasons.ts';
import type { Receipts } from '../data/use-receipts.ts';
import { blockNames } from './block-names.ts';
import { knownYields } from './doubts.ts';
import { awaitedRoles, EMPTY_HARVEST, type HarvestDraft } from './harvest-draft.ts';

/** A decision with what is to grow on its parts. */
export interface PlannedDecision extends PlannedParts {
  readonly summary: DecisionSummary;
}

export interface HarvestFromTable {
  readonly drafts: Readonly<Record<string, HarvestDraft>>;
  readonly findings: readonly TableFinding[];
  readonly isBlocked: boolean;
  readonly lineCount: number;
}

/** Returns the decisions of a season as a harvest table may name them. */
export function plannedDecisions(season: Season, receipts: Receipts): PlannedDecision[] {
  const names = blockNames(season);
  return season.decisions.map((summary) => {
    const { id, subject = id } = summary;
    const parts = receipts.get(id)?.parts ?? [];
    return { summary, decision: id, field: subject, name: names.get(id)!, parts };
  });
}

/** Returns what the table fills in, and what is wrong with it. */
export function harvestFromTable(
  report: TableReport<HarvestRow>,
  planned: readonly PlannedDecision[],
): HarvestFromTable {
  const { harvests, findings: unmatched } = matchHarvest(report, planned);
  const again = reportedBefore(harvests, ({ summary }) => knownYields(summary), REMEDY);
  const findings = [...report.findings, ...unmatched, ...again.contradictions.map(error)];
  if (again.repeatedCount > 0) {
    findings.push(note(`${countText(again.repeatedCount, 'number')} came before, and stay.`));
  }
  const drafts: Record<string, HarvestDraft> = {};
  let lineCount = 0;
  for (const { planned: own, yields } of again.fresh) {
    const awaited = awaitedRoles(own.summary);
    for (const [role, amount] of Object.entries(yields) as [PartRole, number][]) {
      if (!awaited.includes(role)) {
        findings.push(error(`${own.name}: nothing is awaited of its ${role}.`));
        continue;
      }
      lineCount += 1;
      drafts[own.decision] = {
        ...(drafts[own.decision] ?? EMPTY_HARVEST),
        [role]: String(Math.round(1000 * amount) / 1000),
      };
    }
  }
  const isBlocked = findings.some(({ severity }) => severity === 'error');
  return { drafts, findings, isBlocked, lineCount };
}

const REMEDY = 'To correct it, open its name in the list below.';

function error(text: string): TableFinding {
  return { severity: 'error', kind: 'contradiction', text, lines: [], column: null };
}

function note(text: string): TableFinding {
  return { ...error(text), severity: 'note', kind: 'repeated' };
}

/** A table to fill in, as a spreadsheet takes it from the clipboard. */
export function harvestTemplate(planned: readonly PlannedDecision[], unit: string): string {
  const lines = planned.flatMap(({ summary, name, parts }) =>
    awaitedRoles(summary).map((role) => {
      const hybrid = parts.find((part) => part.role === role)?.action ?? '';
      return [name, role, hybrid, ''].join('\t');
    }),
  );
  return [['field', 'part', 'hybrid', `yield (${unit})`].join('\t'), ...lines].join('\n');
}
