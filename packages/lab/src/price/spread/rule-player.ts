/**
 * A rule of spread-rules.ts as a player: with a fixed share of every field, or behind the very book that
 * keeps hedgerow's promise, with shares bought by what the rule hopes for. A reference that shares nothing
 * with the learner: its beliefs are five means and five precisions.
 */
import { planSeason, relativePromise, SplitBook } from '@hedgerow/core/research';
import type { RandomStream } from '../../environments/random-stream.ts';
import type { SpreadCell } from './spread-cells.ts';
import {
  CHECK_SHARE,
  declarationsOf,
  FAILURE_PROBABILITY,
  SHORTFALL,
  STRIP_COUNT,
} from './spread-definition.ts';
import type { PlannedField, SpreadPlayer } from './spread-player.ts';
import { afterMeasuring, type DifferenceBelief, type GivenField, giveOut } from './spread-rules.ts';
import type { FieldSeason, SpreadWorld } from './spread-world.ts';

/** What the usual hybrid is predicted to yield at first, and how many checks that counts as. */
const LEVEL_GUESS = { mean: 9.5, checks: 1 } as const;

export function rulePlayer(
  cell: SpreadCell,
  { trials }: SpreadWorld,
  random: RandomStream,
): SpreadPlayer {
  const { sizes, spread, trialError, straying, noise } = cell.world;
  const telling = 1 / (straying ** 2 + noise ** 2);
  const start: DifferenceBelief = { mean: 0, precision: spread ** -2 };
  let beliefs = trials.map((trial) => afterMeasuring(start, trial, trialError ** -2));
  let level: DifferenceBelief = { mean: LEVEL_GUESS.mean, precision: LEVEL_GUESS.checks };
  const shareOut = cell.hasBook ? bookShares(sizes) : fixedShares();
  let plan: readonly PlannedField[] = [];
  return {
    plan() {
      const given = giveOut(cell.rule!, beliefs, { fieldCount: sizes.length, telling, random });
      const shares = shareOut.plan(given, beliefs, level.mean);
      plan = given.map(({ candidate }, i) => ({ candidate, share: shares[i]! }));
      return plan;
    },
    harvest(fields) {
      shareOut.harvest(fields, plan);
      fields.forEach(({ usualMeasured, measured }, i) => {
        level = afterMeasuring(level, usualMeasured, 1);
        const { candidate, share } = plan[i]!;
        if (candidate === null || share === 0) return;
        const difference = measured[candidate]! - usualMeasured;
        beliefs = beliefs.with(candidate, afterMeasuring(beliefs[candidate]!, difference, telling));
      });
    },
  };
}

interface ShareOut {
  plan(
    given: readonly GivenField[],
    beliefs: readonly DifferenceBelief[],
    level: number,
  ): readonly number[];
  harvest(fields: readonly FieldSeason[], plan: readonly PlannedField[]): void;
}

function fixedShares(): ShareOut {
  return {
    plan: (given) => given.map(({ candidate }) => (candidate === null ? 0 : 1 - CHECK_SHARE)),
    harvest() {},
  };
}

function bookShares(sizes: readonly number[]): ShareOut {
  const book = new SplitBook({
    terms: relativePromise({ allowedShortfall: SHORTFALL }),
    failureProbability: FAILURE_PROBABILITY,
    typicalSize: sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
    hasWideSizes: true,
    declarations: declarationsOf(),
  });
  let entries: ReturnType<SplitBook['issue']>[] = [];
  return {
    plan(given, beliefs, level) {
      const items = given.map(({ candidate, value }, i) => ({
        size: sizes[i]!,
        values: candidate === null ? [] : [value],
        lines: book.certainLines,
        shareMax: 1 - CHECK_SHARE,
        stripCount: STRIP_COUNT,
      }));
      const shares = planSeason(items, book.slack()).map(({ share }) => share);
      entries = given.map(({ candidate }, i) => {
        const isTried = shares[i]! > 0;
        const entry = book.issue({
          size: sizes[i]!,
          shares: isTried ? [shares[i]!] : [],
          tryPredictions: isTried ? [level + beliefs[candidate!]!.mean] : [],
          checkPrediction: level,
        });
        book.showDraw(entry);
        return entry;
      });
      return shares;
    },
    harvest(fields, plan) {
      fields.forEach(({ usualMeasured, measured }, i) => {
        const { candidate, share } = plan[i]!;
        const tries = share > 0 ? [measured[candidate!]!] : [];
        book.settle(entries[i]!, { tries, check: usualMeasured });
      });
    },
  };
}
