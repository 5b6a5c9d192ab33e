/**
 * The audit as sentences for people: what was found, and what should make somebody look.
 */
import { isKept } from '@hedgerow/core';
import type { AuditView, PolicyView } from '../../wire.ts';

export interface SummaryInput {
  readonly view: PolicyView;
  readonly isKept: boolean;
  readonly tightest: AuditView['tightest'];
  /** The smallest budget at present, and at which site where there are some; null if nothing is known. */
  readonly least: { readonly site: string | null; readonly margin: number | null };
  /** The newest decision. */
  readonly latestId: string;
  /** Decisions that do not follow from their own numbers. */
  readonly mismatches: readonly string[];
  /** δ of all generations of the policy, added up. */
  readonly failureProbabilityAllGenerations: number;
}

export function auditSummary(input: SummaryInput): string[] {
  const { view, isKept, tightest, mismatches } = input;
  const { counts, promise } = view;
  const failure = `${rounded(100 * promise.failureProbability)} %`;
  const sentences = [
    promise.text,
    isKept
      ? `It was kept ${keptWhen(view)}, whatever the rewards that are still missing will be; the chance that this statement is wrong is at most ${failure}, over the whole life of the generation.`
      : `It could not be proved after every one of ${counts.decisions} decisions: ${whyNot(input).join('; ')}.`,
  ];
  if (tightest !== null && tightest.margin >= 0) {
    const spare = amountOf(tightest.margin, view);
    sentences.push(`It was tightest after decision ${tightest.id}, with ${spare} to spare.`);
  }
  sentences.push(...reserveSentence(view), ...growthSentence(view), generationSentence(input));
  if (mismatches.length > 0) {
    sentences.push(`${mismatches.length} receipts do not follow from their own numbers.`);
  }
  return sentences;
}

/** Which decision it is about, how much is missing, and whether it is so now or was so then. */
function whyNot({ view, tightest, least, latestId, mismatches }: SummaryInput): string[] {
  const reasons: string[] = [];
  const isOverdrawn = least.margin !== null && least.margin < 0;
  const isAlways = (view.definition.window ?? 1) === 1;
  if (tightest !== null && tightest.margin < 0) {
    const missing = amountOf(-tightest.margin, view);
    reasons.push(`after ${tightest.id} the safety budget was overdrawn by ${missing}`);
  }
  if (isAlways && isOverdrawn) {
    const where = least.site === null ? '' : ` of ${least.site}`;
    const missing = amountOf(-least.margin!, view);
    reasons.push(`now, after ${latestId}, the safety budget${where} is overdrawn by ${missing}`);
  } else if (least.margin !== null && reasons.length > 0) {
    reasons.push(`now, after ${latestId}, it is not overdrawn any more`);
  }
  const [first] = mismatches;
  if (first !== undefined) reasons.push(`${first} does not follow from its own numbers`);
  if (view.health.state !== 'ok') reasons.push('the policy is halted, and its books prove nothing');
  return reasons.length > 0 ? reasons : ['entries were changed, and what they say proves nothing'];
}

/** Budgets are totals: "t" where rewards are in "t/ha" and sizes in "ha". */
export function budgetUnit({ unit, definition }: PolicyView): string {
  const size = definition.size?.unit ?? '';
  if (size === '' || unit === '') return unit;
  const end = `/${size}`;
  return unit.endsWith(end) ? unit.slice(0, -end.length) : `${unit}·${size}`;
}

/** What may be lost once is lost once in the life of the policy. */
function reserveSentence(view: PolicyView): string[] {
  const { declared, granted } = view.reserve;
  if (granted < 0) {
    return [
      `Earlier generations had overdrawn ${amountOf(-granted, view)} when this one began, which makes up for it first.`,
    ];
  }
  if (declared === 0) return [];
  if (view.generation === 1) {
    return [`The reserve is ${amountOf(declared, view)}, once in the life of the policy.`];
  }
  return [
    `The reserve is ${amountOf(declared, view)}, once in the life of the policy; ${amountOf(granted, view)} of it were left when this generation began.`,
  ];
}

/** What is added needs no promise of its own. */
function growthSentence({ growth }: PolicyView): string[] {
  if (growth === undefined) return [];
  const often = growth.count === 1 ? 'once' : `${growth.count} times, last`;
  return [
    `The definition was added to ${often} at ${growth.lastAt}; the promise is the same one, over all decisions before and since.`,
  ];
}

/** Each generation is a promise of its own, so what may go wrong adds up. */
function generationSentence({ view, failureProbabilityAllGenerations }: SummaryInput): string {
  const own = `${rounded(100 * view.promise.failureProbability)} %`;
  if (view.generation === 1) {
    return `This is the first generation of the policy; each further one is a promise of its own, and its chance of being wrong adds to the ${own} of this one.`;
  }
  const all = `${rounded(Math.min(100, 100 * failureProbabilityAllGenerations))} %`;
  return `Each generation is a promise of its own, and their chances of being wrong add up: ${own} for this one, at most ${all} that any of the ${view.generation} generations of this policy is wrong.`;
}

function amountOf(amount: number, view: PolicyView): string {
  const unit = budgetUnit(view);
  return `${rounded(amount)}${unit === '' ? '' : ` ${unit}`}`;
}

/** A promise with a window speaks of its ends only. */
function keptWhen({ definition, counts: { decisions } }: PolicyView): string {
  const window = definition.window ?? 1;
  if (window > 1) return `after every ${window} of ${decisions} decisions`;
  return decisions === 1 ? 'after its one decision' : `after each of ${decisions} decisions`;
}

export interface AlarmInput {
  readonly view: PolicyView;
  readonly isWhole: boolean;
  readonly mismatchCount: number;
}

/** Below so many decisions a share means little. */
const ENOUGH_DECISIONS = 20;
const UNRESOLVED_SHARE_MAX = 0.2;
const PENDING_SHARE_MAX = 0.5;

export function auditAlarms({ view, isWhole, mismatchCount }: AlarmInput): string[] {
  const { counts, health, mode, margin } = view;
  const isMany = (count: number, share: number) =>
    counts.decisions >= ENOUGH_DECISIONS && count > share * counts.decisions;
  const alarms: readonly (readonly [boolean, string])[] = [
    [health.state === 'halted', `The policy is halted. ${health.detail}`],
    [mode === 'safe-mode', 'The policy is in safe mode: every decision is the baseline.'],
    [!isWhole, 'The chain of hashes is broken: entries were changed. Run "hedgerow verify".'],
    [mismatchCount > 0, 'Receipts do not follow from their own numbers. Run "hedgerow verify".'],
    [
      margin !== null && !isKept(margin, view.definition.window),
      'The safety budget is overdrawn: rewards were corrected, or actions not played as told. Until it is made up for, only what cannot lose is played.',
    ],
    [
      isMany(counts.unresolved, UNRESOLVED_SHARE_MAX),
      `Of ${counts.unresolved} decisions nobody has said whether they were played: acknowledge them, or the baseline's credit is missing.`,
    ],
    [
      isMany(counts.pending, PENDING_SHARE_MAX),
      `Of ${counts.pending} decisions the reward is missing: each counts as the lowest there can be.`,
    ],
  ];
  const raised = alarms.filter(([isRaised]) => isRaised).map(([, sentence]) => sentence);
  return [...raised, ...(view.alarms ?? [])];
}

/** Three digits that matter, and no whole number shortened: as the page writes them. */
function rounded(amount: number): string {
  return Math.abs(amount) >= 100
    ? Math.round(amount).toString()
    : Number(amount.toPrecision(3)).toString();
}
