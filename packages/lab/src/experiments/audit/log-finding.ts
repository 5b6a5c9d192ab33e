/**
 * Something in a decision log that is wrong, and at which decision.
 */
export interface LogFinding {
  readonly decision: string;
  readonly kind:
    | 'not-derived'
    | 'decision-missing'
    | 'promise-changed'
    | 'budget-negative'
    | 'budget-fell'
    /** More than the rewards in the log can prove. */
    | 'claim-not-provable'
    /** More than was true. */
    | 'claim-above-truth'
    | 'promise-broken'
    /** A hidden state is shared, and the receipt does not say what then is assumed. */
    | 'assumption-unsaid';
  /** What is wrong, as a sentence for people. */
  readonly text: string;
}
