/**
 * The constants of the default proposer. None touches the promise.
 */

/** The declared baseline reward is never trusted closer than this share of its size. */
export const HINT_DOUBT = 0.2;

/**
 * How many deviations of hope an action is given. Set on worlds and seeds of their own: regret is flat
 * from 1 to 2 where rewards are noisy, and grows by a tenth at 2 where they are steady.
 */
export const BOLDNESS = 1.5;

/**
 * The same where a season is given out at once: the fields after the first know which were tried, so less
 * hope spreads them as well, and what is planned changes less often (docs/decisions/0034-spread-trials.md).
 */
export const SPLIT_BOLDNESS = 1;

/**
 * The coordinate that stands for the constant where a feature map has none. A third of a feature of
 * size 1: what a constant can add is learnt within some ten rewards, and where none is needed it costs
 * nothing that could be measured.
 */
export const INTERCEPT_SIZE = 0.3;
