/**
 * What was harvested on a divided decision as it is typed, and what becomes of it: a line for the
 * service, and word of another share than planned; or what is wrong.
 */
import type { DecisionSummary, ExecutedShare, PartReward, RewardLine } from '@hedgerow/client';
import type { PartRole } from '@hedgerow/farm';
import { numberIn } from '../fields/field-draft.ts';

/** Texts as they stand in the form; shares are in per cent. */
export interface HarvestDraft {
  readonly try: string;
  readonly check: string;
  /** How much of the part was weighed; all of it if empty. */
  readonly tryMeasured: string;
  readonly checkMeasured: string;
  /** How much was really sown with the try; as planned if empty. */
  readonly sown: string;
  /** Whether the reason for that knows nothing of the strips. */
  readonly isInnocent: boolean;
}

export const EMPTY_HARVEST: HarvestDraft = {
  try: '',
  check: '',
  tryMeasured: '',
  checkMeasured: '',
  sown: '',
  isInnocent: true,
};

export interface ReadHarvest {
  /** Null if there is nothing to report of the parts. */
  readonly line: RewardLine | null;
  /** Null if it was carried out as planned. */
  readonly executed: ExecutedShare | null;
  readonly faults: Readonly<Partial<Record<keyof HarvestDraft, string>>>;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Returns what is to be sent; nothing of it while there are faults. */
export function readHarvest(
  draft: HarvestDraft,
  decision: DecisionSummary,
  range: Range,
): ReadHarvest {
  const faults: Partial<Record<keyof HarvestDraft, string>> = {};
  const executed = readSown(draft, faults);
  const parts: Partial<Record<PartRole, PartReward>> = {};
  for (const role of awaitedRoles(decision, executed?.share)) {
    const part = readPart(draft, role, range, faults);
    if (part !== null) parts[role] = part;
  }
  const isEmpty = Object.keys(parts).length === 0;
  if (Object.keys(faults).length > 0) return { line: null, executed: null, faults };
  return { line: isEmpty ? null : { decision: decision.id, ...parts }, executed, faults };
}

/** The parts that nothing has been heard of yet. */
export function awaitedRoles({ partRewards }: DecisionSummary, sown?: number): PartRole[] {
  if (partRewards === undefined) return [];
  const share = sown ?? partRewards.share;
  return [
    ...(share > 0 && partRewards.try === null ? (['try'] as const) : []),
    ...(share < 1 && partRewards.check === null ? (['check'] as const) : []),
  ];
}

function readPart(
  draft: HarvestDraft,
  role: PartRole,
  { min, max }: Range,
  faults: Partial<Record<keyof HarvestDraft, string>>,
): PartReward | null {
  if (draft[role].trim() === '') return null;
  const reward = numberIn(draft[role]);
  if (!(reward >= min && reward <= max)) {
    faults[role] = Number.isNaN(reward)
      ? 'This is no number.'
      : `It was declared that yields are from ${min} to ${max}.`;
    return null;
  }
  const key = role === 'try' ? 'tryMeasured' : 'checkMeasured';
  if (draft[key].trim() === '') return reward;
  const percent = numberIn(draft[key]);
  if (percent > 0 && percent <= 100) return { reward, measuredShare: percent / 100 };
  faults[key] = 'Above 0, and at most 100 %.';
  return null;
}

function readSown(
  { sown, isInnocent }: HarvestDraft,
  faults: Partial<Record<keyof HarvestDraft, string>>,
): ExecutedShare | null {
  if (sown.trim() === '') return null;
  const percent = numberIn(sown);
  if (percent >= 0 && percent <= 100) return { share: percent / 100, isInnocent };
  faults.sown = 'From 0 to 100 %.';
  return null;
}
