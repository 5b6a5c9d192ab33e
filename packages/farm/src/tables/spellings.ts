/**
 * The same name in two spellings: "P 1197" and "p1197" are most likely one hybrid, and would be two.
 *
 * They are a warning and stay apart, because "A-1" and "A1" may really differ; with `join` all take the
 * spelling that is most frequent (of equally frequent ones, the first).
 */
import type { FindingList } from './finding.ts';
import { spellingKey } from './tidy-name.ts';

export type SpellingRule = 'apart' | 'join';

export interface NameAtLine {
  readonly name: string;
  readonly line: number;
}

export interface SpellingsInput {
  /** What is named, for people: "hybrid". */
  readonly what: string;
  readonly names: readonly NameAtLine[];
  readonly rule: SpellingRule;
  readonly findings: FindingList;
}

/** Returns how each name is to be written; names that stay as they are need not be in it. */
export function joinSpellings({
  what,
  names,
  rule,
  findings,
}: SpellingsInput): Map<string, string> {
  const written = new Map<string, string>();
  for (const spellings of groupSpellings(names)) {
    const [best, ...others] = [...spellings].sort((a, b) => b[1].length - a[1].length);
    const list = [best!, ...others].map(([name]) => `"${name}"`).join(', ');
    const text =
      rule === 'join'
        ? `${list} are taken as one ${what}, "${best![0]}".`
        : `${list} look like one ${what} in different spellings; they are kept apart.`;
    const say = rule === 'join' ? 'note' : 'warning';
    for (const line of others.flatMap(([, lines]) => lines)) {
      findings[say]({ kind: 'name-spellings', text, line });
    }
    if (rule === 'join') for (const [name] of others) written.set(name, best![0]);
  }
  return written;
}

/** Returns the names that differ only in spelling, with their lines. */
function groupSpellings(names: readonly NameAtLine[]): Map<string, number[]>[] {
  const lines = new Map<string, number[]>();
  for (const { name, line } of names) {
    const known = lines.get(name);
    if (known === undefined) lines.set(name, [line]);
    else known.push(line);
  }
  const groups = new Map<string, Map<string, number[]>>();
  for (const [name, at] of lines) {
    const key = spellingKey(name);
    const group = groups.get(key) ?? new Map<string, number[]>();
    groups.set(key, group.set(name, at));
  }
  return [...groups.values()].filter((group) => group.size > 1);
}
