/**
 * Calls and marks that have a better replacement here.
 *
 * Patterns run over the code alone, so a string or a comment may speak of them; the one exception
 * is a mark that the compiler reads in comments.
 */
import type { Finding } from '../lib/finding.ts';
import { lineAt, maskSource } from '../lib/mask-source.ts';
import type { SourceFile } from '../lib/repository.ts';
import { isTest } from '../lib/source-kinds.ts';

interface Ban {
  readonly pattern: RegExp;
  readonly lookIn: 'code' | 'comments';
  readonly appliesTo: (file: string) => boolean;
  readonly replacement: string;
}

const everywhere = () => true;

const BANS: readonly Ban[] = [
  {
    pattern: /\bMath\s*\.\s*random\b/g,
    lookIn: 'code',
    appliesTo: everywhere,
    replacement: 'use a seeded generator passed in as an argument',
  },
  {
    pattern: /\bDate\s*\.\s*now\b|\bnew\s+Date\s*(?:\(\s*\)|(?!\s*\())/g,
    lookIn: 'code',
    appliesTo: (file) =>
      !/^(packages\/cli|bench)\//.test(file) &&
      !/\/(client\/src|instruments)\/clock\.ts$/.test(file),
    replacement: 'use the clock passed in as an argument',
  },
  {
    pattern: /\bconsole\s*\.\s*\w+/g,
    lookIn: 'code',
    appliesTo: (file) => /^packages\/(core|service)\//.test(file) && !isTest(file),
    replacement: 'return the value, or write to the logger passed in',
  },
  {
    pattern: /\b(?:it|test|describe|suite|bench)\s*(?:\.\s*\w+\s*)*\.\s*(?:skip|only|todo)\b/g,
    lookIn: 'code',
    appliesTo: everywhere,
    replacement: 'let every test run: repair it, or delete it',
  },
  {
    pattern: /\bas\s+any\b/g,
    lookIn: 'code',
    appliesTo: everywhere,
    replacement: 'give the value its type, or take it as unknown and check it',
  },
  {
    pattern: /@ts-(?:ignore|nocheck)\b/g,
    lookIn: 'comments',
    appliesTo: everywhere,
    replacement: 'repair the type; a test of a wrong call may use @ts-expect-error',
  },
];

/** Returns every banned call of one TypeScript file. */
export function checkBannedCalls(source: SourceFile): Finding[] {
  const views = maskSource(source.text);
  return BANS.filter((ban) => ban.appliesTo(source.file)).flatMap((ban) =>
    [...views[ban.lookIn].matchAll(ban.pattern)].map((match) => ({
      file: source.file,
      line: lineAt(source.text, match.index),
      rule: `${match[0].replace(/\s+/g, ' ')} is not used here`,
      replacement: ban.replacement,
    })),
  );
}
