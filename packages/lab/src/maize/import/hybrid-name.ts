/**
 * One spelling for each hybrid: upper case, no blanks. "LH195/PHW30 " and "lh195/phw30" are the same.
 */

/** Returns the name as the tidy table spells it. */
export function hybridName(pedigree: string): string {
  return pedigree.replace(/\s+/g, '').toUpperCase();
}
