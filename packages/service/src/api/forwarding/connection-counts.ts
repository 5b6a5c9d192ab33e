/**
 * How many connections a member opens to another one. Together they are fewer than a member takes from one address, unless it was told otherwise.
 */

/** That short calls share (member-lanes.ts). */
export const LANES_MAX = 32;
/** For requests that are answered soon, one after the other on each. */
export const LINES_MAX = 64;
/** For requests about many policies, which every member is asked (other-members.ts). */
export const QUESTIONS_MAX = 16;
/** For files and streams. */
export const LONG_MAX = 128;

/** For all that is answered soon. */
export const SOON_MAX: number = LANES_MAX + LINES_MAX + QUESTIONS_MAX;
