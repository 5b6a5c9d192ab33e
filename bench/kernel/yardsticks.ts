/**
 * The implementations outside hedgerow that it is measured against, in folder yardsticks.
 *
 * Native code is limit.cpp, the better of its builds on this machine; plain C++ is alg1.cpp with
 * simple loops; NumPy is alg1_numpy.py on one thread. Each is found anew; a missing compiler or
 * interpreter makes the function undefined, never an error.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fixtureName, type ProblemSize } from './fixture.ts';
import type { RunOutcome } from './rounds.ts';

export const YARDSTICK_FOLDER: URL = new URL('../yardsticks/', import.meta.url);
const BUILD_FOLDER = new URL('build/', YARDSTICK_FOLDER);

/** Runs rounds on the fixture of that size and returns the time of one. */
export type Native = (size: ProblemSize, roundCount: number) => RunOutcome;
export type Reference = (size: ProblemSize, roundCount: number) => number;

export interface Yardsticks {
  readonly native: Native | undefined;
  readonly plainCpp: Reference | undefined;
  readonly numpy: Reference | undefined;
}

export const NO_YARDSTICKS: Yardsticks = {
  native: undefined,
  plainCpp: undefined,
  numpy: undefined,
};

/** Builds what can be built and returns what can be run. */
export function findYardsticks(reportProgress: (message: string) => void): Yardsticks {
  const compiler = process.env.CXX ?? 'g++';
  const python = process.env.PYTHON ?? 'python3';
  const yardsticks = {
    native: buildNative(compiler),
    plainCpp: buildPlainCpp(compiler),
    numpy: findNumpy(python),
  };
  if (yardsticks.native === undefined) reportProgress(`no native yardstick: ${compiler} failed`);
  if (yardsticks.numpy === undefined) reportProgress(`no NumPy yardstick: ${python} has no numpy`);
  return yardsticks;
}

/** Lets gen.py write the fixture if NumPy is there; otherwise the caller makes its own. */
export function generateWithNumpy(size: ProblemSize): void {
  if (existsSync(new URL(`data/${fixtureName(size)}`, YARDSTICK_FOLDER))) return;
  run(process.env.PYTHON ?? 'python3', ['gen.py', `${size.dimension},${size.actionCount}`]);
}

function buildNative(compiler: string): Native | undefined {
  const programs = [8, 12].flatMap((arms) =>
    [256, 512].flatMap((bits) => {
      const flags = [`-mprefer-vector-width=${bits}`, `-DARMS=${arms}`];
      return build(compiler, { source: 'limit.cpp', name: `limit-${arms}-${bits}`, flags }) ?? [];
    }),
  );
  if (programs.length === 0) return undefined;
  return ({ dimension, actionCount }, roundCount) => {
    const outcomes = programs.map((program) => {
      const words = [dimension, actionCount, roundCount, 3].map(String);
      const { microseconds, hash } = JSON.parse(runOrThrow(program, words));
      return { microseconds, choicesHash: hash } as RunOutcome;
    });
    return outcomes.reduce((best, next) => (next.microseconds < best.microseconds ? next : best));
  };
}

function buildPlainCpp(compiler: string): Reference | undefined {
  const flags = ['-DKERNEL=0', '-DTAG="plain"'];
  const program = build(compiler, { source: 'alg1.cpp', name: 'alg1-plain', flags });
  if (program === undefined) return undefined;
  return (size, roundCount) => runReference(program, [], size, roundCount);
}

function findNumpy(python: string): Reference | undefined {
  if (run(python, ['-c', 'import numpy']) === undefined) return undefined;
  return (size, roundCount) => runReference(python, ['alg1_numpy.py'], size, roundCount);
}

/** Both programs print how many rounds of Algorithm 1 they play in a second of CPU time. */
function runReference(
  program: string,
  words: readonly string[],
  { dimension, actionCount }: ProblemSize,
  roundCount: number,
): number {
  const numbers = [dimension, actionCount, 'alg1', roundCount].map(String);
  return 1e6 / JSON.parse(runOrThrow(program, [...words, ...numbers])).cpu_rps;
}

interface BuildInput {
  readonly source: string;
  readonly name: string;
  readonly flags: readonly string[];
}

/** Compiles for the processor at hand, unless done since the source last changed. */
function build(compiler: string, { source, name, flags }: BuildInput): string | undefined {
  mkdirSync(BUILD_FOLDER, { recursive: true });
  const program = fileURLToPath(new URL(name, BUILD_FOLDER));
  const sourceFile = fileURLToPath(new URL(source, YARDSTICK_FOLDER));
  if (existsSync(program) && statSync(program).mtimeMs > statSync(sourceFile).mtimeMs)
    return program;
  const words = ['-O3', '-march=native', '-std=c++17', ...flags, sourceFile, '-o', program];
  return run(compiler, words) === undefined ? undefined : program;
}

/** Returns what a program printed that is known to be there. */
function runOrThrow(program: string, words: readonly string[]): string {
  const printed = run(program, words);
  if (printed !== undefined) return printed;
  throw new Error(
    `${[program, ...words].join(' ')} failed. Delete yardsticks/build and try again.`,
  );
}

/** Returns what the program printed, or undefined if it failed or does not exist. */
function run(program: string, words: readonly string[]): string | undefined {
  try {
    return execFileSync(program, words, {
      cwd: YARDSTICK_FOLDER,
      encoding: 'utf8',
      env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
