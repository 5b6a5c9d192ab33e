/**
 * What a command that did not end well ends with.
 */
export const EXIT_CHECK_FAILED = 1;
export const EXIT_BAD_INPUT = 2;
