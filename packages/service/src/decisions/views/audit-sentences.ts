/**
 * The audit as sentences for people: what was found, and what should make somebody look.
 */
import type { AuditView, PolicyView } from '../../wire.ts';

export interface SummaryInput {
  readonly view: PolicyView;
  readonly isKept: boolean;
  readonly tightest: AuditView['tightest'];
  readonly mismatchCount: number;
}

export function auditSummary({ view, isKept, tightest, mismatchCount }: SummaryInput): string[] {
  const { counts, unit, promise } = view;
  const failure = `${rounded(100 * promise.failureProbability)} %`;
  const sentences = [
    promise.text,
    isKept
      ? `It was kept ${keptWhen(view)}, whatever the rewards that are still missing will be; the chance that this statement is wrong is at most ${failure}, over the whole life of the generation.`
      : `It could not be proved after every one of ${counts.decisions} decisions.`,
  ];
  if (tightest !== null) {
    const amount = `${rounded(tightest.margin)}${unit === '' ? '' : ` ${unit}`}`;
    sentences.push(`It was tightest after decision ${tightest.id}, with ${amount} to spare.`);
  }
  if (mismatchCount > 0) {
    sentences.push(`${mismatchCount} receipts do not follow from their own numbers.`);
  }
  return sentences;
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
      margin !== null && margin < 0 && (view.definition.window ?? 1) === 1,
      'The safety budget is below zero: only the baseline is played.',
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
  return alarms.filter(([isRaised]) => isRaised).map(([, sentence]) => sentence);
}

/** Three digits that matter, and no whole number shortened: as the page writes them. */
function rounded(amount: number): string {
  return Math.abs(amount) >= 100
    ? Math.round(amount).toString()
    : Number(amount.toPrecision(3)).toString();
}
