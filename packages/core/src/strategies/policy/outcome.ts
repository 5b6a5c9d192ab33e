/**
 * What became of a message about an earlier decision. Normal in the domain, so never an exception.
 */
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
