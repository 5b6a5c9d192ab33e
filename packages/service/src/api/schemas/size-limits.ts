/**
 * How many of something a request may hold. The decisions room multiplies them out once more and
 * bounds the whole; here it is about lists and declared sizes, before anything is built of them.
 */
export const ACTION_COUNT_MAX = 1000;
/** Features, context coordinates, categories of one variable. */
export const DIMENSION_MAX = 384;
/** Decisions that may come in one request without knowing of each other. */
export const BATCH_COUNT_MAX = 500;
/** Notes of one subject. */
export const NOTE_COUNT_MAX = 32;
/** Blocks of one situation. */
export const BLOCK_COUNT_MAX = 100;
