/**
 * The command line of the soak, as data.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY_ROOT } from '../lib/repository.ts';
import { PARTS, type Part } from './parts.ts';

export const HELP_TEXT = `usage: npm run soak -- [options]

The tests with faults, for hours instead of seconds, in rounds that each begin with an empty journal and end with a look
at everything that was ever answered.

Options:
  --kills <count>    kills of each kind (default: 2000)
  --only <kind>      one kind: ${PARTS.map(({ name }) => name).join(', ')}
  --report <folder>  where report.json and report.txt go (default: results/soak); with rounds in it already, the soak
                     goes on from there
  --help             this text

Ctrl-C ends the round under way early; it is checked and reported as far as it came. Exit code 0: nothing was lost, nothing
was made twice; 1: something was; 2: arguments not understood.
`;

export interface SoakArguments {
  readonly kind: 'run';
  readonly kills: number;
  readonly parts: readonly Part[];
  readonly folder: string;
}

export type ParsedSoak =
  | SoakArguments
  | { readonly kind: 'help' }
  | { readonly kind: 'mistake'; readonly message: string };

/** Returns what to do, or what is wrong with the words given. */
export function parseSoak(words: string[]): ParsedSoak {
  try {
    return readWords(words);
  } catch (error) {
    return { kind: 'mistake', message: (error as Error).message };
  }
}

function readWords(words: string[]): Exclude<ParsedSoak, { readonly kind: 'mistake' }> {
  const { values } = parseArgs({
    args: words,
    options: {
      kills: { type: 'string', default: '2000' },
      only: { type: 'string' },
      report: { type: 'string', default: path.join(REPOSITORY_ROOT, 'results', 'soak') },
      help: { type: 'boolean', default: false },
    },
  });
  const { kills, only, report, help } = values;
  if (help) return { kind: 'help' };
  if (!/^[1-9]\d{0,6}$/.test(kills)) {
    throw new Error(`--kills must be a whole number from 1 to 9999999, but it is ${kills}.`);
  }
  const parts = PARTS.filter(({ name }) => only === undefined || name === only);
  if (parts.length === 0) {
    const choices = PARTS.map(({ name }) => name).join(', ');
    throw new Error(`--only must be one of ${choices}, but it is ${only}.`);
  }
  return { kind: 'run', kills: Number(kills), parts, folder: path.resolve(report) };
}
