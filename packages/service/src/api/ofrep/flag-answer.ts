/**
 * A decision as the value of a flag.
 *
 * The variant is the action. The value is its name, too, unless the name is that of a truth or of a number, so that
 * actions `true` and `false` make a boolean flag and `10`, `20` a number.
 *
 * An answer without a value makes the caller take its own default, which is its baseline. So there is none where the
 * books do not stand behind one: in safe mode, while the policy is halted, of a decision that they know as not
 * played, and in a preview of anything but the baseline, because what was not booked must not be played. Nor of one that was made in
 * another mode than the policy is in: the mode may change between the look at it and the decision.
 */
import type { DecisionView, Mode, PreviewReceipt } from '../../wire.ts';
import type { Caller } from '../security/access.ts';

export interface FlagAnswer {
  readonly key: string;
  readonly value?: string | number | boolean;
  readonly variant?: string;
  readonly reason: 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED';
  /** Flat: clients drop what is nested. */
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

const DISABLED: ReadonlySet<string> = new Set(['safe-mode', 'halted']);
/** What the books count as not played: played now, it would be in no books. */
const NOT_PLAYED: ReadonlySet<string> = new Set(['fell-back', 'void']);

interface Asked {
  readonly caller: Pick<Caller, 'hasScope' | 'site'>;
  /** That of the policy. */
  readonly mode: Mode;
}

/** Returns the answer for a decision that is in the books. */
export function decidedFlag(
  { receipt, state }: Pick<DecisionView, 'receipt' | 'state'>,
  { caller, mode: asked }: Asked,
): FlagAnswer {
  const { id, policy, action, chosenBy, reason, mode, coin, margin, propensity } = receipt;
  const isOver = NOT_PLAYED.has(state);
  const maySeeAmounts = caller.hasScope('read') && caller.site === null;
  const metadata = {
    decisionId: id,
    safe: true,
    mode,
    chosenBy,
    why: reason,
    ...(isOver && { state }),
    ...(maySeeAmounts && { margin: margin.after, unit: margin.unit }),
    ...(maySeeAmounts && propensity !== undefined && { propensity }),
  };
  const isDisabled = DISABLED.has(reason) || mode !== asked;
  if (isOver || isDisabled) return { key: policy, reason: 'DISABLED', metadata };
  const isCertain = coin === null && receipt.exploration === undefined;
  const how = isCertain ? 'TARGETING_MATCH' : 'SPLIT';
  return { key: policy, value: flagValue(action), variant: action, reason: how, metadata };
}

/** Returns the answer for a decision that would be made; nothing of it is in the books. */
export function previewedFlag(key: string, receipt: PreviewReceipt): FlagAnswer {
  const { action, baseline, reason } = receipt;
  const isBaseline = action === baseline.action && receipt.coin === null;
  const metadata = { preview: true, safe: true, why: reason };
  if (!isBaseline || DISABLED.has(reason)) return { key, reason: 'DISABLED', metadata };
  const value = flagValue(action);
  return { key, value, variant: action, reason: 'TARGETING_MATCH', metadata };
}

export function flagValue(action: string): string | number | boolean {
  if (action === 'true' || action === 'false') return action === 'true';
  const number = Number(action);
  return Number.isFinite(number) && String(number) === action ? number : action;
}
