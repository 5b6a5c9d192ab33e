/**
 * The seasons of a farm, read from its decisions: every plan names its season, and a season is summed up
 * as what was tried, what has been harvested, and what the tries gained over the checks beside them.
 */
import type { DecisionSummary, PartReward } from '@hedgerow/client';

export interface Season {
  readonly name: string;
  /** In the order of the plan; those that did not take place are left out. */
  readonly decisions: readonly DecisionSummary[];
}

export interface SeasonSum {
  readonly name: string;
  /** Hectares in all, and those on which something else than the usual hybrid was tried. */
  readonly size: number;
  readonly triedSize: number;
  /** Decisions in all, and those of which a part is awaited. */
  readonly decisionCount: number;
  readonly awaitedCount: number;
  /** What the tries brought beyond their checks, in total; null before any pair is known. */
  readonly gain: number | null;
}

/** Returns the seasons, the oldest first. Decisions without a season belong to none. */
export function seasonsOf(decisions: readonly DecisionSummary[]): Season[] {
  const inOrder = decisions
    .filter(({ group, state }) => group !== undefined && state !== 'void')
    .toSorted((one, other) => one.generation - other.generation || one.sequence - other.sequence);
  return Array.from(
    Map.groupBy(inOrder, ({ group }) => group!),
    ([name, own]) => ({ name, decisions: own }),
  );
}

export function sumOf({ name, decisions }: Season): SeasonSum {
  const gains = decisions.map(gainOf).filter((gain) => gain !== null);
  return {
    name,
    size: total(decisions.map(({ size = 1 }) => size)),
    triedSize: total(decisions.map((decision) => (decision.size ?? 1) * triedShare(decision))),
    decisionCount: decisions.length,
    awaitedCount: decisions.filter(isAwaited).length,
    gain: gains.length === 0 ? null : total(gains),
  };
}

/** The share on which the proposal was tried, as far as anybody has said. */
export function triedShare({ partRewards, chosenBy, state }: DecisionSummary): number {
  if (state === 'fell-back') return 0;
  return partRewards?.share ?? (chosenBy === 'learner' ? 1 : 0);
}

/** True while a part that there is to measure has not come. */
export function isAwaited({ partRewards, reward, state }: DecisionSummary): boolean {
  if (state === 'fell-back') return false;
  if (partRewards === undefined) return reward === null;
  const { share } = partRewards;
  return (share > 0 && partRewards.try === null) || (share < 1 && partRewards.check === null);
}

/** What the try brought beyond its check; null where one of them is missing. */
function gainOf(decision: DecisionSummary): number | null {
  const { partRewards, size = 1 } = decision;
  const tried = rewardOf(partRewards?.try ?? null);
  const check = rewardOf(partRewards?.check ?? null);
  return tried === null || check === null ? null : size * triedShare(decision) * (tried - check);
}

/** The reward of a part, however much of it was measured. */
export function rewardOf(part: PartReward | null): number | null {
  return part === null || typeof part === 'number' ? part : part.reward;
}

/** From this month on, counted from 0, people plan the next year. */
const PLANNING_MONTH = 6;

/** Returns a name for the season after: "2028" after "2027", else the year that is due. */
export function nextSeasonName(seasons: readonly Season[], now: number): string {
  const today = new Date(now);
  const known = new Set(seasons.map(({ name }) => name));
  const last = Number(seasons.at(-1)?.name);
  const due = today.getFullYear() + (today.getMonth() >= PLANNING_MONTH ? 1 : 0);
  let year = Number.isInteger(last) ? last + 1 : due;
  while (known.has(String(year))) year += 1;
  return String(year);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
