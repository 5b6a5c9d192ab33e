/**
 * From lines of a table of fields to the register: what the policy knows is taken over, what it does not
 * know (another hybrid, a region without trials, soil outside of its range) is said before anything is
 * kept.
 */
import type { PolicyView, Subject } from '@hedgerow/client';
import type { FieldRow, TableFinding, TableReport } from '@hedgerow/farm';
import { usualNote } from '../plan/known-field.ts';
import {
  middleOf,
  placeVariables,
  soilVariables,
  unknownPlace,
  weatherVariables,
} from './field-variables.ts';

type Definition = PolicyView['definition'];

export interface FieldsFromRows {
  readonly fields: readonly Subject[];
  readonly findings: readonly TableFinding[];
  readonly isBlocked: boolean;
}

export function fieldsFromRows(
  report: TableReport<FieldRow>,
  definition: Definition,
  blocks: number,
): FieldsFromRows {
  const findings: TableFinding[] = [...report.findings];
  const fields = report.rows.map((row, index) => {
    const say = (severity: TableFinding['severity'], text: string) =>
      findings.push({
        severity,
        kind: 'unknown-word',
        text,
        lines: [report.lines[index]!],
        column: null,
      });
    return fieldOf(row, definition, blocks, say);
  });
  const isBlocked = findings.some(({ severity }) => severity === 'error');
  return { fields, findings, isBlocked };
}

type Say = (severity: TableFinding['severity'], text: string) => void;

function fieldOf(row: FieldRow, definition: Definition, blocks: number, say: Say): Subject {
  const context = contextOf(row, definition, say);
  const notes = notesOf(row, definition);
  const usual = knownHybrid(row.usual, row.name, definition, say);
  const allowed = row.allowed?.flatMap(
    (name) => knownHybrid(name, row.name, definition, say) ?? [],
  );
  const count = row.blocks ?? blocks;
  return {
    name: row.name,
    size: row.hectares,
    ...(row.farm !== null && { site: row.farm }),
    ...(usual !== null && { baseline: usual }),
    ...(Object.keys(context).length > 0 && { context }),
    ...(allowed !== undefined && allowed.length > 0 && { allowed }),
    ...(row.divisible === false && { divisible: false }),
    ...(count > 1 && row.divisible !== false && { blocks: count }),
    ...(Object.keys(notes).length > 0 && { notes }),
  };
}

function knownHybrid(
  name: string | null,
  field: string,
  { actions }: Definition,
  say: Say,
): string | null {
  if (name === null) return null;
  const names = actions.map((action) => (typeof action === 'string' ? action : action.name));
  const known = names.find((one) => one.toLowerCase() === name.toLowerCase());
  if (known !== undefined) return known;
  say('error', `${field}: ${name} is not among the hybrids of this farm.`);
  return null;
}

function contextOf(
  row: FieldRow,
  definition: Definition,
  say: Say,
): Record<string, number | string> {
  const context: Record<string, number | string> = {};
  for (const { name, min, max, usual } of soilVariables(definition)) {
    const value = row.covariates[name];
    if (value === undefined && usual !== undefined) {
      say('note', `${row.name}: ${name} is not given, so what is usual there is taken.`);
    } else if (value === undefined) {
      context[name] = middleOf(definition, name);
      say('note', `${row.name}: ${name} is not given, so ${context[name]} is taken, as in trials.`);
    } else if (value < min || value > max) {
      say('error', `${row.name}: ${name} must be from ${min} to ${max}, but it is ${value}.`);
    } else context[name] = value;
  }
  for (const { name, categories, usual } of placeVariables(definition)) {
    const wanted = name === 'region' ? row.region : null;
    // The trials may know where a field of this name lies.
    if (wanted === null && usual !== undefined) continue;
    const known = categories.find((one) => one.toLowerCase() === wanted?.toLowerCase());
    context[name] = known ?? unknownPlace(categories);
    if (known === undefined && wanted !== null) {
      say('note', `${row.name}: no trial was in ${wanted}, so it counts as ${context[name]}.`);
    }
  }
  return context;
}

/** The weather that is usual there, where the table tells it in a unit that can be meant. */
function notesOf(row: FieldRow, definition: Definition): Record<string, number> {
  return Object.fromEntries(
    weatherVariables(definition).flatMap(({ name, min, max }) => {
      const value = row.covariates[name];
      const isMeant = value !== undefined && value >= min && value <= max;
      return isMeant ? [[usualNote(name), value]] : [];
    }),
  );
}
