/**
 * What becomes of a divided decision after its strips are shown, chosen to flatter the certificate.
 *
 *   prompt      both parts at once, or one after the other
 *   late        the part with bad news at once, the other many decisions later
 *   lost        the part with good news, the other never
 *   corrected   something false of both parts first, and the truth in its place
 *   void        cancelled if the strips fell badly
 *   fell-back   the baseline kept everywhere if the strips fell badly
 *   otherwise   executed on another share: by strips that nobody looked at, or by the best of them
 *   in-flight   a dozen open together, dealt with backwards
 *
 * Good news is what lifts the certificate: a try above its mean, a check below it where it is charged.
 */
import type { GiveUpReason, PartRewards } from '@hedgerow/core';
import type { RandomStream } from '../environments/random-stream.ts';
import { STRIP_COUNT } from './cell-definition.ts';
import type { CellNumbers } from './cell-range.ts';
import { type DividedDesk, type DividedRound, measured } from './divided-desk.ts';
import type { Cell } from './factors.ts';
import { meanOfAll } from './field.ts';
import type { Handling } from './handling.ts';

export interface DividedHandlingOptions {
  readonly cell: Cell;
  readonly numbers: CellNumbers;
  readonly desk: DividedDesk;
  readonly random: RandomStream;
  readonly isHostile: boolean;
  /** Which of the runs of a line this is. */
  readonly run: number;
}

const LATE_ROUNDS = 25;
const IN_FLIGHT = 12;
const HONEST_SHARE = 0.3;

/** Returns the handling of a cell for one run. */
export function createDividedHandling(options: DividedHandlingOptions): Handling<DividedRound> {
  const { desk } = options;
  const atOnce = (take: (round: DividedRound) => Promise<void>) => ({
    take,
    finish: async () => {},
  });
  switch (options.cell.outcome) {
    case 'prompt':
      return atOnce((round) => settle(options, round));
    case 'late':
      return lateHandling(options);
    case 'lost':
      return atOnce(async (round) => {
        const { good, bad } = newsOf(options, round);
        if (isTold(good)) await desk.observe(round, good);
        if (!options.isHostile && isTold(bad)) await desk.observe(round, bad);
      });
    case 'corrected':
      return atOnce((round) => correctedReports(options, round));
    case 'void':
      return atOnce((round) =>
        isDropped(options, round) ? desk.cancel(round, reasonOf(options)) : settle(options, round),
      );
    case 'fell-back':
      return atOnce(async (round) => {
        if (!isDropped(options, round)) await settle(options, round);
        else await executeOn(options, round, { strips: [], isInnocent: false });
      });
    case 'otherwise':
      return atOnce((round) => otherwise(options, round));
    case 'in-flight':
      return inFlightHandling(options);
  }
}

async function settle({ cell, desk, random }: DividedHandlingOptions, round: DividedRound) {
  if (cell.execution === 'confirm') await desk.confirm(round);
  const parts = measured(round, round.tried, round.checked);
  const names = Object.keys(parts) as (keyof PartRewards)[];
  if (random.uniform() < 0.5) {
    await desk.observe(round, parts);
    return;
  }
  if (random.uniform() < 0.5) names.reverse();
  for (const name of names) await desk.observe(round, { [name]: parts[name]! });
}

/** The parts by what they do to the certificate. */
function newsOf({ numbers }: DividedHandlingOptions, round: DividedRound) {
  const { try: tried, check } = measured(round, round.tried, round.checked);
  const { tries, checks } = round.field;
  const isTryGood = tried !== undefined && (tried as number) >= meanOfAll(tries);
  const isCharged = round.share > numbers.allowedShortfall;
  const distance = check === undefined ? 0 : (check as number) - meanOfAll(checks);
  const isCheckGood = isCharged ? distance <= 0 : distance >= 0;
  const some = (isWanted: boolean): PartRewards => ({
    ...(tried !== undefined && isTryGood === isWanted ? { try: tried } : {}),
    ...(check !== undefined && isCheckGood === isWanted ? { check } : {}),
  });
  return { good: some(true), bad: some(false) };
}

function isTold(parts: PartRewards): boolean {
  return Object.keys(parts).length > 0;
}

function isDropped(options: DividedHandlingOptions, round: DividedRound): boolean {
  const { desk, random, isHostile } = options;
  if (!isHostile) return random.uniform() < HONEST_SHARE;
  return desk.books <= desk.truth && isTold(newsOf(options, round).bad);
}

