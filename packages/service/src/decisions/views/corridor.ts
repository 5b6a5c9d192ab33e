/**
 * The corridor of the promise over the present generation: what the baseline would have earned, the
 * floor that is promised, what is guaranteed, and what was observed.
 *
 *     promised   = shareKept · Σ highest declared baseline reward − allowance · rounds − reserve
 *     guaranteed = promised + safety budget
 *
 * Where the baseline's reward is not declared, the mean of its own rewards so far stands in, of divided
 * decisions that of the checks. All totals count sizes; budgets of several sites are added up. Rounds
 * that did not take place are left out. What was observed is to be compared with the floor of the same
 * rounds: those that have not paid yet, or were not played as decided, are in neither.
 */
import type { DecisionRow } from '../../journal/journal.ts';
import type { Corridor, CorridorPoint, ShownDefinition } from '../../wire.ts';
import { rewardOf } from '../fold/part-standing.ts';
import { Thinned } from './thinned.ts';

export interface CorridorInput {
  readonly definition: ShownDefinition;
  /** All decisions of the generation, oldest first. */
  readonly pages: AsyncIterable<readonly DecisionRow[]>;
  readonly decisionCount: number;
  /** Most points to return. */
  readonly points: number;
  /** Only points of this time; totals count from the beginning all the same. */
  readonly span?: CorridorSpan;
}

/** A stretch of time, both ends included, as times are stored; an end that is left out is open. */
export interface CorridorSpan {
  readonly since?: string;
  readonly until?: string;
}

export async function corridor(input: CorridorInput): Promise<Corridor> {
  const { definition, pages, decisionCount, span = {} } = input;
  const totals = new CorridorTotals(definition);
  const isWhole = span.since === undefined && span.until === undefined;
  const step = Math.max(1, Math.ceil(decisionCount / Math.max(1, input.points - 1)));
  const thinned = new Thinned<CorridorPoint>(input.points, isWhole ? step : 1);
  for await (const page of pages) {
    for (const row of page) {
      const point = totals.add(row);
      if (isWithin(row.decidedAt, span)) thinned.add(point);
    }
  }
  return {
    unit: definition.reward.unit ?? '',
    isBaselineDeclared: isDeclared(definition),
    points: thinned.items(),
  };
}

function isWithin(at: string, { since, until }: CorridorSpan): boolean {
  return (since === undefined || at >= since) && (until === undefined || at <= until);
}

function isDeclared({ baseline, split }: ShownDefinition): boolean {
  // Beside a try the baseline is measured, in the same weather.
  if (split !== undefined) return false;
  return baseline.reward !== undefined || baseline.log !== undefined;
}

class CorridorTotals {
  readonly #definition: ShownDefinition;
  readonly #isDeclared: boolean;
  readonly #all = new RoundSum();
  readonly #observed = new RoundSum();
  #learnerCount = 0;
  #pendingCount = 0;
  #observedTotal = 0;
  #baselineSeenTotal = 0;
  #baselineSeenSize = 0;
  /** The budget of each site after its last decision. */
  readonly #margins = new Map<string | null, number>();

  constructor(definition: ShownDefinition) {
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
    if (row.marginAfter !== null) this.#margins.set(row.site, row.marginAfter);
    return {
      sequence: row.sequence,
      at: row.decidedAt,
      baselineTotal,
      promisedTotal,
      guaranteedTotal: hasBudget ? promisedTotal + this.#budget() : null,
      observedTotal: this.#observedTotal,
      promisedForObserved: this.#promised(this.#observed),
      pendingCount: this.#pendingCount,
      margin: row.marginAfter === null ? null : Math.min(...this.#margins.values()),
      learnerCount: this.#learnerCount,
    };
  }

  #count(row: DecisionRow): void {
    this.#all.add(row);
    const isLearner = row.chosenBy === 'learner' && row.state !== 'fell-back';
    if (isLearner) this.#learnerCount += 1;
    const size = row.size ?? 1;
    if (row.parts?.check != null) this.#countBaseline(rewardOf(row.parts.check), size);
    if (row.reward !== null) {
      this.#observed.add(row);
      this.#observedTotal += row.reward * size;
      if (!isLearner && row.parts === null) this.#countBaseline(row.reward, size);
    } else if (row.state !== 'fell-back') {
      this.#pendingCount += 1;
    }
  }

  #countBaseline(reward: number, size: number): void {
    this.#baselineSeenTotal += reward * size;
    this.#baselineSeenSize += size;
  }

  #estimated({ size }: RoundSum): number | null {
    if (this.#baselineSeenSize === 0) return null;
    return (this.#baselineSeenTotal / this.#baselineSeenSize) * size;
  }

  /** What the budgets of all sites are now, together. */
  #budget(): number {
    let total = 0;
    for (const margin of this.#margins.values()) total += margin;
    return total;
  }

  #promised(rounds: RoundSum): number | null {
    const baselineTotal = this.#isDeclared ? rounds.highest : this.#estimated(rounds);
    if (baselineTotal === null) return null;
    const { allowedShortfall, allowedLossPerRound, reserve } = this.#definition;
    const kept = (1 - (allowedShortfall ?? 0)) * baselineTotal;
    const reserves = (reserve ?? 0) * Math.max(1, rounds.sites.size);
    return kept - (allowedLossPerRound ?? 0) * rounds.size - reserves;
  }
}

/** Some of the rounds, and what was declared of the baseline in them. */
class RoundSum {
  /** Sum of the sizes; each is 1 where there are none. */
  size = 0;
  middle = 0;
  highest = 0;
  /** Every site has the reserve once. */
  readonly sites = new Set<string | null>();

  add({ baselineMin, baselineMax, size, site }: DecisionRow): void {
    const highest = baselineMax ?? 0;
    const weight = size ?? 1;
    this.size += weight;
    this.middle += weight * (((baselineMin ?? 0) + highest) / 2);
    this.highest += weight * highest;
    this.sites.add(site);
  }
}
