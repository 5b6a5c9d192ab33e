/**
 * Statements that the server keeps, so that it reads and plans them once for a connection and not each time.
 *
 * The name says what the text is: two statements of one name are one statement, whoever sent it, so that it
 * does not matter who prepared it in a session that several share. A pool that stands between and hands
 * sessions around without knowing names answers that there is none, or that there is one already; nothing has
 * been done then, and whoever asked goes on without names.
 *
 * A plan is made for tables as large as they are then. So that none outlives its tables by much, a statement gets another
 * name, and with it a new plan, whenever it has been used four times as often.
 */
import { hash } from 'node:crypto';
import { sqlState } from './pg-driver.ts';

export interface KeptStatement {
  readonly name: string;
  readonly text: string;
}

const DIGITS = 16;
const GROWTH = 4;
/** The name is unknown in this session; it is taken already. */
const NAME_TROUBLES: ReadonlySet<string | null> = new Set(['26000', '42P05']);

export function keptStatement(label: string, text: string): KeptStatement {
  return { name: `${label}_${hash('sha256', text).slice(0, DIGITS)}`, text };
}

/** Whether a statement was refused for its name alone. */
export function isNameTrouble(error: unknown): boolean {
  return NAME_TROUBLES.has(sqlState(error));
}

/** The name of a statement that has been used so often. */
export function nameAfter({ name }: KeptStatement, useCount: number): string {
  return `${name}_${Math.floor(Math.log(1 + useCount) / Math.log(GROWTH))}`;
}
