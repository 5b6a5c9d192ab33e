/**
 * One run against a policy whose decisions can be divided.
 */
import { randomStream } from '../environments/random-stream.ts';
import { ADVERSARIES } from './adversaries.ts';
import { BLOCK_COUNT, cellDefinition } from './cell-definition.ts';
import { cellNumbers } from './cell-range.ts';
import { DividedDesk } from './divided-desk.ts';
import { createDividedHandling } from './divided-handling.ts';
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
  const subject = await options.createSubject({ definition, run, roundCount });
  const desk = new DividedDesk({
    subject,
    numbers,
    judgedSite: siteOf(cell, run),
    isAgainstPlan: cell.outcome === 'otherwise' || cell.outcome === 'fell-back',
  });
  const { isHostile, start } = ADVERSARIES[adversary];
  const handling = createDividedHandling({ cell, numbers, desk, random, isHostile });
  const wish = start();
  const blocks = cell.split === 'blocks' ? BLOCK_COUNT : 1;
  const ask = (round: number): { request: SubjectRequest; fields: Field[] } => {
    const wanted = wish({ numbers, books: desk.books, truth: desk.truth });
    const { share } = desk;
    const fields = Array.from({ length: blocks }, () =>
      createField({ cell, numbers, random, wish: wanted, share }),
    );
    const { z, proposal } = fields[0]!;
    const spent = wanted.proposal === 'worst' ? desk.books : null;
    const isOwn = ['optimistic', 'thompson', 'greedy'].includes(cell.proposer) && round % 4 === 0;
    const pause =
      cell.proposer === 'shadow' || cell.proposer === 'safe-mode' ? cell.proposer : 'live';
    const request = {
      z,
      mode: random.uniform() < NOW_AND_THEN ? pause : 'live',
      ...termsOf({ cell, random, round, spent }),
      ...(blocks > 1 ? { blocks } : {}),
      ...(cell.call === 'other-baseline' && cell.baseline === 'unknown-policy' && round % 3 === 0
        ? { baseline: { action: 'c' } }
        : {}),
      ...(blocks === 1 && random.uniform() < WHOLE_SHARE ? { divisible: false } : {}),
      ...(isOwn ? { allowed: [proposal] } : { proposal }),
    } as const;
    return { request, fields };
  };
  try {
    for (let round = 0; round < roundCount; round += batchSize(cell)) {
      const count = Math.min(batchSize(cell), roundCount - round);
      const asked = Array.from({ length: count }, (_, i) => ask(round + i));
      const rounds =
        cell.asking === 'together' || blocks > 1
          ? await desk.decide(
              asked.map(({ request }) => request),
              asked.flatMap(({ fields }) => fields),
            )
          : [];
      if (rounds.length === 0) {
        for (const { request, fields } of asked)
          rounds.push(...(await desk.decide([request], fields)));
      }
      for (const one of rounds) await handling.take(one);
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

/** Share of decisions that are watched only, or given to the baseline. */
const NOW_AND_THEN = 0.05;
/** Share of decisions that cannot be divided. */
const WHOLE_SHARE = 0.1;
