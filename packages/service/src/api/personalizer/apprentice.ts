/**
 * What an apprentice has done so far: whether it would have chosen otherwise than the baseline, whether the books would have let
 * it, and what it thinks that would have brought. Of the newest decisions only, because it learns.
 */
import type { DecisionService } from '../../decisions/decision-service.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type { DecisionView } from '../../wire.ts';

export interface Apprenticeship {
  /** Decisions that are looked at. */
  readonly decisions: number;
  /** Share of them in which the proposal was the baseline anyway. */
  readonly agreement: number;
  /** Share in which the proposal was another action, and the books would have let it be played. */
  readonly wouldPlay: number;
  /** Mean reward of those that have one; null if none has. */
  readonly averageReward: number | null;
  /** How much better the proposals are thought to be than the baseline, on average; no promise rests on it. */
  readonly predictedGain: number;
  readonly sentence: string;
}

const LOOKED_AT = 100;

export async function apprenticeship(
  service: Pick<DecisionService, 'decisions' | 'decision'>,
  policy: string,
): Promise<Apprenticeship> {
  const { decisions } = await service.decisions(policy, { limit: LOOKED_AT });
  const views: DecisionView[] = [];
  for (const { id } of decisions)
    views.push(...(await service.decision(id).then(only, unlessForgotten)));
  const rewards = views.flatMap(({ reward }) => (reward === null ? [] : [reward]));
  const agreeing = views.filter(isAgreement).length;
  const playing = views.filter((view) => !isAgreement(view) && mayBePlayed(view)).length;
  return {
    decisions: views.length,
    agreement: share(agreeing, views.length),
    wouldPlay: share(playing, views.length),
    averageReward: rewards.length === 0 ? null : mean(rewards),
    predictedGain: views.length === 0 ? 0 : mean(views.map(gainOf)),
    sentence: `Of the last ${views.length} decisions ${agreeing} would have been the baseline anyway, and ${playing} another action that the books allow. Going Online keeps the promise from the first decision on.`,
  };
}

function only(view: DecisionView): readonly DecisionView[] {
  return [view];
}

/** What was forgotten on request is not looked at. */
function unlessForgotten(error: unknown): readonly never[] {
  if (error instanceof ServiceProblem && error.code === 'HR_DECISION_FORGOTTEN') return [];
  throw error;
}

function isAgreement({ receipt: { proposal, baseline } }: DecisionView): boolean {
  return proposal === baseline.action;
}

function mayBePlayed({ receipt: { margin, coin } }: DecisionView): boolean {
  return coin === null ? margin.ifProposed >= 0 : coin.playProbability > 0;
}

function gainOf({ receipt: { bounds, proposal, baseline } }: DecisionView): number {
  const predicted = (name: string) => bounds.find(({ action }) => action === name)?.predicted ?? 0;
  return predicted(proposal) - predicted(baseline.action);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
