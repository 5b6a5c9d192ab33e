/**
 * What an entry says of a decision must be true: the receipt that it leads to is the one that was answered, and whatever is told of the decision
 * later names its own size, site and share.
 */
import { CORE_VERSION } from '@hedgerow/core/version';
import { wholeReceipt } from '../../journal/compact-receipt.ts';
import type { Decided, EntryBody, ShownText, StoredReceipt } from '../../journal/entry.ts';
import type { DecisionRow } from '../../journal/journal.ts';
import type { Generation } from '../fold/policy-state.ts';
import { tellerOf } from '../fold/teller-of.ts';
import { isDerived } from '../views/audit.ts';

/** What a receipt is compared with. */
export interface ReceiptGrounds {
  /** What the core has made of the same request; null if it has made nothing. */
  readonly made: EntryBody | null;
  readonly generation: Generation;
}

/** Returns what is untrue of the receipt in an entry; null if nothing is. */
export function untrueReceipt(body: EntryBody, grounds: ReceiptGrounds): string | null {
  if (body.kind !== 'decided') return null;
  const unlike = unlikeAnswer(body, grounds);
  if (unlike !== null) return unlike;
  const { receipt } = body;
  return isDerived(receipt) ? null : `Receipt ${receipt.id} does not follow from its own numbers.`;
}

/** What is left out of an entry must lead back to the receipt as it was answered, to the letter. */
function unlikeAnswer(
  body: Extract<EntryBody, { kind: 'decided' }>,
  { made, generation }: ReceiptGrounds,
): string | null {
  const { id, shown } = body.receipt;
  if (shown === undefined) return null;
  if (shown.definedAt.join() !== generation.definedAt.join()) {
    return `Receipt ${id} names another definition than the one it was made under.`;
  }
  const text = toldAgain(body, generation);
  // Another version may show it otherwise.
  const isOfAnother = made?.kind !== 'decided' || body.core !== CORE_VERSION;
  if (text !== null && isOfAnother) return null;
  if (!isOfAnother && text === answerText(made.receipt, shown)) return null;
  return `Receipt ${id}, told again from its entry, is not what the core answers.`;
}

/** Returns the receipt that an entry leads to; null if it leads to none. */
function toldAgain(decided: Decided, generation: Generation): string | null {
  try {
    return JSON.stringify(wholeReceipt(decided, tellerOf(generation)));
  } catch {
    return null;
  }
}

/** The answer as it was sent when the entry was written: at first without propensities. */
function answerText(receipt: StoredReceipt, { chances }: ShownText): string {
  if (chances !== undefined) return JSON.stringify(receipt);
  const { propensity: _one, propensities: _all, ...told } = receipt;
  return JSON.stringify(told);
}

/** Returns what is untrue of an entry that speaks of a decision, whose line is given; null if nothing is. */
export function untrueTerms(
  body: EntryBody,
  lineOf: (id: string) => DecisionRow | undefined,
): string | null {
  if (!('decision' in body)) return null;
  const row = lineOf(body.decision);
  if (row === undefined) return `There is no decision ${body.decision} before it.`;
  const isOwn = (body.site ?? null) === row.site && (body.size ?? null) === row.size;
  const share = body.kind === 'confirmed' && body.executed ? body.executed.share : row.parts?.share;
  const isShareKept = body.parts?.share === share;
  return isOwn && isShareKept ? null : `It does not fit the decision ${body.decision}.`;
}
