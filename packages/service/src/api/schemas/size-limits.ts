/**
 * How many of something a request may hold. The decisions room multiplies them out once more and
 * bounds the whole; here it is about lists and declared sizes, before anything is built of them.
 */
export const ACTION_COUNT_MAX = 1000;
/** Features, context coordinates, categories of one variable. */
export const DIMENSION_MAX = 256;
