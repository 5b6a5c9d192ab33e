/**
 * Writes the receipt of a divided decision: which strips of it are tried, what stands beside them as
 * the check, why, and what would change it.
 */
import type { ContextDistribution } from '../../context/context-distribution.ts';
import type { SplitDecision } from '../learners/split/split-learner.ts';
import type { CheckedDefinition } from './checked-definition.ts';
import { formatAmount } from './explain.ts';
import { LIKELY_DEVIATIONS } from './likely-deviations.ts';
import { type Outlook, outsideField } from './outlook.ts';
import { promiseOf } from './promise-of.ts';
import type { ActionBounds, Receipt, ReceiptPart, SplitReason } from './receipt.ts';

export interface SplitReceiptInput {
  readonly checked: CheckedDefinition;
  readonly decision: SplitDecision;
  /** Indices of the actions that were allowed, in the order of the learner's rows. */
  readonly allowed: readonly number[];
  readonly baselineIndex: number;
  readonly context: ContextDistribution;
  readonly size: number;
  readonly group: string | undefined;
  readonly isCallersProposal: boolean;
  /** Why nothing may be tried, if that is so. */
  readonly held: 'safe-mode' | 'shadow' | null;
  readonly stripCount: number;
  /** Decisions of the site whose outcomes contradict what is declared. */
  readonly alarmCount: number;
  /** What a season may bring; null where nothing is said of how seasons stray. */
  readonly outlook: Outlook | null;
}

/** Returns the receipt. */
export function writeSplitReceipt(input: SplitReceiptInput): Receipt {
  const { checked, decision, context, size, group } = input;
  const { ticket, quote, share } = decision;
  const { sequence, site } = ticket;
  const names = namesOf(input);
  const reason = reasonOf(input, names);
  const { unit } = checked;
  const action = share > 0 ? names.proposal : names.baseline;
  return {
    id: `d${sequence}`,
    sequence,
    action,
    chosenBy: share > 0 ? 'learner' : 'baseline',
    reason,
    explanation: explanationOf(input, names, reason),
    change: changesOf(input, names, reason),
    proposal: names.proposal,
    proposedBy: input.isCallersProposal ? 'caller' : 'learner',
    baseline: { action: names.baseline, reward: declaredInterval(checked) },
    bounds: input.outlook?.bounds ?? boundsOf(input),
    promise: promiseNow(input),
    margin: {
      before: quote.slack,
      ifProposed: quote.margin,
      worstIncrement: quote.increment,
      after: decision.slackAfter,
      unit,
    },
    coin: null,
    propensity: 1,
    propensities: [{ action, probability: 1 }],
    context: context.describe(),
    size,
    ...(site === undefined ? {} : { site }),
    ...(group === undefined ? {} : { group }),
    parts: partsOf(input, names),
    ...outsideField(input.outlook),
  };
}

/** A promise rests on its declarations: it says so where outcomes have contradicted one. */
function promiseNow({ checked, alarmCount }: SplitReceiptInput): Receipt['promise'] {
  const promise = promiseOf(checked, 0);
  if (alarmCount === 0) return promise;
  const assumptions = [...promise.assumptions, 'a-declaration-was-contradicted' as const];
  return { ...promise, assumptions };
}

interface Names {
  readonly proposal: string;
  readonly baseline: string;
}

function namesOf({ checked, decision, allowed, baselineIndex }: SplitReceiptInput): Names {
  const { actionNames } = checked;
  return {
    proposal: actionNames[allowed[decision.proposedAction]!]!,
    baseline: actionNames[baselineIndex]!,
  };
}

function reasonOf({ decision, held }: SplitReceiptInput, names: Names): SplitReason {
  if (held !== null) return held;
  if (names.proposal === names.baseline) return 'proposal-is-baseline';
  if (decision.share === 1) return 'proposal-is-safe';
  return decision.share > 0 ? 'tried-on-a-part' : 'not-certified';
}

