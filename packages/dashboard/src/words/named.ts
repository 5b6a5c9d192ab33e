/**
 * The name of an action inside a sentence. Names are anybody's words ("nothing", "wait"), so they stand
 * in quotation marks wherever they could be read as part of the sentence.
 */
export function named(action: string): string {
  return `“${action}”`;
}
