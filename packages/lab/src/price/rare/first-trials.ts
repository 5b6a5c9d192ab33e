/**
 * How soon a policy tries anything, and how soon half of its rounds go to the better action, by what is
 * known of the baseline; beside the least of any gate that is told the number.
 *
 *     npm run first-trials -- [seeds]
 *
 * Yes/no rewards, one situation, two actions, δ = .01, the policy as it ships. Both are medians over the
 * seeds (default 7, some minutes): "half" is the first round by which half of all so far went to the
 * better action, and what counts are the baseline rounds before it.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import { fewestBaselineRounds } from '../../bounds/fewest-baseline-rounds.ts';

interface Cell {
  readonly known: string;
  readonly baseline: number;
  readonly proposal: number;
  readonly shortfall: number;
  readonly roundMax: number;
  /** What of the definition says what is known. */
  readonly definition: Partial<PolicyDefinition>;
}

const FAILURE_PROBABILITY = 0.01;

const cell = (
  known: string,
  [baseline, proposal]: readonly [number, number],
  rest: Pick<Cell, 'shortfall' | 'roundMax' | 'definition'>,
): Cell => ({ known, baseline, proposal, ...rest });

const number = (pair: readonly [number, number], shortfall: number, roundMax: number) =>
  cell('number', pair, { shortfall, roundMax, definition: declared(pair[0]) });
const within = (share: number, pair: readonly [number, number], shortfall: number) =>
  cell(`±${100 * share}%`, pair, {
    shortfall,
    roundMax: 10_000,
    definition: declared({ min: (1 - share) * pair[0], max: (1 + share) * pair[0] }),
  });
const unknown = (
  known: string,
  pair: readonly [number, number],
  definition: Partial<PolicyDefinition>,
) => cell(`coin, ${known}`, pair, { shortfall: 0.1, roundMax: 40_000, definition });

function declared(reward: number | { min: number; max: number }): Partial<PolicyDefinition> {
  return { baseline: { action: 'usual', reward } };
}

const PLAYED = { baseline: { action: 'usual', coin: 'played' } } as const;
const OBSERVED = { promise: 'observed' } as const;

const CELLS: readonly Cell[] = [
  number([0.01, 0.04], 0.1, 10_000),
  number([0.5, 0.6], 0.1, 10_000),
  number([0.5, 0.6], 0.02, 10_000),
  number([0.5, 0.52], 0.02, 40_000),
  within(0.1, [0.5, 0.6], 0.1),
  within(0.1, [0.5, 0.6], 0.02),
  within(0.3, [0.5, 0.6], 0.1),
  unknown('policy', [0.5, 0.6], {}),
  unknown('policy', [0.01, 0.04], {}),
  unknown('policy, max .2', [0.01, 0.04], { reward: { min: 0, max: 0.2 } }),
  unknown('played', [0.5, 0.6], PLAYED),
  unknown('observed', [0.5, 0.6], OBSERVED),
  unknown('played', [0.01, 0.04], PLAYED),
  unknown('observed', [0.01, 0.04], OBSERVED),
];

interface Life {
  readonly firstTrial: number;
  readonly baselineRounds: number;
}

function live({ baseline, proposal, shortfall, roundMax, definition }: Cell, seed: number): Life {
  const policy = createPolicy({
    actions: ['usual', 'other'],
    baseline: { action: 'usual' },
    context: {},
    reward: { min: 0, max: 1 },
    allowedShortfall: shortfall,
    failureProbability: FAILURE_PROBABILITY,
    seed,
    ...definition,
  });
  const max = definition.reward?.max ?? 1;
  const random = mulberry(seed);
  let [firstTrial, baselineRounds] = [roundMax, 0];
  for (let round = 1; round <= roundMax; round++) {
    const { id, action } = policy.decide({});
    const isTrial = action === 'other';
    if (isTrial) firstTrial = Math.min(firstTrial, round);
    else baselineRounds += 1;
    // A reward of `max` as often as keeps the mean.
    policy.observe(id, random() < (isTrial ? proposal : baseline) / max ? max : 0);
    if (isTrial && 2 * baselineRounds <= round) break;
  }
  return { firstTrial, baselineRounds };
}

/** Uniform numbers in [0, 1), the same for the same seed. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const seedCount = Number(process.argv[2] ?? 7);
console.log(
  'known of the baseline   world, α              first  baseline rounds  no gate below  ratio',
);
for (const one of CELLS) {
  const lives = Array.from({ length: seedCount }, (_, i) => live(one, i + 1));
  const rounds = median(lives.map(({ baselineRounds }) => baselineRounds));
  const least = fewestBaselineRounds({
    baselineReward: one.baseline,
    proposalReward: one.proposal,
    allowedShortfall: one.shortfall,
    failureProbability: FAILURE_PROBABILITY,
  });
  console.log(
    one.known.padEnd(23),
    `${one.baseline} → ${one.proposal}, ${one.shortfall}`.padEnd(20),
    String(median(lives.map(({ firstTrial }) => firstTrial))).padStart(6),
    String(rounds).padStart(16),
    least.toFixed(0).padStart(14),
    (rounds / least).toFixed(1).padStart(6),
  );
}
