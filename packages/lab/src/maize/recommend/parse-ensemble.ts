/**
 * Reads the members of an ensemble forecast from CSV: one line a member, with the columns `temperature` and
 * `radiation` in any order and among any others.
 */
import { type ContextDistribution, ensemble, HedgerowError } from '@hedgerow/core';

/** Returns the joint forecast of temperature and radiation; every member counts the same. */
export function parseEnsemble(name: string, text: string): ContextDistribution {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const header = cellsOf(lines[0]!);
  const columns = ['temperature', 'radiation'].map((column) => header.indexOf(column));
  if (columns.includes(-1)) {
    throw unfit(name, `columns ${header.join(', ')}`, 'temperature,radiation as its first line');
  }
  const members = lines.slice(1).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const cells = cellsOf(line);
    return [columns.map((column) => readCell(name, cells[column], index + 2))];
  });
  if (members.length === 0) throw unfit(name, 'no line below the first', 'one line a member');
  return ensemble(members);
}

function cellsOf(line: string): string[] {
  return line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

function readCell(name: string, cell: string | undefined, line: number): number {
  const value = Number(cell);
  if (cell !== undefined && cell !== '' && Number.isFinite(value)) return value;
  throw unfit(name, `${JSON.stringify(cell ?? '')} in line ${line}`, 'a number in every cell');
}

function unfit(name: string, received: string, wanted: string): HedgerowError {
  return new HedgerowError({ code: 'HR_FILE', rule: `${name} must have ${wanted}`, received });
}
