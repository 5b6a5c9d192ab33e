/**
 * Why a field is planned as it is, from its receipt and the harvests of the seasons before.
 */
import { POLICY_DEFAULTS } from '@hedgerow/core';
import { type ChoiceReceipt, choiceReason, countTries } from '@hedgerow/farm';
import type { Farm } from '../data/use-farm.ts';
import { titled } from '../data/words-of.ts';

/** Returns the clause as a sentence; `season` is that of the plan. */
export function whyChosen({ view, seasons }: Farm, season: string, receipt: ChoiceReceipt): string {
  const { check } = { ...POLICY_DEFAULTS, ...view.definition.split };
  const at = seasons.findIndex(({ name }) => name === season);
  const before = (at < 0 ? seasons : seasons.slice(0, at)).flatMap(({ decisions }) => decisions);
  const harvested = before.filter(({ partRewards }) => (partRewards?.try ?? null) !== null);
  const tries = countTries(harvested.map(({ action }) => action));
  return `${titled(choiceReason(receipt, { tries, shareMax: 1 - check }))}.`;
}
