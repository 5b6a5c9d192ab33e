/** About 95 of 100 normal numbers lie within this many standard deviations. */
export const LIKELY_DEVIATIONS = 2;
