/** Stands for any field of which nothing is known. */
export const ANOTHER_FIELD = 'another field';
