/**
 * “What would it have done, and would it have been safe?” from a log of decisions that somebody else made.
 *
 *     log → target, line by line → estimates with intervals, beside those of the baseline → was the promise kept?
 *
 * Nothing is said that the log cannot tell: without probabilities, without chance, without overlap, or where rewards lie
 * outside of their declared range, the answer is a refusal with its reason.
 */
import { HedgerowError } from '@hedgerow/core';
import { type Estimate, type EstimateLine, Estimates } from './estimates.ts';
import { type LoggedDecision, logFault, playedOf } from './logged-decision.ts';
import type { ReadLog } from './read/read-log.ts';
import { createTarget, type Target, type TargetChoice, type TargetDefinition } from './target.ts';

export interface EvaluateOptions {
  readonly log: ReadLog;
  readonly target: TargetDefinition;
  /** Declared range of rewards, not the one that was seen. */
  readonly rewardMin: number;
  readonly rewardMax: number;
  /** α: share of the baseline's total that may be lost; without it no promise is judged. */
  readonly allowedShortfall?: number | undefined;
  /** With which all intervals together may fail, at any moment. Default 0.05. */
  readonly failureProbability?: number | undefined;
  /**
   * Decisions that were taken back: `worst`, as rewards that never came (default), or `left-out`, which is fair only
   * if whether they were taken back did not depend on what was drawn.
   */
  readonly voided?: 'worst' | 'left-out' | undefined;
  /** Called after every decision: a policy learns along the log, which may take a while. */
  readonly onDecision?: () => void;
}

/** An estimate in reward units. */
export type ValueEstimate = Estimate;

export interface Evaluation {
  readonly format: ReadLog['format'];
  readonly target: string;
  readonly decisions: number;
  readonly leftOut: number;
  /** Rewards that never came, without those of voided decisions. */
  readonly missingRewards: number;
  /** Decisions that were taken back and count as the worst; those that are left out stand in `leftOut`. */
  readonly voided: number;
  /** Decisions of which what was known was deleted on request: nobody can say what the target would have done. */
  readonly forgotten: number;
  /** Share of lines in which the target could have done what was done. */
  readonly overlap: number;
  /** Share of lines in which all that the target would have done could have happened; null if the log does not say. */
  readonly covered: number | null;
  readonly failureProbability: number;
  readonly value: ValueEstimate;
  /** What the log itself earned on average; null while rewards are missing. */
  readonly logged: number | null;
  readonly promise: PromiseEvaluation | null;
}

export interface PromiseEvaluation {
  readonly allowedShortfall: number;
  readonly baseline: ValueEstimate;
  /** Bounds on what the target earned in all above (1 − α) of the baseline, in reward units. */
  readonly marginLow: number;
  readonly marginHigh: number;
  readonly verdict: 'kept' | 'broken' | 'cannot be told';
  /** The first line after which it was proved broken, and the last after which it was not proved kept; null for none. */
  readonly firstBroken: number | null;
  readonly lastUnproved: number | null;
}

const FAILURE_PROBABILITY = 0.05;
/** Intervals are looked at after so many lines, and at the end: they hold at all moments anyhow. */
const LOOKS = 200;

/** Returns what the log tells of the target. */
export function evaluateLog(options: EvaluateOptions): Evaluation {
  const { log, allowedShortfall, failureProbability = FAILURE_PROBABILITY } = options;
  const isLeftOut = options.voided === 'left-out';
  const decisions = log.decisions.filter(({ isVoided }) => !(isVoided && isLeftOut));
  const told = decisions.filter(({ isForgotten }) => !isForgotten);
  requireTelling(told, log.format);
  const shown = decisions.flatMap((one) => playedOf(one).map(({ action }) => action));
  const target = createTarget(options.target, new Set(shown));
  const judge = new Judge(options, failureProbability);
  for (const decision of decisions) {
    judge.add(decision, target);
    options.onDecision?.();
  }
  if (judge.overlap === 0) throw noOverlap(target.name);
  if (judge.overlap < told.length && told.every(isCertain)) throw noChance(target.name);
  const missing = told.filter(({ reward }) => reward === null);
  const voided = missing.filter(({ isVoided }) => isVoided).length;
  const total = told.reduce((sum, { reward }) => sum + (reward ?? 0), 0);
  return {
    format: log.format,
    target: target.name,
    decisions: decisions.length,
    leftOut: log.leftOut + log.decisions.length - decisions.length,
    missingRewards: missing.length - voided,
    voided,
    forgotten: decisions.length - told.length,
    overlap: judge.overlap / told.length,
    covered: judge.covered === null ? null : judge.covered / told.length,
    failureProbability,
    value: judge.value(),
    logged: missing.length === 0 ? total / told.length : null,
    promise: allowedShortfall === undefined ? null : judge.promise(allowedShortfall),
  };
}

