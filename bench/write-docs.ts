/**
 * Puts tables of a run into the page that shows them, each between its two marks:
 *
 *     <!-- bench: name -->
 *     ...
 *     <!-- end -->
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DocsTables } from './benchmark.ts';

const ROOT = path.join(import.meta.dirname, '..');

export function writeDocs({ file, tables }: DocsTables): void {
  const place = path.join(ROOT, file);
  writeFileSync(place, withTables(readFileSync(place, 'utf8'), tables));
}

/** Returns the page with the tables in it; throws if it has no place for one. */
export function withTables(page: string, tables: DocsTables['tables']): string {
  let text = page;
  for (const [name, table] of Object.entries(tables)) {
    const begin = `<!-- bench: ${name} -->\n`;
    const start = text.indexOf(begin);
    const end = text.indexOf('<!-- end -->', start);
    if (start < 0 || end < 0) throw new Error(`The page must have the marks of ${name}.`);
    text = `${text.slice(0, start)}${begin}\n${table}\n${text.slice(end)}`;
  }
  return text;
}
