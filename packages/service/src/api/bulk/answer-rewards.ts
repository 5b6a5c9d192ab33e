/**
 * Takes in rewards line by line and answers line by line: a batch at a time, each on disk before its
 * answers go out. While the disk works on one the next is read; nothing but these is held in memory.
 */
import { refusal } from '../../decisions/commands/bulk-command.ts';
import type { DecisionService } from '../../decisions/decision-service.ts';
import { nextRound } from '../../instruments/next-round.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type { RewardLineAnswer } from '../../wire.ts';
import type { ReadLine } from './reward-lines.ts';

/** Lines that are stored together: others may have their turn in between. */
const BATCH_LINES = 1_000;
/** Lines that are read without letting others have their turn. */
const LINES_AT_ONCE = 200;
/** Batches that may wait for the disk. */
const UNDER_WAY_MAX = 4;
export const LINES_MAX = 100_000;

type TakeIn = (
  rewards: Parameters<DecisionService['rewardMany']>[1],
) => ReturnType<DecisionService['rewardMany']>;

/** Yields the answers as JSON lines, a batch at a time, in the order of the lines. */
export async function* answerRewards(
  lines: AsyncIterable<ReadLine>,
  takeIn: TakeIn,
): AsyncGenerator<string> {
  const underWay: Promise<string>[] = [];
  for await (const batch of batchesOf(lines)) {
    const answer = answered(batch, takeIn);
    // Whoever leaves early must not leave a failure that nobody hears of.
    answer.catch(() => {});
    underWay.push(answer);
    if (underWay.length >= UNDER_WAY_MAX) yield await underWay.shift()!;
  }
  for (const answer of underWay) yield await answer;
}

async function* batchesOf(lines: AsyncIterable<ReadLine>): AsyncGenerator<readonly ReadLine[]> {
  let batch: ReadLine[] = [];
  let count = 0;
  for await (const line of untilRefused(lines)) {
    count += 1;
    if (count > LINES_MAX) {
      batch.push({ line: line.line, problem: tooMany() });
      break;
    }
    batch.push(line);
    // What is buffered already would else be read in one go, however long it is.
    if (count % LINES_AT_ONCE === 0) await nextRound();
    if (batch.length < BATCH_LINES) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What is refused of the body as a whole is the answer to the line that it was found at, and the last one. */
async function* untilRefused(lines: AsyncIterable<ReadLine>): AsyncGenerator<ReadLine> {
  let last = 0;
  try {
    for await (const line of lines) {
      last = line.line;
      yield line;
    }
  } catch (problem) {
    if (!(problem instanceof ServiceProblem)) throw problem;
    yield { line: last + 1, problem };
  }
}

async function answered(batch: readonly ReadLine[], takeIn: TakeIn): Promise<string> {
  const rewards = batch.flatMap((line) => ('reward' in line ? [line.reward] : []));
  const answers = rewards.length === 0 ? [] : await takeIn(rewards).catch(refusedAll);
  let taken = 0;
  const lines = batch.map((line): RewardLineAnswer => {
    if ('problem' in line) return { line: line.line, decision: null, ...refusal(line.problem) };
    const { decision } = line.reward;
    const answer = 'all' in answers ? answers.all : answers[taken++]!;
    return { line: line.line, decision, ...answer };
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A batch that could not be stored: nobody knows more of any of its lines. */
function refusedAll(error: unknown) {
  if (error instanceof ServiceProblem) return { all: refusal(error) };
  throw error;
}

function tooMany(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_BODY_TOO_LARGE',
    detail: `One request may have ${LINES_MAX} lines. This line and all after it were not read: send them again by themselves.`,
  });
}
