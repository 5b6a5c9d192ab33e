/**
 * One run against a policy whose decisions can be divided.
 */
import { type RandomStream, randomStream } from '../environments/random-stream.ts';
import { ADVERSARIES, type Wish } from './adversaries.ts';
import { BLOCK_COUNT, cellDefinition } from './cell-definition.ts';
import { type CellNumbers, cellNumbers } from './cell-range.ts';
import { DividedDesk, type DividedRound } from './divided-desk.ts';
import { createDividedHandling } from './divided-handling.ts';
import type { Cell } from './factors.ts';
import { createField, type Field } from './field.ts';
import { seedOf } from './line-name.ts';
import type { PlayRunOptions, RunResult } from './play-run.ts';
import { batchSize, siteOf, termsOf } from './request-terms.ts';
import type { SubjectRequest } from './subject.ts';

/** Plays one run to its end. */
export async function playDividedRun(options: PlayRunOptions): Promise<RunResult> {
  const { cell, adversary, run, roundCount } = options;
  const numbers = cellNumbers(cell);
  const random = randomStream({ seed: seedOf(options), index: run });
  const seed = Math.floor(random.uniform() * 2 ** 32);
  const definition = cellDefinition({ cell, log: [], seed });
  const judgedSite = siteOf(cell, seedOf(options) + run);
  const judged = judgedSite === undefined ? {} : { judgedSite };
  const subject = await options.createSubject({ definition, run, roundCount, ...judged });
  const isAgainstPlan = cell.outcome === 'otherwise' || cell.outcome === 'fell-back';
  const desk = new DividedDesk({ subject, numbers, judgedSite, isAgainstPlan });
  const { isHostile, start } = ADVERSARIES[adversary];
  const handling = createDividedHandling({ cell, numbers, desk, random, isHostile, run });
  const wish = start();
  try {
    for (let round = 0; round < roundCount; round += batchSize(cell)) {
      const asked = Array.from(
        { length: Math.min(batchSize(cell), roundCount - round) },
        (_, i) => {
          const wanted = wish({ numbers, books: desk.books, truth: desk.truth });
          return askField({ cell, numbers, random, desk, wish: wanted, round: round + i });
        },
      );
      for (const one of await decideAll(desk, asked, cell)) await handling.take(one);
    }
    await handling.finish();
  } catch (error) {
    // Nothing in the grid is wrong input, so whatever is thrown is a finding like any other.
    desk.faults.push(error instanceof Error ? error.message : String(error));
  }
  await desk.finish();
  const { isBroken, isCertificateWrong, faults, learnerCount } = desk;
  return { isBroken, isCertificateWrong, faults, learnerCount, roundCount: desk.roundCount };
}

/** A field that is asked about, or its blocks. */
interface AskedField {
  readonly request: SubjectRequest;
  readonly fields: readonly Field[];
}

interface AskInput {
  readonly cell: Cell;
  readonly numbers: CellNumbers;
  readonly random: RandomStream;
  readonly desk: DividedDesk;
  readonly wish: Wish;
  readonly round: number;
}

/** Share of decisions that are watched only, or given to the baseline. */
const NOW_AND_THEN = 0.05;
/** Share of decisions that cannot be divided. */
const WHOLE_SHARE = 0.1;

function askField({ cell, numbers, random, desk, wish, round }: AskInput): AskedField {
  const blocks = cell.split === 'blocks' ? BLOCK_COUNT : 1;
  const fields = Array.from({ length: blocks }, () =>
    createField({ cell, numbers, random, wish, share: desk.share }),
  );
  const { z, proposal } = fields[0]!;
  const spent = wish.proposal === 'worst' ? desk.books : null;
  const { proposer, call, baseline } = cell;
  const isOwn = ['optimistic', 'thompson', 'greedy'].includes(proposer) && round % 4 === 0;
  const pause = proposer === 'shadow' || proposer === 'safe-mode' ? proposer : 'live';
  // What is declared of one baseline says nothing of another.
  const isOther = call === 'other-baseline' && baseline === 'unknown-policy' && round % 3 === 0;
  const request: SubjectRequest = {
    z,
    mode: random.uniform() < NOW_AND_THEN ? pause : 'live',
    ...termsOf({ cell, random, round, spent }),
    ...(blocks > 1 ? { blocks } : {}),
    ...(isOther ? { baseline: { action: 'c' } } : {}),
    ...(blocks === 1 && random.uniform() < WHOLE_SHARE ? { divisible: false } : {}),
    ...(isOwn ? { allowed: [proposal] } : { proposal }),
  };
  return { request, fields };
}

/** Decides together what is planned together, or has blocks; else one by one. */
async function decideAll(
  desk: DividedDesk,
  asked: readonly AskedField[],
  { asking, split }: Cell,
): Promise<DividedRound[]> {
  if (asking === 'together' || split === 'blocks') {
    const requests = asked.map(({ request }) => request);
    return await desk.decide(
      requests,
      asked.flatMap(({ fields }) => fields),
    );
  }
  const rounds: DividedRound[] = [];
  for (const { request, fields } of asked) rounds.push(...(await desk.decide([request], fields)));
  return rounds;
}
