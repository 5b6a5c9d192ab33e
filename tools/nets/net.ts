/**
 * A net: what a room says today, step by step, recorded as one hash a step and compared after each change.
 *
 *     name-of-life 3f1c… 09ab… …        one line a life, one hash a step
 *
 * The hashes tell at which step two programs part; what this one says there is printed. What the other
 * said is printed by the same command at the commit that recorded it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { shortHash } from './canonical.ts';

/** What a step said, in canonical form. */
export type Step = string;

export interface Life {
  readonly name: string;
  /** The steps, in order; made when they are asked for. */
  steps(): AsyncIterable<Step> | Iterable<Step>;
}

export interface Net {
  readonly name: string;
  lives(): AsyncIterable<Life> | Iterable<Life>;
}

export interface Difference {
  readonly life: string;
  /** Counted from 1. */
  readonly step: number;
  /** What is said now; null where a step was recorded that is not made any more. */
  readonly now: Step | null;
}

const folder = new URL('../../nets/', import.meta.url);

function fileOf(net: Net): URL {
  return new URL(`${net.name}.txt`, folder);
}

/** Writes down what a net says now. */
export async function record(net: Net): Promise<number> {
  const lines: string[] = [];
  for await (const life of net.lives()) {
    const hashes: string[] = [];
    for await (const step of life.steps()) hashes.push(shortHash(step));
    lines.push([life.name, ...hashes].join(' '));
  }
  writeFileSync(fileOf(net), `${lines.join('\n')}\n`);
  return lines.length;
}

/** Returns the first difference of every life from what was recorded. */
export async function compare(net: Net): Promise<readonly Difference[]> {
  const recorded = readRecorded(net);
  const differences: Difference[] = [];
  for await (const life of net.lives()) {
    const difference = await firstDifference(life, recorded.get(life.name) ?? []);
    if (difference !== null) differences.push(difference);
    recorded.delete(life.name);
  }
  for (const life of recorded.keys()) differences.push({ life, step: 1, now: null });
  return differences;
}

/** Prints a step as it is said now. */
export async function stepOf(net: Net, lifeName: string, wanted: number): Promise<Step | null> {
  for await (const life of net.lives()) {
    if (life.name !== lifeName) continue;
    let number = 0;
    for await (const step of life.steps()) if (++number === wanted) return step;
  }
  return null;
}

async function firstDifference(life: Life, hashes: readonly string[]): Promise<Difference | null> {
  let count = 0;
  for await (const step of life.steps()) {
    count += 1;
    if (shortHash(step) !== hashes[count - 1]) return { life: life.name, step: count, now: step };
  }
  return count === hashes.length ? null : { life: life.name, step: count + 1, now: null };
}

function readRecorded(net: Net): Map<string, string[]> {
  const file = fileOf(net);
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [name = '', ...hashes] = line.split(' ');
      return [name, hashes];
    }),
  );
}
