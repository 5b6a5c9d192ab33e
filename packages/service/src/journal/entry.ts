/**
 * What an entry of the journal can say. The body is plain JSON; with the bodies alone, in order, the
 * whole state of a policy can be made again, decision for decision.
 */
import type { ExecutedShare, GiveUp, PolicyDefinition, Receipt } from '@hedgerow/core';
import type {
  DecisionReceipt,
  DecisionRequest,
  Mode,
  PartsStanding,
  SituationRequest,
  Subject,
  WireContext,
} from '../wire.ts';
import type { DecisionRun } from './tombstone.ts';

export type EntryBody = Written &
  (
    | PolicyCreated
    | GenerationStarted
    | Grown
    | ModeChanged
    | SubjectsChanged
    | PolicyArchived
    | PolicyRestored
    | Decided
    | GroupPlanned
    | GroupClosed
    | ForecastAlarmed
    | Expired
    | Forgotten
    | Confirmed
    | FellBack
    | Voided
    | Rewarded
    | Corrected
  );

/** What every entry holds, whatever it says. */
export interface Written {
  /** The version of the core that wrote it; absent of what is not written yet, and in entries of earlier versions. */
  readonly core?: string;
  /** In a tombstone: the hash of the entry as it was, before what it said of somebody was deleted. */
  readonly forgotten?: string;
}

