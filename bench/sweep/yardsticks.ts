/**
 * The same trial set outside hedgerow: plain C++, NumPy trial by trial, NumPy over all trials at once.
 *
 * Each prints the CPU time of its trials without the time to start, its mean regret and its share of
 * learner rounds. What this machine lacks is left out.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { YARDSTICK_FOLDER } from '../kernel/yardsticks.ts';
import type { TrialMeans } from './agreement.ts';

export interface SweepOutcome extends TrialMeans {
  /** CPU time of 100 trials. */
  readonly cpuSeconds: number;
}

export interface SweepYardstick {
  readonly name: string;
  /** Largest time of hedgerow over the time of this. */
  readonly ratioMax: number;
  /** Plays the trials; undefined if this machine lacks what it takes. */
  readonly run: (() => SweepOutcome) | undefined;
}

/** Returns all yardsticks, none of them to be run. */
export function missingYardsticks(): SweepYardstick[] {
  return PROGRAMS.map(({ name, ratioMax }) => ({ name, ratioMax, run: undefined }));
}

/** Builds what can be built and returns all yardsticks. */
export function findSweepYardsticks(report: (message: string) => void): SweepYardstick[] {
  const commands = { python: findPython(), plainCpp: buildPlainCpp() };
  return PROGRAMS.map(({ name, ratioMax, trialCount, needs, words }) => {
    const command = commands[needs];
    if (command === undefined) report(`no yardstick "${name}": its compiler or NumPy is missing`);
    if (command === undefined) return { name, ratioMax, run: undefined };
    return { name, ratioMax, run: () => runSweep([command, ...words], trialCount) };
  });
}

interface Program {
  readonly name: string;
  readonly ratioMax: number;
  /** Trials of one run: slow ones play fewer, and their time is scaled up. */
  readonly trialCount: number;
  readonly needs: 'python' | 'plainCpp';
  readonly words: readonly string[];
}

const PROGRAMS: readonly Program[] = [
  {
    name: 'NumPy, all trials at once',
    ratioMax: 0.5,
    trialCount: 100,
    needs: 'python',
    words: ['sweep_batch_numpy.py'],
  },
  { name: 'plain C++', ratioMax: 1, trialCount: 100, needs: 'plainCpp', words: ['sweep'] },
  {
    name: 'NumPy, trial by trial',
    ratioMax: 1 / 20,
    trialCount: 20,
    needs: 'python',
    words: ['alg1_numpy.py', 'sweep'],
  },
];

function runSweep(command: readonly string[], trialCount: number): SweepOutcome {
  const printed = run([...command, String(trialCount)]);
  if (printed === undefined) throw new Error(`${command.join(' ')} failed.`);
  const { per100_cpu_s, regT, opt } = JSON.parse(printed);
  return { trialCount, cpuSeconds: per100_cpu_s, meanRegret: regT, learnerShare: opt };
}

function findPython(): string | undefined {
  const python = process.env.PYTHON ?? 'python3';
  return run([python, '-c', 'import numpy']) === undefined ? undefined : python;
}

/** Compiles for the processor at hand, unless done since the source last changed. */
function buildPlainCpp(): string | undefined {
  const folder = new URL('build/', YARDSTICK_FOLDER);
  const source = fileURLToPath(new URL('alg1.cpp', YARDSTICK_FOLDER));
  const program = fileURLToPath(new URL('alg1-plain', folder));
  mkdirSync(folder, { recursive: true });
  const isBuilt = existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs;
  const flags = ['-O3', '-march=native', '-std=c++17', '-DKERNEL=0', '-DTAG="plain"'];
  const compiler = process.env.CXX ?? 'g++';
  if (!isBuilt && run([compiler, ...flags, source, '-o', program]) === undefined) return undefined;
  return program;
}

/** Returns what a command printed, or undefined if it failed or does not exist. */
function run([program, ...words]: readonly string[]): string | undefined {
  try {
    return execFileSync(program!, words, {
      cwd: YARDSTICK_FOLDER,
      encoding: 'utf8',
      env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
