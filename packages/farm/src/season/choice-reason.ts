/**
 * Why a field is planned as it is, in one clause: which hybrid, and why not on more of it. The same for
 * page, command and paper, and from nothing but the receipt and the harvests so far.
 */
import type { Receipt } from '@hedgerow/core';

/** What a receipt tells of a choice. */
export type ChoiceReceipt = Pick<Receipt, 'proposal' | 'baseline' | 'bounds' | 'parts'> & {
  readonly reason: string;
};

export interface ChoiceCounts {
  /** In how many fields or blocks each hybrid was tried and harvested before. */
  readonly tries: ReadonlyMap<string, number>;
  /** The largest share that a plan tries; the rest is the check. */
  readonly shareMax: number;
}

/** From so many on a hybrid is proved, if it is the best; or from such a chance on to beat the usual one. */
const PROVED_TRIES = 5;
const PROVED_CHANCE = 0.85;

const HELD: Readonly<Record<string, string>> = {
  shadow: 'only watching',
  'safe-mode': 'safe mode is on',
  halted: 'the records could not be trusted',
  'proposal-is-baseline': 'the usual one looks best here',
};

/** Returns the clause. */
export function choiceReason(receipt: ChoiceReceipt, counts: ChoiceCounts): string {
  const tried = receipt.parts?.find(({ role }) => role === 'try');
  if (tried === undefined) {
    return HELD[receipt.reason] ?? `one strip of ${receipt.proposal} would overspend the budget`;
  }
  const whole = tried.share >= Math.min(counts.shareMax, 1) - 1e-9;
  const limit = whole ? '' : '; more land would overspend the budget';
  return `${meritOf(receipt, tried.action, counts)}${limit}`;
}

/** How many fields or blocks tried each hybrid; of those that were harvested. */
export function countTries(actions: readonly string[]): Map<string, number> {
  const tries = new Map<string, number>();
  for (const action of actions) tries.set(action, (tries.get(action) ?? 0) + 1);
  return tries;
}

function meritOf({ bounds, baseline }: ChoiceReceipt, action: string, counts: ChoiceCounts) {
  const others = bounds.filter((one) => one.action !== baseline.action);
  const gain = ({ outlook, predicted }: Receipt['bounds'][number]) =>
    outlook?.beside.predicted ?? predicted;
  const own = others.find((one) => one.action === action);
  const isBest = own !== undefined && others.every((one) => gain(one) <= gain(own));
  const tries = counts.tries.get(action) ?? 0;
  const chance = own?.outlook?.beside.chance ?? 0;
  if (isBest && (tries >= PROVED_TRIES || chance >= PROVED_CHANCE)) return 'best proved here';
  const soFar = `${tries === 0 ? 'no' : tries} strip${tries === 1 ? '' : 's'} so far`;
  return `${isBest ? 'looks best here' : 'tried to learn'}: ${soFar}`;
}
