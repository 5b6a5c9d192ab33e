/**
 * The life of a decision, and the answer to whatever is said of it: late, repeated, or contradictory.
 *
 *     issued ──▶ executed ──▶ rewarded ──▶ corrected …
 *        ├─────▶ fell-back
 *        └─────▶ void
 *
 *     said          recorded if                else
 *     confirmed     issued                     repeated if played        not-played
 *     fell-back     issued                     repeated if fell-back     already-played, not-played
 *     voided        issued                     repeated if void          already-played, not-played
 *     the same for another reason              not-played
 *     rewarded      played, without reward     repeated, contradiction   not-played
 *     corrected     another reward             repeated                  no-reward-yet
 *
 * A reward says that the action was played. So what was recorded last tells alone how a decision
 * stands, and whoever has forgotten what was before need not know.
 */
import type { Execution, GiveUpReason } from '../../safety/books/safety-book.ts';

/** What became of a message about an earlier decision. Normal in the domain, so never an exception. */
export type Outcome =
  /** Taken in. */
  | 'recorded'
  /** Known already, word for word; nothing changed. */
  | 'repeated'
  /** Another reward for the same decision; nothing changed. Use `correct` if it is meant. */
  | 'contradiction'
  /** No such decision, or one settled so long ago that it is no longer kept. */
  | 'unknown-decision'
  /** The action was never played: it fell back, or the round did not take place. */
  | 'not-played'
  /** The action has been played: it cannot be taken back any more. */
  | 'already-played'
  /** A correction of something that has no reward yet. */
  | 'no-reward-yet';

/** How a decision stands: what became of it, and its reward; null while none has come. */
export interface DecisionStanding {
  readonly state: Execution;
  readonly reward: number | null;
  /** Why it was not carried out; absent if it was, or if nobody has said so. */
  readonly giveUpReason?: GiveUpReason | undefined;
}

export interface OpenStanding extends DecisionStanding {
  readonly state: 'issued' | 'executed';
  readonly reward: null;
}

/** What can be said of a decision. */
export type DecisionNews =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'fell-back' | 'voided'; readonly reason: GiveUpReason }
  | { readonly kind: 'rewarded' | 'corrected'; readonly value: number };

/** What news that is recorded changes, for whoever does not know how the decision stands. */
export interface StandingChange {
  readonly state: Execution;
  /** Whether the state changes only if nobody has yet said what became of the decision. */
  readonly isOnlyIfIssued: boolean;
  /** The new reward; null if it stays. */
  readonly reward: number | null;
}

/** How every decision begins. */
export const ISSUED: DecisionStanding = { state: 'issued', reward: null };

/** Returns what news means for a decision that stands like this. */
export function answerTo(
  standing: DecisionStanding,
  news: DecisionNews,
): Exclude<Outcome, 'unknown-decision'> {
  switch (news.kind) {
    case 'confirmed':
      if (isPlayed(standing)) return 'repeated';
      return standing.state === 'issued' ? 'recorded' : 'not-played';
    case 'fell-back':
    case 'voided':
      if (standing.state === changeBy(news).state && standing.giveUpReason === news.reason) {
        return 'repeated';
      }
      if (isPlayed(standing)) return 'already-played';
      return standing.state === 'issued' ? 'recorded' : 'not-played';
    case 'rewarded':
      if (standing.state === 'fell-back' || standing.state === 'void') return 'not-played';
      if (standing.reward === null) return 'recorded';
      return standing.reward === news.value ? 'repeated' : 'contradiction';
    case 'corrected':
      if (standing.reward === null) return 'no-reward-yet';
      return standing.reward === news.value ? 'repeated' : 'recorded';
  }
}

/** Returns what news changes if it is recorded. */
export function changeBy(news: DecisionNews): StandingChange {
  switch (news.kind) {
    case 'confirmed':
      return { state: 'executed', isOnlyIfIssued: false, reward: null };
    case 'fell-back':
      return { state: 'fell-back', isOnlyIfIssued: false, reward: null };
    case 'voided':
      return { state: 'void', isOnlyIfIssued: false, reward: null };
    case 'rewarded':
    case 'corrected':
      return { state: 'executed', isOnlyIfIssued: true, reward: news.value };
  }
}

/** Returns how a decision stands after a change. */
export function standingAfter(
  standing: DecisionStanding,
  { state, isOnlyIfIssued, reward }: StandingChange,
): DecisionStanding {
  const mayChange = !isOnlyIfIssued || standing.state === 'issued';
  return { state: mayChange ? state : standing.state, reward: reward ?? standing.reward };
}

/** Returns one change that does the same as the two, one after the other. */
export function changeByBoth(first: StandingChange, second: StandingChange): StandingChange {
  const { state, isOnlyIfIssued } = second.isOnlyIfIssued ? first : second;
  return { state, isOnlyIfIssued, reward: second.reward ?? first.reward };
}

/** Whether a decision still waits for its reward, or for what becomes of it. */
export function isOpen(standing: DecisionStanding): standing is OpenStanding {
  const { state, reward } = standing;
  return reward === null && (state === 'issued' || state === 'executed');
}

/** Whether the action counts as played: somebody said so, or it has a reward. */
function isPlayed({ state, reward }: DecisionStanding): boolean {
  return state === 'executed' || reward !== null;
}
