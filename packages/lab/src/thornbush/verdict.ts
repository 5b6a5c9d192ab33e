/**
 * What the grid says: is any promise broken more often than its δ?
 *
 * Runs are pooled three ways, by line, by cell and by level of each factor (δ = 0.1 and 0.3 apart), and
 * a pool fails if the lower Clopper-Pearson limit of its broken share lies above δ. In a sound policy
 * each run is broken with probability at most δ, whatever happened in the others, so every pool fails
 * with probability at most 1 − confidence; with
 *
 *     confidence = 1 − 0.001 / number of pools
 *
 * (Bonferroni) a sound policy is accused once in a thousand grids. Two things fail without any
 * statistics: a fault, and a level at which no learner ever plays although the world is friendly.
 */
import { lowerLimit, upperLimit } from '../measures/clopper-pearson.ts';
import { ADVERSARIES } from './adversaries.ts';
import { cellNumbers } from './cell-range.ts';
import { FACTORS } from './factors.ts';
import { lineName } from './line-name.ts';
import type { LineTally } from './line-tally.ts';

/** How often a sound policy may be accused by a whole grid. */
const FALSE_ALARM = 0.001;

export interface Pool {
  readonly kind: 'line' | 'cell' | 'level';
  readonly name: string;
  readonly failureProbability: number;
  readonly runCount: number;
  readonly brokenCount: number;
  readonly wrongCount: number;
  /** Limits of the probability of a broken run. */
  readonly lower: number;
  readonly upper: number;
  readonly isFailed: boolean;
}

export interface Liveness {
  /** `factor=level`. */
  readonly level: string;
  /** Share of rounds that the learner played in friendly worlds; null if there were none. */
  readonly learnerShare: number | null;
}

export interface Verdict {
  readonly confidence: number;
  readonly pools: readonly Pool[];
  readonly faulty: readonly LineTally[];
  readonly liveness: readonly Liveness[];
  readonly isFailed: boolean;
}

/** Judges all lines together. */
export function judge(tallies: readonly LineTally[]): Verdict {
  const hostile = tallies.filter(({ adversary }) => ADVERSARIES[adversary].isHostile);
  const friendly = tallies.filter(({ adversary }) => !ADVERSARIES[adversary].isHostile);
  const gathered = gather(hostile);
  const confidence = 1 - FALSE_ALARM / Math.max(1, gathered.length);
  const pools = gathered.map((members) => poolOf(members, confidence));
  const faulty = tallies.filter(({ faultyCount }) => faultyCount > 0);
  const liveness = livenessOf(friendly);
  const isFailed =
    pools.some((pool) => pool.isFailed) ||
    faulty.length > 0 ||
    liveness.some(({ learnerShare }) => learnerShare === 0);
  return { confidence, pools, faulty, liveness, isFailed };
}

interface Members extends Pick<Pool, 'kind' | 'name'> {
  readonly tallies: readonly LineTally[];
}

/** The members of each pool, in the order of the table. */
function gather(tallies: readonly LineTally[]): Members[] {
  const groups = new Map<string, { kind: Pool['kind']; name: string; tallies: LineTally[] }>();
  const add = (kind: Pool['kind'], name: string, tally: LineTally) => {
    const key = `${kind} ${name} ${tally.cell.failure}`;
    const group = groups.get(key) ?? { kind, name, tallies: [] };
    group.tallies.push(tally);
    groups.set(key, group);
  };
  for (const tally of tallies) {
    for (const level of levelsOf(tally)) add('level', level, tally);
    add('cell', Object.values(tally.cell).join(' '), tally);
    add('line', lineName(tally), tally);
  }
  const order = ['level', 'cell', 'line'];
  return [...groups.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Every level of a line, its adversary included. */
function levelsOf({ cell, adversary }: LineTally): string[] {
  const levels = Object.entries(cell).map(([factor, level]) => `${factor}=${level}`);
  return [...levels, `adversary=${adversary}`];
}

function poolOf({ kind, name, tallies }: Members, confidence: number): Pool {
  const sum = (part: (tally: LineTally) => number) =>
    tallies.reduce((total, tally) => total + part(tally), 0);
  const { failureProbability } = cellNumbers(tallies[0]!.cell);
  const runCount = sum((tally) => tally.runCount);
  const brokenCount = sum((tally) => tally.brokenCount);
  const counted = { count: brokenCount, runCount, confidence };
  const lower = lowerLimit(counted);
  return {
    kind,
    name,
    failureProbability,
    runCount,
    brokenCount,
    wrongCount: sum((tally) => tally.wrongCount),
    lower,
    upper: upperLimit(counted),
    isFailed: lower > failureProbability,
  };
}

function livenessOf(tallies: readonly LineTally[]): Liveness[] {
  return Object.entries(FACTORS).flatMap(([factor, levels]) =>
    levels.map((level) => {
      const name = `${factor}=${level}`;
      const members = tallies.filter((tally) => levelsOf(tally).includes(name));
      const rounds = members.reduce((sum, { roundCount }) => sum + roundCount, 0);
      const played = members.reduce((sum, { learnerCount }) => sum + learnerCount, 0);
      return { level: name, learnerShare: rounds === 0 ? null : played / rounds };
    }),
  );
}
