/**
 * Reads the members of an ensemble forecast from CSV: one line a member, with columns named like the
 * model's weather (`temperature`, `radiation`), in any order and among any others.
 */
import { HedgerowError } from '@hedgerow/core';

export interface EnsembleMembers {
  /** The variables that were found, in the order of the model. */
  readonly names: readonly string[];
  /** A value for each variable, member by member; all count the same. */
  readonly members: readonly (readonly number[])[];
}

/** Returns the members; at least one of the variables must be there. */
export function parseEnsemble(
  file: string,
  text: string,
  variables: readonly string[],
): EnsembleMembers {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const header = cellsOf(lines[0]!);
  const names = variables.filter((name) => header.includes(name));
  if (names.length === 0) {
    throw unfit(
      file,
      `columns ${header.join(', ')}`,
      `some of ${variables.join(',')} as its first line`,
    );
  }
  const columns = names.map((name) => header.indexOf(name));
  const members = lines.slice(1).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const cells = cellsOf(line);
    return [columns.map((column) => readCell(file, cells[column], index + 2))];
  });
  if (members.length === 0) throw unfit(file, 'no line below the first', 'one line a member');
  return { names, members };
}

function cellsOf(line: string): string[] {
  return line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

function readCell(file: string, cell: string | undefined, line: number): number {
  const value = Number(cell);
  if (cell !== undefined && cell !== '' && Number.isFinite(value)) return value;
  throw unfit(file, `${JSON.stringify(cell ?? '')} in line ${line}`, 'a number in every cell');
}

function unfit(file: string, received: string, wanted: string): HedgerowError {
  return new HedgerowError({ code: 'HR_FILE', rule: `${file} must have ${wanted}`, received });
}
