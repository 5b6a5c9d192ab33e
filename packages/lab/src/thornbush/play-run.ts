/**
 * One run: an adversary against a policy, in a cell of the grid.
 */
import { type RandomStream, randomStream } from '../environments/random-stream.ts';
import { ADVERSARIES, type AdversaryName } from './adversaries.ts';
import { cellDefinition } from './cell-definition.ts';
import { cellNumbers, hasCoin, PERIOD_ROUNDS } from './cell-range.ts';
import { Desk } from './desk.ts';
import type { Cell } from './factors.ts';
import { createHandling } from './handling.ts';
import type { CreateSubject, SubjectRequest } from './subject.ts';
import { type TakenBack, TrueSlack } from './true-slack.ts';
import { createWorld, type Situation } from './world.ts';

/** A cell and who attacks it. */
export interface Line {
  readonly cell: Cell;
  readonly adversary: AdversaryName;
}

export interface PlayRunOptions extends Line {
  /** Which of the runs of the line, counted from 0. */
  readonly run: number;
  readonly roundCount: number;
  readonly createSubject: CreateSubject;
  /** Whether rounds that were taken back after their coin was shown stay in the promise: they do. */
  readonly takenBack?: TakenBack;
}

export interface RunResult {
  readonly isBroken: boolean;
  readonly isCertificateWrong: boolean;
  /** What must never happen, whatever the luck. */
  readonly faults: readonly string[];
  readonly learnerCount: number;
  readonly roundCount: number;
}

/** Rewards in the log of a baseline. */
const LOG_LENGTH = 400;
/** Share of rounds that are watched only, or given to the baseline. */
const NOW_AND_THEN = 0.05;

/** Plays one run to its end. */
export async function playRun(options: PlayRunOptions): Promise<RunResult> {
  const { cell, adversary, run, roundCount } = options;
  const numbers = cellNumbers(cell);
  const random = randomStream({ seed: seedOf(options), index: run });
  const world = createWorld({ cell, numbers, random });
  const log = cell.baseline === 'log' ? world.log(LOG_LENGTH) : [];
  const definition = cellDefinition({ cell, log, seed: Math.floor(random.uniform() * 2 ** 32) });
  const subject = await options.createSubject({ definition, run, roundCount });
  const desk = new Desk({
    subject,
    truth: new TrueSlack(cell, numbers, options.takenBack),
    numbers,
  });
  const { isHostile, start } = ADVERSARIES[adversary];
  const handling = createHandling({ cell, numbers, desk, random, isHostile, run });
  const wish = start();
  try {
    for (let round = 0; round < roundCount; round++) {
      const situation = world.situate(wish({ numbers, books: desk.books, truth: desk.truth }));
      const request = requestOf({ cell, situation, random, round });
      await handling.take(await desk.decide(situation, request));
    }
    await handling.finish();
  } catch (error) {
    // Nothing in the grid is wrong input, so whatever is thrown is a finding like any other.
    desk.faults.push(error instanceof Error ? error.message : String(error));
  }
  await desk.finish();
  const { isBroken, isCertificateWrong, faults, learnerCount } = desk;
  return { isBroken, isCertificateWrong, faults, learnerCount, roundCount };
}

interface RequestInput {
  readonly cell: Cell;
  readonly situation: Situation;
  readonly random: RandomStream;
  readonly round: number;
}

function requestOf({ cell, situation, random, round }: RequestInput): SubjectRequest {
  const { proposal, z } = situation;
  const isLearner = ['optimistic', 'thompson', 'greedy'].includes(cell.proposer);
  // A learner may never try what the adversary wants tried, so most proposals are forced.
  const isOwn = isLearner && round % 4 === 0;
  const isPause = random.uniform() < NOW_AND_THEN;
  const pause =
    cell.proposer === 'shadow' || cell.proposer === 'safe-mode' ? cell.proposer : 'live';
  return {
    z,
    mode: isPause ? pause : 'live',
    ...baselineOf(cell, situation, round),
    ...(cell.period === 'named' ? { period: `period ${Math.floor(round / PERIOD_ROUNDS)}` } : {}),
    ...(cell.floors === 'given' ? { floors: floorsOf(situation) } : {}),
    ...(isOwn ? { allowed: [proposal] } : { proposal }),
  };
}

/** As high as is true: the means of the round. */
function floorsOf({ means }: Situation): Readonly<Record<string, number>> {
  return { x: means.x, y: means.y };
}

/** What the call says of the baseline: every third call may name another one. */
function baselineOf(
  cell: Cell,
  { declared }: Situation,
  round: number,
): Pick<SubjectRequest, 'baseline'> {
  const isOther = cell.call === 'other-baseline' && round % 3 === 0;
  if (isOther) return { baseline: { action: 'c', reward: declared } };
  const isPerCall =
    cell.baseline === 'per-call-number' ||
    cell.baseline === 'per-call-interval' ||
    cell.baseline === 'equations';
  return isPerCall && !hasCoin(cell) ? { baseline: { reward: declared } } : {};
}

/** A seed of the line itself, so that other lines may come and go. */
function seedOf({ cell, adversary }: Line): number {
  let hash = 0x811c9dc5;
  for (const letter of lineName({ cell, adversary })) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash;
}

/** Returns all levels of a line in one text. */
export function lineName({ cell, adversary }: Line): string {
  return [...Object.values(cell), adversary].join(' ');
}
