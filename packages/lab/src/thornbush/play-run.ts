/**
 * One run: an adversary against a policy, in a cell of the grid.
 */
import { type RandomStream, randomStream } from '../environments/random-stream.ts';
import { ADVERSARIES } from './adversaries.ts';
import { cellDefinition } from './cell-definition.ts';
import { cellNumbers, hasCoin, isDivided, PERIOD_ROUNDS } from './cell-range.ts';
import { type AskedRound, Desk } from './desk.ts';
import { playDividedRun } from './divided-run.ts';
import type { Cell } from './factors.ts';
import { createHandling } from './handling.ts';
import { type Line, seedOf } from './line-name.ts';
import { batchSize, siteOf, termsOf } from './request-terms.ts';
import type { CreateSubject, SubjectRequest } from './subject.ts';
import { type TakenBack, TrueSlack } from './true-slack.ts';
import { createWorld, type Situation } from './world.ts';

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
  if (isDivided(options.cell)) return await playDividedRun(options);
  const { cell, adversary, run, roundCount } = options;
  const numbers = cellNumbers(cell);
  const random = randomStream({ seed: seedOf(options), index: run });
  const world = createWorld({ cell, numbers, random });
  const log = cell.baseline === 'log' ? world.log(LOG_LENGTH) : [];
  const definition = cellDefinition({ cell, log, seed: Math.floor(random.uniform() * 2 ** 32) });
  const judgedSite = siteOf(cell, seedOf(options) + run);
  const judged = judgedSite === undefined ? {} : { judgedSite };
  const subject = await options.createSubject({ definition, run, roundCount, ...judged });
  const createTruth = () => new TrueSlack(cell, numbers, options.takenBack);
  const desk = new Desk({ subject, createTruth, numbers, ...judged });
  const { isHostile, start } = ADVERSARIES[adversary];
  const handling = createHandling({ cell, numbers, desk, random, isHostile, run });
  const wish = start();
  try {
    for (let round = 0; round < roundCount; round += batchSize(cell)) {
      if (cell.group === 'of-ten') world.changeWeather();
      const asked: AskedRound[] = [];
      for (let i = round; i < Math.min(round + batchSize(cell), roundCount); i++) {
        const wanted = wish({ numbers, books: desk.books, truth: desk.truth });
        const situation = world.situate(wanted);
        const spent = wanted.proposal === 'worst' ? desk.books : null;
        asked.push({ situation, request: requestOf({ cell, situation, random, round: i, spent }) });
      }
      const issued = await desk.decide(asked, cell.asking === 'together');
      for (const one of issued) await handling.take(one);
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
  /** What the books say, where the adversary spends it; null where it does not. */
  readonly spent: number | null;
}

function requestOf({ cell, situation, random, round, spent }: RequestInput): SubjectRequest {
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
    ...termsOf({ cell, random, round, spent }),
    ...(cell.floors === 'given' ? { floors: floorsOf(situation) } : {}),
    ...(isOwn ? { allowed: [proposal] } : { proposal }),
  };
}

/** As high as is true: the means of the round, over its forecast. */
function floorsOf({ forecastMeans: { x, y } }: Situation): Readonly<Record<string, number>> {
  return { x, y };
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
