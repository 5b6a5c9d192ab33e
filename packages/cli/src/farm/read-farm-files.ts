/**
 * The files that a farm is made of: the yield model, the fields, the hybrids that can be bought.
 */
import { HedgerowError } from '@hedgerow/core';
import {
  type FieldRow,
  type HybridName,
  type MixedModel,
  parseMixedModel,
  readFields,
  readHybrids,
} from '@hedgerow/farm';
import { readInput } from '../output/read-input.ts';
import { readTableFile } from './read-table-file.ts';
import { usableRows } from './usable-rows.ts';

/** Returns the model of a file. */
export async function readModelFile(file: string): Promise<MixedModel> {
  return parseMixedModel(file, await readInput(file));
}

export interface FieldsInput {
  readonly file: string;
  readonly map: Readonly<Record<string, string>>;
  readonly isConfirmed: boolean;
}

/** Returns the fields of a table; null if it may not be used, which was told. */
export async function readFieldsFile(input: FieldsInput): Promise<readonly FieldRow[] | null> {
  const { text } = await readTableFile(input.file);
  return usableRows(readFields(text, { map: input.map }), input);
}

/** Returns the hybrids of a table; all of the model if there is none. */
export async function readHybridsFile(
  file: string | undefined,
  { hybrids }: MixedModel,
  isConfirmed: boolean,
): Promise<readonly HybridName[] | null> {
  if (file === undefined) return hybrids;
  const { text } = await readTableFile(file);
  return usableRows(readHybrids(text), { file, isConfirmed });
}

/** Adds the usual hybrids of fields that are not for sale in the list: they are grown, after all. */
export function withUsual(
  hybrids: readonly HybridName[],
  usual: readonly string[],
): readonly HybridName[] {
  const names = new Set(hybrids.map((one) => (typeof one === 'string' ? one : one.name)));
  return [...hybrids, ...new Set(usual.filter((name) => !names.has(name)))];
}

/** Returns the hybrid that most of the land grows today, or the one that the user names. */
export function usualHybrid(fields: readonly FieldRow[], named: string | undefined): string {
  if (named !== undefined) return named;
  const hectares = new Map<string, number>();
  for (const { usual, hectares: size } of fields) {
    if (usual !== null) hectares.set(usual, (hectares.get(usual) ?? 0) + size);
  }
  const [first] = [...hectares].sort((a, b) => b[1] - a[1]);
  if (first !== undefined) return first[0];
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'the usual hybrid must be told, by a column of the fields or by --usual',
    received: 'neither',
    remedy: 'Name the hybrid that you would grow if nothing were tried.',
  });
}