class Judge {
  overlap = 0;
  /** Null as soon as a line does not say what could have happened. */
  covered: number | null = 0;
  readonly #options: EvaluateOptions;
  readonly #failureProbability: number;
  readonly #target = new Estimates();
  readonly #baseline = new Estimates();
  readonly #stride: number;
  #firstBroken: number | null = null;
  #lastUnproved: number | null = null;

  constructor(options: EvaluateOptions, failureProbability: number) {
    this.#options = options;
    // The target's interval and the baseline's share what may fail.
    this.#failureProbability =
      options.allowedShortfall === undefined ? failureProbability : failureProbability / 2;
    this.#stride = Math.max(1, Math.floor(options.log.decisions.length / LOOKS));
  }

  add(decision: LoggedDecision, target: Target): void {
    if (decision.isForgotten) this.#addForgotten();
    else this.#addTold(decision, target);
    const isPromised = this.#options.allowedShortfall !== undefined;
    if (isPromised && this.#target.count % this.#stride === 0) this.#look();
  }

  #addForgotten(): void {
    this.#target.addUnknown();
    this.#baseline.addUnknown();
  }

  #addTold(decision: LoggedDecision, target: Target): void {
    const choice = target.choose(decision);
    const line = this.#line(decision, choice);
    if (line.outcomes.some(({ weight }) => weight > 0)) this.overlap += 1;
    this.#cover(decision, choice);
    this.#target.add(line);
    if (this.#options.allowedShortfall !== undefined) {
      this.#baseline.add(this.#line(decision, baselineOf(decision)));
    }
    target.learn?.(decision);
  }

  /** What was done, weighted by how much likelier somebody else would have done it. */
  #line(decision: LoggedDecision, { ofPlayed, ofAll }: TargetChoice): EstimateLine {
    const { line, action, probability, reward, parts } = decision;
    if (parts === null) {
      const weight = ofPlayed / probability!;
      return { target: ofAll, outcomes: [{ action, weight, reward: this.#scaled(line, reward) }] };
    }
    if (ofAll === null) throw noneOfParts(line);
    const outcomes = parts.map((part) => ({
      action: part.action,
      weight: ofAll.get(part.action) ?? 0,
      reward: this.#scaled(line, part.reward),
    }));
    return { target: ofAll, outcomes };
  }

  #cover({ propensities, parts }: LoggedDecision, { ofAll }: TargetChoice): void {
    const possible =
      parts === null ? propensities : new Map(parts.map(({ action }) => [action, 1]));
    if (possible === null || ofAll === null || this.covered === null) {
      this.covered = null;
      return;
    }
    const isCovered = [...ofAll].every(([action, wanted]) => wanted === 0 || possible.has(action));
    if (isCovered) this.covered += 1;
  }

  value(): ValueEstimate {
    return this.#inUnits(this.#target.read(this.#failureProbability));
  }

  promise(allowedShortfall: number): PromiseEvaluation {
    this.#look();
    const { low, high } = this.#margins();
    return {
      allowedShortfall,
      baseline: this.#inUnits(this.#baseline.read(this.#failureProbability)),
      marginLow: low,
      marginHigh: high,
      verdict: this.#firstBroken !== null ? 'broken' : low >= 0 ? 'kept' : 'cannot be told',
      firstBroken: this.#firstBroken,
      lastUnproved: this.#lastUnproved,
    };
  }

  #look(): void {
    const { low, high } = this.#margins();
    if (high < 0) this.#firstBroken ??= this.#target.count;
    if (low < 0) this.#lastUnproved = this.#target.count;
  }

  /** Bounds on Σ target − (1 − α) Σ baseline. */
  #margins(): { readonly low: number; readonly high: number } {
    const shareKept = 1 - this.#options.allowedShortfall!;
    const target = this.#inUnits(this.#target.read(this.#failureProbability));
    const baseline = this.#inUnits(this.#baseline.read(this.#failureProbability));
    const { count } = this.#target;
    return {
      low: count * (target.low - shareKept * baseline.high),
      high: count * (target.high - shareKept * baseline.low),
    };
  }

  #scaled(line: number, reward: number | null): number | null {
    const { rewardMin, rewardMax } = this.#options;
    if (reward === null) return null;
    if (reward < rewardMin || reward > rewardMax) throw outOfRange(line, reward, this.#options);
    return (reward - rewardMin) / (rewardMax - rewardMin);
  }

  #inUnits(estimate: Estimate): ValueEstimate {
    const { rewardMin, rewardMax } = this.#options;
    const unit = (value: number) => rewardMin + (rewardMax - rewardMin) * value;
    const orNull = (value: number | null) => (value === null ? null : unit(value));
    return {
      inversePropensity: unit(estimate.inversePropensity),
      selfNormalised: orNull(estimate.selfNormalised),
      doublyRobust: orNull(estimate.doublyRobust),
      low: unit(estimate.low),
      high: unit(estimate.high),
      effectiveCount: estimate.effectiveCount,
    };
  }
}

