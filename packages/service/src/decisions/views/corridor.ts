/**
 * The corridor of the promise over the present generation: what the baseline would have earned, the
 * floor that is promised, what is guaranteed, and what was observed.
 *
 *     promised   = shareKept · Σ highest declared baseline reward − allowance · rounds − reserve
 *     guaranteed = promised + safety budget
 *
 * Where the baseline's reward is not declared, the mean of its own rewards so far stands in. Rounds
 * that did not take place are left out. What was observed is to be compared with the floor of the same
 * rounds: those that have not paid yet, or were not played as decided, are in neither.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { DecisionRow } from '../../journal/journal.ts';
import type { Corridor, CorridorPoint } from '../../wire.ts';

export interface CorridorInput {
  readonly definition: PolicyDefinition;
  /** All decisions of the generation, oldest first. */
  readonly pages: AsyncIterable<readonly DecisionRow[]>;
  readonly decisionCount: number;
  /** Most points to return. */
  readonly points: number;
}

export async function corridor(input: CorridorInput): Promise<Corridor> {
  const { definition, pages, decisionCount } = input;
  const totals = new CorridorTotals(definition);
  const step = Math.max(1, Math.ceil(decisionCount / Math.max(1, input.points - 1)));
  const points: CorridorPoint[] = [];
  let last: CorridorPoint | null = null;
  for await (const page of pages) {
    for (const row of page) {
      const point: CorridorPoint | null = totals.add(row);
      if (point === null) continue;
      last = point;
      if (row.sequence % step === 0) points.push(point);
    }
  }
  if (last !== null && points.at(-1) !== last) points.push(last);
  return {
    unit: definition.reward.unit ?? '',
    isBaselineDeclared: isDeclared(definition),
    points,
  };
}

function isDeclared({ baseline }: PolicyDefinition): boolean {
  return baseline.reward !== undefined || baseline.log !== undefined;
}

class CorridorTotals {
  readonly #definition: PolicyDefinition;
  readonly #isDeclared: boolean;
  readonly #all = new RoundSum();
  readonly #observed = new RoundSum();
  #learnerCount = 0;
  #pendingCount = 0;
  #observedTotal = 0;
  #baselineSeenTotal = 0;
  #baselineSeenCount = 0;

  constructor(definition: PolicyDefinition) {
    this.#definition = definition;
    this.#isDeclared = isDeclared(definition);
  }

  /** Returns the point after the decision; null if its round did not take place. */
  add(row: DecisionRow): CorridorPoint | null {
    if (row.state === 'void') return null;
    this.#count(row);
    const baselineTotal = this.#isDeclared ? this.#all.middle : this.#estimated(this.#all);
    const promisedTotal = this.#promised(this.#all);
    const hasBudget = promisedTotal !== null && row.marginAfter !== null;
    return {
      sequence: row.sequence,
      at: row.decidedAt,
      baselineTotal,
      promisedTotal,
      guaranteedTotal: hasBudget ? promisedTotal + row.marginAfter : null,
      observedTotal: this.#observedTotal,
      promisedForObserved: this.#promised(this.#observed),
      pendingCount: this.#pendingCount,
      margin: row.marginAfter,
      learnerCount: this.#learnerCount,
    };
  }

  #count(row: DecisionRow): void {
    this.#all.add(row);
    const isLearner = row.chosenBy === 'learner' && row.state !== 'fell-back';
    if (isLearner) this.#learnerCount += 1;
    if (row.reward !== null) {
      this.#observed.add(row);
      this.#observedTotal += row.reward;
      if (!isLearner) this.#countBaseline(row.reward);
    } else if (row.state !== 'fell-back') {
      this.#pendingCount += 1;
    }
  }

  #countBaseline(reward: number): void {
    this.#baselineSeenTotal += reward;
    this.#baselineSeenCount += 1;
  }

  #estimated({ count }: RoundSum): number | null {
    if (this.#baselineSeenCount === 0) return null;
    return (this.#baselineSeenTotal / this.#baselineSeenCount) * count;
  }

  #promised(rounds: RoundSum): number | null {
    const baselineTotal = this.#isDeclared ? rounds.highest : this.#estimated(rounds);
    if (baselineTotal === null) return null;
    const { allowedShortfall, allowedLossPerRound, reserve } = this.#definition;
    const kept = (1 - (allowedShortfall ?? 0)) * baselineTotal;
    return kept - (allowedLossPerRound ?? 0) * rounds.count - (reserve ?? 0);
  }
}

/** Some of the rounds, and what was declared of the baseline in them. */
class RoundSum {
  count = 0;
  middle = 0;
  highest = 0;

  add({ baselineMin, baselineMax }: DecisionRow): void {
    const highest = baselineMax ?? 0;
    this.count += 1;
    this.middle += ((baselineMin ?? 0) + highest) / 2;
    this.highest += highest;
  }
}
