/**
 * A field as it is typed, and what becomes of it: a line of the register, or what is wrong with it.
 */
import type { PolicyView, Subject } from '@hedgerow/client';
import { middleOf, placeVariables, soilVariables, unknownPlace } from './field-variables.ts';

type Definition = PolicyView['definition'];

/** Texts as they stand in the form. */
export interface FieldDraft {
  readonly name: string;
  readonly size: string;
  readonly site: string;
  readonly usual: string;
  readonly blocks: string;
  readonly isDivisible: boolean;
  /** Soil and place, by variable. */
  readonly values: Readonly<Record<string, string>>;
}

export interface ReadField {
  readonly field: Subject | null;
  readonly faults: Readonly<Record<string, string>>;
}

export const EMPTY_DRAFT: FieldDraft = {
  name: '',
  size: '',
  site: '',
  usual: '',
  blocks: '1',
  isDivisible: true,
  values: {},
};

const NAME_LENGTH_MAX = 64;
const BLOCKS_MAX = 16;

export function draftOf(field: Subject): FieldDraft {
  return {
    name: field.name,
    size: field.size === undefined ? '' : String(field.size),
    site: field.site ?? '',
    usual: field.baseline ?? '',
    blocks: String(field.blocks ?? 1),
    isDivisible: field.divisible ?? true,
    values: Object.fromEntries(
      Object.entries(field.context ?? {}).map(([name, value]) => [name, String(value)]),
    ),
  };
}

/** Returns the field, or what is wrong by the name of the input; `before` is what it was, if it was. */
export function readField(
  draft: FieldDraft,
  definition: Definition,
  others: readonly string[],
  before?: Subject,
): ReadField {
  const name = draft.name.trim();
  const size = numberIn(draft.size);
  const blocks = numberIn(draft.blocks);
  const faults: Record<string, string> = {};
  if (name === '' || name.length > NAME_LENGTH_MAX) {
    faults.name = `Give it a name of at most ${NAME_LENGTH_MAX} characters.`;
  } else if (others.includes(name)) faults.name = 'There is a field of this name already.';
  if (!(size > 0)) faults.size = 'Enter a number above 0, such as 12.5.';
  if (!Number.isInteger(blocks) || blocks < 1 || blocks > BLOCKS_MAX) {
    faults.blocks = `Enter a whole number from 1 to ${BLOCKS_MAX}.`;
  }
  const context = readContext(draft, definition, faults, before);
  if (Object.keys(faults).length > 0) return { field: null, faults };
  const site = draft.site.trim();
  // What was emptied in the form leaves the field; notes stay.
  return {
    field: {
      name,
      size,
      ...(before?.allowed !== undefined && { allowed: before.allowed }),
      ...(before?.notes !== undefined && { notes: before.notes }),
      ...(Object.keys(context).length > 0 && { context }),
      ...(draft.usual !== '' && { baseline: draft.usual }),
      ...(site !== '' && { site }),
      ...(blocks > 1 && { blocks }),
      ...(!draft.isDivisible && { divisible: false }),
    },
    faults,
  };
}

function readContext(
  { values }: FieldDraft,
  definition: Definition,
  faults: Record<string, string>,
  before: Subject | undefined,
): Record<string, number | string> {
  const context: Record<string, number | string> = { ...before?.context };
  // What is left open is what is usual there: a plan fills it in.
  for (const { name, min, max, usual } of soilVariables(definition)) {
    const text = values[name] ?? '';
    if (text.trim() === '') {
      if (usual === undefined) context[name] = middleOf(definition, name);
      else delete context[name];
      continue;
    }
    const value = numberIn(text);
    if (value >= min && value <= max) context[name] = value;
    else faults[name] = `Enter a number from ${min} to ${max}.`;
  }
  for (const { name, categories, usual } of placeVariables(definition)) {
    if (!values[name] && usual !== undefined) {
      delete context[name];
      continue;
    }
    const value = values[name] || unknownPlace(categories);
    if (categories.includes(value)) context[name] = value;
    else faults[name] = 'Choose one.';
  }
  return context;
}

/** A decimal comma is a decimal point. */
export function numberIn(text: string): number {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? Number.NaN : Number(plain);
}
