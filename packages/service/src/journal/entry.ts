/**
 * What an entry of the journal can say. The body is plain JSON; with the bodies alone, in order, the
 * whole state of a policy can be made again, decision for decision.
 */
import type { PolicyDefinition, Receipt } from '@hedgerow/core';
import type { DecisionReceipt, DecisionRequest, Mode, WireContext } from '../wire.ts';

export type EntryBody =
  | PolicyCreated
  | GenerationStarted
  | ModeChanged
  | Decided
  | Confirmed
  | FellBack
  | Voided
  | Rewarded
  | Corrected;

export interface PolicyCreated {
  readonly kind: 'policy-created';
  /** With everything that the service adds filled in. */
  readonly definition: PolicyDefinition;
}

/** The definition changed: the promise starts anew, and what came before is sealed. */
export interface GenerationStarted {
  readonly kind: 'generation-started';
  readonly generation: number;
  /** As asked; the core keeps it with the reserve that was granted. */
  readonly definition: PolicyDefinition;
  readonly reason: string;
  /** Absent in entries of earlier versions, where every generation had the reserve anew. */
  readonly reserve?: ReserveGrant;
}

/** The reserve of a policy when a generation begins, in reward units. */
export interface ReserveGrant {
  /** What is left of it. */
  readonly left: number;
  /** What this generation may lose of it. */
  readonly granted: number;
}

export interface ModeChanged {
  readonly kind: 'mode-changed';
  readonly mode: Mode;
  readonly reason: string;
}

export interface Decided {
  readonly kind: 'decided';
  /** What the caller gave, without the inline definition. */
  readonly request: Omit<DecisionRequest, 'policy'>;
  /** The answer, exactly as sent; with the coin that was drawn, if one was. */
  readonly receipt: DecisionReceipt;
  /** The receipt's id inside the core; null if the core was not asked (halted). */
  readonly coreId: Receipt['id'] | null;
  readonly key: IdempotencyKey | null;
}

export interface IdempotencyKey {
  /** Whose key it is: the id of the API key, or `local`. */
  readonly scope: string;
  readonly text: string;
  /** SHA-256 of the canonical request. */
  readonly fingerprint: string;
}

export interface Confirmed {
  readonly kind: 'confirmed';
  readonly decision: string;
  readonly isLearnt: boolean;
}

export interface FellBack {
  readonly kind: 'fell-back';
  readonly decision: string;
  readonly isLearnt: boolean;
}

export interface Voided {
  readonly kind: 'voided';
  readonly decision: string;
  readonly reason: string;
  readonly isLearnt: boolean;
}

export interface Rewarded {
  readonly kind: 'rewarded';
  readonly decision: string;
  readonly value: number;
  readonly context?: WireContext;
  /** Whether the books and the model took it in; not after the generation was sealed. */
  readonly isLearnt: boolean;
}

export interface Corrected {
  readonly kind: 'corrected';
  readonly decision: string;
  readonly value: number;
  readonly previous: number;
  readonly reason: string;
  readonly isLearnt: boolean;
}