export interface PolicyCreated {
  readonly kind: 'policy-created';
  /** With everything that the service adds filled in. */
  readonly definition: PolicyDefinition;
  /** That it is made up, and may be erased; absent of any other. */
  readonly demonstration?: true;
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

/** The definition was added to: books, decisions in flight and what was learnt go on. */
export interface Grown {
  readonly kind: 'grown';
  /** The one that goes on. */
  readonly generation: number;
  /** The whole definition from here on, as asked. */
  readonly definition: PolicyDefinition;
  readonly reason: string;
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

/** The register of subjects changed: these are as they stand here, and those are gone. */
export interface SubjectsChanged {
  readonly kind: 'subjects-changed';
  readonly put: readonly Subject[];
  /** Names. */
  readonly removed: readonly string[];
  readonly reason: string;
}

/** No more decisions from here on; what was decided goes on being told of. */
export interface PolicyArchived {
  readonly kind: 'policy-archived';
  readonly reason: string;
}

export interface PolicyRestored {
  readonly kind: 'policy-restored';
  readonly reason: string;
}

export interface Decided {
  readonly kind: 'decided';
  /** What the caller gave, without the inline definition, and what the register filled in. */
  readonly request: Omit<DecisionRequest, 'policy'>;
  /** What the answer said, with the coin that was drawn, if one was; compact-receipt.ts makes the whole again. */
  readonly receipt: StoredReceipt;
  /** The receipt's id inside the core; null if the core was not asked (halted). */
  readonly coreId: Receipt['id'] | null;
  readonly key: IdempotencyKey | null;
  /** What the strips of a divided decision were drawn with; in a plan it stands there. Coins and lots are in the receipt. */
  readonly draw?: number;
  /** Its place in the plan before it, counted from 0; absent if it was decided by itself. */
  readonly planIndex?: number;
}

/** A decision that was just made. */
export interface FreshlyDecided extends Decided {
  /** The answer, exactly as sent. */
  readonly receipt: DecisionReceipt;
}

/** A receipt with all that the promise rests on, and with what is only shown or what that is told again from. */
export interface StoredReceipt
  extends Omit<DecisionReceipt, ToldAgain | 'margin'>,
    Partial<Pick<DecisionReceipt, ToldAgain>> {
  readonly margin: Omit<Receipt['margin'], 'unit'> & Partial<Pick<Receipt['margin'], 'unit'>>;
  /** Absent where the receipt is whole, as in entries of earlier versions. */
  readonly shown?: ShownText;
}

type ToldAgain =
  | 'explanation'
  | 'change'
  | 'bounds'
  | 'promise'
  | 'context'
  | 'propensity'
  | 'propensities';

/** What is kept of that which is only shown. */
export interface ShownText {
  readonly definedAt: DefinedAt;
  /** Packed, or as they are where they say more. */
  readonly bounds: string | Receipt['bounds'];
  /** The explanation and what would change it, where they cannot be told again. */
  readonly said?: readonly string[];
  readonly assumptions?: Receipt['promise']['assumptions'];
  /**
   * Propensities, packed; empty where they follow from the coin, since no lot could be drawn. Absent in entries of
   * earlier versions, which told none.
   */
  readonly chances?: string;
  readonly context?: Receipt['context'];
}

/** Positions of the entries that define a generation: its beginning, and the last growth if there was one. */
export type DefinedAt = readonly [beginning: number, growth?: number];

/** The scope of keys whose text is a fingerprint of the request: whoever forgets a decision forgets such a key as well. */
export const REQUEST_KEYS = 'ofrep';

export interface IdempotencyKey {
  /** Whose key it is: the id of the API key, or `local`. */
  readonly scope: string;
  readonly text: string;
  /** SHA-256 of the canonical request. */
  readonly fingerprint: string;
}

/** Many decisions that were planned at once; they stand in the entries after it, in order. */
export interface GroupPlanned {
  readonly kind: 'group-planned';
  readonly group: string;
  readonly situations: readonly SituationRequest[];
  readonly period?: string;
  /** How many decisions follow: one for each situation, or for each block of it. */
  readonly count: number;
  /** What their strips were drawn with, in their order; null where nothing was drawn. */
  readonly draws: readonly (number | null)[];
  /** Whether the core planned them; if not (halted), all are the baseline. */
  readonly isAsked: boolean;
}

/** The rewards of a group count from now on. */
export interface GroupClosed {
  readonly kind: 'group-closed';
  readonly group: string;
}

/** The forecasts of a variable are called wrong: from now on they are put right. */
export interface ForecastAlarmed {
  readonly kind: 'forecast-alarmed';
  readonly variable: string;
  /** What bets against them had made of 1 at best, after so many. */
  readonly wealth: number;
  readonly betCount: number;
}

/** Rewards of decisions up to one have not come in time: those that wait are the worst they can be, for ever. */
export interface Expired {
  readonly kind: 'expired';
  /** The number of the last of them. */
  readonly through: number;
  /** How many of them waited. */
  readonly count: number;
}

/** What was known of the situation of some decisions was deleted on request, in entries before this one and in all that was made of them. */
export interface Forgotten {
  readonly kind: 'forgotten';
  readonly decisions: readonly DecisionRun[];
  /** Entries that are tombstones from now on, each with the SHA-256 of its text (base64). */
  readonly tombstones: readonly (readonly [position: number, digest: string])[];
  /** The state without what is forgotten, before this entry: the version, and the SHA-256 of the snapshot's text. */
  readonly checkpoint: { readonly version: number; readonly digest: string };
  readonly reason: string;
}

/** What every message about a decision holds; fields that a decision does not have are absent. */
interface Told {
  readonly decision: string;
  readonly site?: string;
  readonly size?: number;
  /** Of a divided decision: what is known of its parts from now on, and not only the news. */
  readonly parts?: PartsStanding;
  /** Whether the books and the model took it in; not after the generation was sealed. */
  readonly isLearnt: boolean;
}

export interface Confirmed extends Told, Partial<GiveUp> {
  readonly kind: 'confirmed';
  /** That a divided decision was carried out on another share than planned; with a reason, that the baseline was on all of it. */
  readonly executed?: ExecutedShare;
}

export interface FellBack extends Told, GiveUp {
  readonly kind: 'fell-back';
}

export interface Voided extends Told, GiveUp {
  readonly kind: 'voided';
}

export interface Rewarded extends Told {
  readonly kind: 'rewarded';
  /** Of a divided decision the mean over its parts; null while one is missing. */
  readonly value: number | null;
  readonly context?: WireContext;
}

export interface Corrected extends Told {
  readonly kind: 'corrected';
  readonly value: number | null;
  readonly previous: number | null;
  readonly reason: string;
}