function partsOf({ decision, size, stripCount }: SplitReceiptInput, names: Names): ReceiptPart[] {
  const { share, ticket } = decision;
  const all = Array.from({ length: stripCount }, (_, i) => i + 1);
  const isDrawn = share === 0 || ticket.strips.length > 0;
  const tried = new Set(ticket.strips);
  const part = (role: ReceiptPart['role'], action: string, of: number): ReceiptPart => ({
    role,
    action,
    share: of,
    size: of * size,
    strips: isDrawn ? all.filter((strip) => tried.has(strip) === (role === 'try')) : null,
  });
  const parts = share > 0 ? [part('try', names.proposal, share)] : [];
  return share === 1 ? parts : [...parts, part('check', names.baseline, 1 - share)];
}

function explanationOf(input: SplitReceiptInput, names: Names, reason: SplitReason): string {
  const { decision, checked } = input;
  const { proposal, baseline } = names;
  const amount = (value: number) => formatAmount(value, checked.unit);
  const budget = (value: number) => formatBudget(value, input);
  const merit = input.isCallersProposal
    ? `${proposal} was proposed`
    : `${proposal} may earn up to ${amount(decision.value)} more than ${baseline} beside it`;
  switch (reason) {
    case 'tried-on-a-part':
    case 'proposal-is-safe':
      return `${merit}; it is tried on ${percent(decision.share)} of this decision, and even if it earns as little as it can, ${budget(decision.slackAfter)} of the safety budget remain.`;
    case 'not-certified':
      return `${merit}, but not even one strip of it is affordable; so ${baseline} is kept on all of it.`;
    case 'proposal-is-baseline':
      return `${baseline} is what you do today and also what looks best here.`;
    case 'shadow':
      return `${baseline} is kept because the policy only watches.`;
    case 'safe-mode':
      return `${baseline} is kept because the policy is in safe mode.`;
  }
}

function changesOf(input: SplitReceiptInput, names: Names, reason: SplitReason): string[] {
  switch (reason) {
    case 'tried-on-a-part':
    case 'not-certified':
      return [
        `${names.proposal} would be tried on more of it if the safety budget were larger, or were not worth more elsewhere.`,
        'Outcomes of this season, a smaller `drop`, declared plot noise or a narrower range (if they are true) make it larger.',
      ];
    case 'proposal-is-safe':
      return [
        `Less of it would be tried if the safety budget were ${formatBudget(input.decision.quote.margin, input)} smaller.`,
      ];
    case 'proposal-is-baseline':
      return ['Another action would be tried if its rewards, or its uncertainty, were higher.'];
    case 'shadow':
      return [
        'Proposals are tried, where the promise allows it, once the policy does more than watch.',
      ];
    case 'safe-mode':
      return ['The learner is asked again when safe mode is switched off.'];
  }
}

/** What the model thinks of every allowed action here: the baseline's level and the difference to it. */
function boundsOf({ checked, decision, allowed }: SplitReceiptInput): ActionBounds[] {
  const { min, max } = checked.definition.reward;
  return decision.differences.map(({ prediction, deviation }, row) => {
    const predicted = decision.baselinePrediction + prediction;
    const reach = LIKELY_DEVIATIONS * deviation;
    return {
      action: checked.actionNames[allowed[row]!]!,
      predicted,
      low: Math.max(min, predicted - reach),
      high: Math.min(max, predicted + reach),
    };
  });
}

function declaredInterval({ baselineReward: reward }: CheckedDefinition) {
  if (reward === undefined || reward === 'per-call') return null;
  return typeof reward === 'number' ? { min: reward, max: reward } : reward;
}

/** What is left of a budget: of rewards times sizes, so t and not t/ha; and rounding is nothing. */
function formatBudget(value: number, { checked, size }: SplitReceiptInput): string {
  const { reward, size: sizes } = checked.definition;
  const isRounding = Math.abs(value) < ROUNDING_SHARE * size * (reward.max - reward.min);
  const perSize = `/${sizes?.unit ?? ''}`;
  const isPerSize = sizes?.unit !== undefined && checked.unit.endsWith(perSize);
  const unit = isPerSize ? checked.unit.slice(0, -perSize.length) : checked.unit;
  return formatAmount(isRounding ? 0 : value, unit);
}

const ROUNDING_SHARE = 1e-9;

function percent(share: number): string {
  return `${Math.round(1000 * share) / 10} %`;
}
