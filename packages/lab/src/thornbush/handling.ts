/**
 * What becomes of a round after its receipt is shown, chosen to flatter the certificate.
 *
 *   prompt      the reward at once
 *   late        bad news at once, good news many rounds later
 *   lost        good news at once, bad news never
 *   corrected   something false first, corrected before the next decision
 *   void        cancelled by the coin or by the outcome; said to be so, or not
 *   fell-back   the baseline was played instead, likewise
 *   in-flight   a dozen rounds open together, dealt with backwards
 *   otherwise   executed on another share: only where decisions can be divided (split-handling.ts)
 *
 * Good news is what lifts the certificate: a proposal that paid more than its mean, a held-out baseline
 * that paid less. Where no coin was drawn, a void or fallen-back round is taken at its word, so there
 * it may depend on nothing (and the handling is honest); after a coin it may depend on all, and so it
 * may after the first reward of its group. Where it is said to be because of newer information, it may
 * always depend on all.
 */
import type { GiveUpReason } from '@hedgerow/core';
import type { RandomStream } from '../environments/random-stream.ts';
import { type CellNumbers, hasCoin } from './cell-range.ts';
import type { Desk } from './desk.ts';
import type { Cell } from './factors.ts';
import { type IssuedRound, isDrawn } from './true-slack.ts';

export interface Handling<Round = IssuedRound> {
  take(round: Round): Promise<void>;
  /** Tells everything that waits. */
  finish(): Promise<void>;
}

export interface HandlingOptions {
  readonly cell: Cell;
  readonly numbers: CellNumbers;
  readonly desk: Desk;
  readonly random: RandomStream;
  readonly isHostile: boolean;
  /** Which of the runs of a line this is: hostile ones take turns. */
  readonly run: number;
}

const LATE_ROUNDS = 25;
const IN_FLIGHT = 12;
const HONEST_SHARE = 0.3;

/** Returns the handling of a cell for one run. */
export function createHandling(options: HandlingOptions): Handling {
  switch (options.cell.outcome) {
    case 'prompt':
      return atOnce((round) => settle(options, round));
    case 'late':
      return lateHandling(options);
    case 'lost':
      return atOnce(async (round) => {
        if (isGoodNews(round) || !options.isHostile) await settle(options, round);
        else if (options.random.uniform() < 0.5) await confirmIfAsked(options, round);
      });
    case 'corrected':
      return atOnce((round) => correctedReports(options, round));
    case 'void':
      return takenBack(options, (round, reason) => options.desk.cancel(round, reason));
    case 'fell-back':
      return takenBack(options, (round, reason) => options.desk.fellBack(round, reason));
    case 'in-flight':
      return inFlightHandling(options);
    case 'otherwise':
      throw new Error('Only a decision that can be divided is executed otherwise.');
  }
}

function atOnce(take: (round: IssuedRound) => Promise<void>): Handling {
  return { take, finish: async () => {} };
}

/** Confirms where that is asked for, not always before the reward, and reports the reward. */
async function settle(options: HandlingOptions, round: IssuedRound): Promise<void> {
  if (options.random.uniform() < 0.7) await confirmIfAsked(options, round);
  await options.desk.observe(round);
}

async function confirmIfAsked({ cell, desk }: HandlingOptions, round: IssuedRound): Promise<void> {
  if (cell.execution === 'confirm') await desk.confirm(round);
}

function isGoodNews({ reward, situation, receipt, isProposal, isHeldOut }: IssuedRound): boolean {
  const mean = situation.means[receipt.action as keyof typeof situation.means];
  if (isHeldOut) return reward <= mean;
  return isProposal ? reward >= mean : true;
}

function lateHandling(options: HandlingOptions): Handling {
  const waiting: { readonly round: IssuedRound; readonly due: number }[] = [];
  let now = 0;
  const tell = async (isDue: (due: number) => boolean) => {
    while (waiting.length > 0 && isDue(waiting[0]!.due)) {
      await settle(options, waiting.shift()!.round);
    }
  };
  return {
    async take(round) {
      now += 1;
      if (isGoodNews(round)) waiting.push({ round, due: now + LATE_ROUNDS });
      else await settle(options, round);
      await tell((due) => due <= now);
    },
    finish: () => tell(() => true),
  };
}

/** One to three false reports, up and down, and the truth at last. */
async function correctedReports(options: HandlingOptions, round: IssuedRound): Promise<void> {
  const { numbers, random, desk } = options;
  if (random.uniform() < 0.5) await confirmIfAsked(options, round);
  const count = 1 + Math.floor(3 * random.uniform());
  const anywhere = () => {
    const place = random.uniform();
    if (place < 0.3) return numbers.max;
    return place < 0.5 ? numbers.min : numbers.min + numbers.width * random.uniform();
  };
  await desk.observeFalsely(round, Array.from({ length: count }, anywhere));
}

/** Rounds that are taken back by a rule, until the books are wrong: then everything is played. */
function takenBack(
  options: HandlingOptions,
  takeBack: (round: IssuedRound, reason: GiveUpReason) => Promise<void>,
): Handling {
  const { isHostile, run, desk } = options;
  const rule = takeBackRule(options);
  // Every other hostile run says that more was known, and takes back whatever is bad news.
  const knowsMore = isHostile && run % 2 === 1;
  return atOnce(async (round) => {
    const isDropped = knowsMore && desk.books <= desk.truth && !isGoodNews(round);
    if (isDropped) await takeBack(round, 'newer-information');
    else if (!knowsMore && rule(round)) await takeBack(round, 'unrelated');
    else await settle(options, round);
  });
}

function takeBackRule(options: HandlingOptions): (round: IssuedRound) => boolean {
  const { cell, desk, random, run, isHostile } = options;
  const isHonest = () => random.uniform() < HONEST_SHARE;
  if (!isHostile) return isHonest;
  // Who has seen the weather of the group may take back by it all that is still open.
  if (cell.group === 'of-ten') {
    return (round) =>
      desk.isBound(round) ? desk.books <= desk.truth && !isGoodNews(round) : isHonest();
  }
  if (!hasCoin(cell)) return isHonest;
  const rules: readonly ((round: IssuedRound) => boolean)[] = [
    ({ isProposal }) => isProposal,
    (round) => (round.isProposal || round.isHeldOut) && !isGoodNews(round),
    ({ isHeldOut }) => isHeldOut,
  ];
  // Runs that are even take turns.
  const rule = rules[(run / 2) % rules.length]!;
  return (round) => (isDrawn(round) ? desk.books <= desk.truth && rule(round) : isHonest());
}

function inFlightHandling(options: HandlingOptions): Handling {
  let open: IssuedRound[] = [];
  const land = async () => {
    const landing = open.reverse();
    open = [];
    for (const round of landing) await confirmIfAsked(options, round);
    for (const round of landing) await options.desk.observe(round);
  };
  return {
    async take(round) {
      open.push(round);
      if (open.length >= IN_FLIGHT) await land();
    },
    finish: land,
  };
}
