import { expect, test } from 'vitest';
import { JointModel } from './joint-model.ts';
import type { SplitTicket } from './split-ticket.ts';

const STRAYING = { seasonVariance: [2, 0], noiseVariance: 1 };

function model(): JointModel {
  const prior = { weights: [8, 0], precision: [1, 1], ...STRAYING };
  return new JointModel(
    {
      dimension: 2,
      actionCount: 2,
      ridgePenalty: 1,
      rewardOffset: 0,
      priorVariance: null,
      hintDoubt: null,
      hasIntercept: false,
      prior,
    },
    STRAYING,
  );
}

/** A block of a field of which the check alone was measured. */
function block(sequence: number, check: number): SplitTicket {
  return {
    sequence,
    place: 1,
    baselineFeatures: Float64Array.of(1, 0),
    differenceFeatures: null,
    entry: { outcome: { tries: [], check } },
  } as unknown as SplitTicket;
}

test('a block whose neighbour is no longer kept teaches nothing more, rather than something false', () => {
  const learner = model();
  const [first, second] = [block(1, 4), block(2, 4)];
  for (const ticket of [first, second]) learner.enter(ticket!);
  learner.learn(first!);
  const known = learner.predictLevel([1, 0]);
  expect(known).toBeLessThan(8);
  learner.leave(first!);
  learner.learn(second!);
  expect(learner.predictLevel([1, 0])).toBe(known);
  expect(second!.isLearntOut).toBe(true);
  // As plain data the mark is kept with the decision.
  expect(JSON.parse(JSON.stringify(second!))).toHaveProperty('isLearntOut', true);
});

test('blocks of one field teach less than fields of their own', () => {
  const [together, apart] = [model(), model()];
  for (const sequence of [1, 2, 3]) {
    const [one, other] = [block(sequence, 4), { ...block(sequence, 4), place: sequence }];
    together.enter(one);
    together.learn(one);
    apart.enter(other);
    apart.learn(other);
  }
  expect(apart.predictLevel([1, 0])).toBeLessThan(together.predictLevel([1, 0]) - 0.3);
});