/** Whoever always does what is done today. */
function baselineOf({ line, action, baseline }: LoggedDecision): TargetChoice {
  if (baseline === null) throw noBaseline(line);
  return { ofPlayed: action === baseline ? 1 : 0, ofAll: new Map([[baseline, 1]]) };
}

/** Whether nothing else could have happened. */
function isCertain({ probability, parts }: LoggedDecision): boolean {
  return probability === 1 && parts === null;
}

function noneOfParts(line: number): HedgerowError {
  return logFault(line, 'must be of a whole decision, for --target log', 'parts');
}

function noChance(target: string): HedgerowError {
  return cannotTell(
    `the log must have some chance in it to tell of ${target}`,
    'decisions that were all certain',
    'What would have happened otherwise was never tried. Let a small share of decisions be drawn by lot from now on: `exploration: { share: 0.02 }` in the definition.',
  );
}

const OF_LOGS =
  'Without it nobody can know what else could have happened. Exports of the service have it (format log or parquet); a small share of lots makes it useful.';
const OF_TABLES =
  'Add a column “probability”. An export of the service as CSV is for spreadsheets and has none: take `hedgerow export POLICY --format log` (or parquet) instead.';

function requireTelling(decisions: readonly LoggedDecision[], format: ReadLog['format']): void {
  const [silent] = decisions.filter(({ probability }) => probability === null);
  if (decisions.length === 0) {
    throw cannotTell('a log must have decisions that were played', 'none', 'Give another log.');
  }
  if (silent !== undefined) {
    throw cannotTell(
      'every decision of the log must say with which probability it was made',
      `line ${silent.line} does not`,
      format === 'csv' ? OF_TABLES : OF_LOGS,
    );
  }
}

function noOverlap(target: string): HedgerowError {
  return cannotTell(
    `the log must show some decisions that ${target} could have made`,
    'none',
    'What was never tried cannot be judged. Let a small share of decisions be drawn by chance.',
  );
}

function noBaseline(line: number): HedgerowError {
  return cannotTell(
    'every decision must name its baseline where a promise is judged',
    `line ${line} does not`,
    'Leave out the shortfall, or add the baseline to the log.',
  );
}

function outOfRange(
  line: number,
  reward: number,
  { rewardMin, rewardMax }: EvaluateOptions,
): HedgerowError {
  return cannotTell(
    `rewards must lie in their declared range, ${rewardMin} to ${rewardMax}`,
    `${reward} in line ${line}`,
    'The intervals rest on the range: declare the widest that is possible, not the one that was seen.',
  );
}

function cannotTell(rule: string, received: string, remedy: string): HedgerowError {
  return new HedgerowError({ code: 'HR_FILE', rule, received, remedy });
}
