/** The command line of the benchmarks, as data. */
import { parseArgs } from 'node:util';

export const HELP_TEXT = `usage: node bench/run.ts [benchmark ...] [options]

Benchmarks (kernel if none is named):
  kernel           time of one round of learning, against native code and NumPy
  policy           a decision and its reward as people call them, against the kernel alone
  sweep            time of the paper's trial set, world included, against C++ and NumPy
  service          decisions over HTTP: grouped commits, the disk's ceiling, overload
  season           plans of thousands of fields; a thousand sites in one policy
  replicas         one, two and three replicas on one PostgreSQL: cost, rate, take-over
  queue            trials through the queue: two worker processes over one
  pending          ten million decisions that wait for their rewards (HEDGEROW_PENDING: how many)
  policies         a hundred thousand policies in one process: memory asleep, waking, metrics

Options:
  --format table   aligned table for people (default)
  --format json    list of measurements on stdout
  --write-docs     puts the tables into the pages that show them (replicas)
  --quick          one tiny iteration without yardsticks, to see that it runs
  --help           this text

The yardsticks need a C++ compiler (g++, or the one named by CXX) and Python with NumPy (python3, or
the one named by PYTHON). What is missing leaves its columns empty.
`;

export interface Arguments {
  readonly kind: 'run';
  readonly names: readonly string[];
  readonly format: 'table' | 'json';
  readonly isQuick: boolean;
  readonly isForDocs: boolean;
}

export type ParsedArguments =
  | Arguments
  | { readonly kind: 'help' }
  | { readonly kind: 'mistake'; readonly message: string };

/** Returns what to do, or what is wrong with the words given. */
export function parseArguments(words: string[], knownNames: readonly string[]): ParsedArguments {
  let parsed: ReturnType<typeof parseWords>;
  try {
    parsed = parseWords(words);
  } catch (error) {
    return { kind: 'mistake', message: (error as Error).message };
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  const { format } = values;
  if (format !== 'table' && format !== 'json') {
    return { kind: 'mistake', message: `--format must be table or json, but it is ${format}.` };
  }
  const unknown = positionals.find((name) => !knownNames.includes(name));
  if (unknown !== undefined) {
    const choices = knownNames.join(', ');
    return {
      kind: 'mistake',
      message: `benchmark must be one of ${choices}, but it is ${unknown}.`,
    };
  }
  const names = positionals.length === 0 ? knownNames.slice(0, 1) : positionals;
  return { kind: 'run', names, format, isQuick: values.quick, isForDocs: values['write-docs'] };
}

function parseWords(words: string[]) {
  return parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'table' },
      quick: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
}