/** The draw has been shown, so it makes no difference what is said; every other run says this. */
function reasonOf({ run }: DividedHandlingOptions): GiveUpReason {
  return run % 2 === 0 ? 'unrelated' : 'newer-information';
}

async function correctedReports(options: DividedHandlingOptions, round: DividedRound) {
  const { desk, numbers, random } = options;
  const truth = measured(round, round.tried, round.checked);
  const anywhere = () => numbers.min + numbers.width * Math.round(random.uniform());
  const falsely = (parts: PartRewards): PartRewards => ({
    ...(parts.try === undefined
      ? {}
      : { try: { reward: anywhere(), measuredShare: 0.2 + 0.7 * random.uniform() } }),
    ...(parts.check === undefined ? {} : { check: anywhere() }),
  });
  const report = falsely(truth);
  await desk.observeFalsely(round, report);
  if (JSON.stringify(report) !== JSON.stringify(truth)) await desk.correct(round, truth);
}

function lateHandling(options: DividedHandlingOptions): Handling<DividedRound> {
  const waiting: {
    readonly round: DividedRound;
    readonly due: number;
    readonly good: PartRewards;
  }[] = [];
  let now = 0;
  const tell = async (isDue: (due: number) => boolean) => {
    while (waiting.length > 0 && isDue(waiting[0]!.due)) {
      const { round, good } = waiting.shift()!;
      await options.desk.observe(round, good);
    }
  };
  return {
    async take(round) {
      now += 1;
      const { good, bad } = newsOf(options, round);
      if (isTold(bad)) await options.desk.observe(round, bad);
      if (isTold(good)) waiting.push({ round, good, due: now + LATE_ROUNDS });
      await tell((due) => due <= now);
    },
    finish: () => tell(() => true),
  };
}

/** Another share: of strips drawn by lot, or of those that look best for the books. */
async function otherwise(options: DividedHandlingOptions, round: DividedRound): Promise<void> {
  const { random, isHostile, desk } = options;
  const isSprung = desk.books > desk.truth;
  if (round.share === 0 || isSprung || random.uniform() < 0.3) return await settle(options, round);
  const count = Math.floor((STRIP_COUNT + 1) * random.uniform());
  const isInnocent = !isHostile || random.uniform() < 0.5;
  const order = (strips: readonly number[], isFirst: (one: number, other: number) => number) =>
    [...strips].sort(isFirst);
  const keys = Array.from({ length: STRIP_COUNT + 1 }, () => random.uniform());
  const { tries, checks } = round.field;
  // Kept are the best strips of the try; taken from the check are those that would cost most.
  const byLot = (one: number, other: number) => keys[one]! - keys[other]!;
  const best = (one: number, other: number) => tries[other - 1]! - tries[one - 1]!;
  const dearest = (one: number, other: number) => checks[other - 1]! - checks[one - 1]!;
  const strips = [
    ...order(round.tried, isInnocent ? byLot : best),
    ...order(round.checked, isInnocent ? byLot : dearest),
  ].slice(0, count);
  await executeOn(options, round, { strips, isInnocent });
}

interface Executed {
  readonly strips: readonly number[];
  readonly isInnocent: boolean;
}

/** Tries it on these strips, tells so, and what was measured there. */
async function executeOn(
  { desk }: DividedHandlingOptions,
  round: DividedRound,
  { strips, isInnocent }: Executed,
): Promise<void> {
  const share = strips.length / STRIP_COUNT;
  if (share !== round.share || round.share === 0) {
    await desk.executeOtherwise(round, { share, isInnocent });
  }
  const isTried = new Set(strips);
  const all = Array.from({ length: STRIP_COUNT }, (_, i) => i + 1);
  // What was added later was not drawn: of such a try only the drawn strips are measured.
  const tried = isInnocent ? strips : round.tried.filter((strip) => isTried.has(strip));
  const rest = isInnocent ? all : round.checked;
  const parts = measured(
    round,
    round.share === 0 ? [] : tried,
    rest.filter((strip) => !isTried.has(strip)),
  );
  if (isTold(parts)) await desk.observe(round, parts);
}

function inFlightHandling(options: DividedHandlingOptions): Handling<DividedRound> {
  let open: DividedRound[] = [];
  const land = async () => {
    const landing = open.reverse();
    open = [];
    for (const round of landing) await settle(options, round);
  };
  return {
    async take(round) {
      open.push(round);
      if (open.length >= IN_FLIGHT) await land();
    },
    finish: land,
  };
}
