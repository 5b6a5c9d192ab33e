/**
 * The verdict on a run in plain sentences: who kept the promise, who lost less, and what that shows.
 */
import { upperLimit } from '@hedgerow/lab/measures';
import { numberText, oddsText, shareText } from '../design/number-text.ts';
import type { Configuration } from './configuration.ts';
import { STRATEGIES } from './strategies.ts';
import type { StrategySummary } from './summary.ts';

export interface Verdict {
  /** The most important sentence. */
  readonly headline: string;
  readonly sentences: readonly string[];
  /** Whether a strategy that promises the floor was seen below it. */
  readonly isPromiseBroken: boolean;
}

const CONFIDENCE = 0.95;

/** Returns the verdict on what the strategies came to. */
export function verdictOf(
  configuration: Configuration,
  summaries: readonly StrategySummary[],
): Verdict {
  return {
    headline: headlineOf(summaries),
    sentences: [
      ...depthSentences(summaries),
      ...auditSentences(configuration, summaries),
      ...regretSentence(summaries),
      ...cautionSentence(configuration, summaries),
    ],
    isPromiseBroken: summaries.some(
      ({ name, brokenCount }) => STRATEGIES[name].hasPromise && brokenCount > 0,
    ),
  };
}

function headlineOf(summaries: readonly StrategySummary[]): string {
  const runCount = summaries[0]!.trials;
  if (summaries.every(({ brokenCount }) => brokenCount === 0)) {
    const who = summaries.length === 1 ? STRATEGIES[summaries[0]!.name].subject : 'Every strategy';
    return `${who} stayed above the promised floor in ${allRuns(runCount)}.`;
  }
  const broken = summaries.filter(({ brokenCount }) => brokenCount > 0);
  const clean = summaries.filter(({ brokenCount }) => brokenCount === 0);
  const [first, ...others] = broken.map(({ name, brokenCount }, index) => {
    const who = STRATEGIES[name][index === 0 ? 'subject' : 'object'];
    return index === 0
      ? `${who} fell below the promised floor in ${brokenCount} of ${runsText(runCount)}`
      : `${who} in ${brokenCount}`;
  });
  const never = clean.map(({ name }) => `${STRATEGIES[name].object} in none`);
  return `${[first, ...others, ...never].join('; ')}.`;
}

function depthSentences(summaries: readonly StrategySummary[]): string[] {
  return summaries
    .filter(({ brokenCount }) => brokenCount > 0)
    .map(({ name, deepest }) => {
      return `At its worst, ${STRATEGIES[name].object} was ${numberText(deepest)} reward units below the floor.`;
    });
}

/** The audit: here the truth is known, so what the books claimed can be compared with it. */
function auditSentences(
  { failure }: Configuration,
  summaries: readonly StrategySummary[],
): string[] {
  return summaries
    .filter(({ name }) => STRATEGIES[name].hasPromise)
    .map(({ name, wrongClaimCount, trials }) => {
      const who = STRATEGIES[name].object;
      return wrongClaimCount === 0
        ? `Audit: the books of ${who} never claimed more than was true.`
        : `Audit: the books of ${who} claimed more than was true in ${wrongClaimCount} of ${runsText(trials)}; at most ${numberText(failure * trials)} would be allowed.`;
    });
}

/** The two that make a promise are compared by what it costs. */
function regretSentence(summaries: readonly StrategySummary[]): string[] {
  const paper = summaries.find(({ name }) => name === 'conservativeContextUcb');
  const sound = summaries.find(({ name }) => name === 'hedge');
  if (paper === undefined || sound === undefined) return [];
  const [less, more] = sound.regret <= paper.regret ? [sound, paper] : [paper, sound];
  return [
    `Compared with always knowing the best action, ${STRATEGIES[less.name].object} gave away ${numberText(less.regret)} reward units in a run, ${STRATEGIES[more.name].object} ${numberText(more.regret)}.`,
  ];
}

/** Few clean runs prove little, and the reader should know what the promise rests on instead. */
function cautionSentence(
  { failure }: Configuration,
  summaries: readonly StrategySummary[],
): string[] {
  const sound = summaries.find(({ name }) => name === 'hedge');
  if (sound === undefined || sound.brokenCount > 0) return [];
  const limit = upperLimit({ count: 0, runCount: sound.trials, confidence: CONFIDENCE });
  const runs = sound.trials === 1 ? 'One clean run shows' : `${sound.trials} clean runs show`;
  return [
    `${runs} only that failures are rarer than ${shareText(limit)}. That hedge fails in at most ${oddsText(failure)} runs is proved, not measured here.`,
  ];
}

function allRuns(count: number): string {
  return count === 1 ? 'its only run' : `all ${count} runs`;
}

function runsText(count: number): string {
  return count === 1 ? '1 run' : `${count} runs`;
}
