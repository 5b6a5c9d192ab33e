/**
 * Games of whole decisions between a baseline b and a proposal x, whose rewards are the two ends of the
 * range.
 *
 * A reward is drawn when its decision is made, and told whenever the player likes; so what has not been
 * told is known to the player alone. Between two decisions rewards are told in one order only. While a
 * report is known to be wrong, decisions are only watched: the guarantee is about what is admitted
 * on true reports.
 */
import type { DecideOptions, PolicyDefinition, Receipt } from '@hedgerow/core';
import type { Branch, Game, Move, Position, SlackGrid, World } from './game.ts';
import { REPORTS, type ReportName } from './reports.ts';
import { FOR_BASELINE, FOR_PROPOSAL, loadSeat, openSeat, type Seat } from './seat.ts';
import {
  baselineAdds,
  chanceOfTop,
  mixedAdds,
  proposalAdds,
  type Terms,
  termsOf,
} from './terms.ts';

export interface WholeGameOptions extends Pick<Game, 'name' | 'hit' | 'bound'> {
  readonly definition: PolicyDefinition;
  /** Number of decisions. */
  readonly horizon: number;
  readonly reports: readonly ReportName[];
  /** Ways to ask for a decision; default: one that says nothing. */
  readonly calls?: readonly DecideOptions[];
  /** Means of x among which nature chooses, at every decision. */
  readonly means: readonly number[];
  /** The same for the baseline; one number where it is known. */
  readonly baselines: readonly number[];
  readonly grid: SlackGrid;
  /** What becomes of a drawn decision that is cancelled: it stays as issued, or it leaves the total. */
  readonly cancelled?: 'stays' | 'leaves';
  /** Rewards that are typed in place of true ones; default: the ends of the range. */
  readonly typed?: readonly number[];
  /** Whether a new definition may follow in the middle, as the service grants its reserve. */
  readonly mayRenew?: boolean;
  /** Rewards of x that are told truthfully before the game, to a twin with a larger δ as well. */
  readonly warm?: { readonly rewards: readonly number[]; readonly failureProbability: number };
}

export function wholeGame(options: WholeGameOptions): Game {
  const { name, hit, bound, grid, definition } = options;
  return {
    name,
    hit,
    bound,
    grid,
    open() {
      const { warm } = options;
      const policy = warmed(definition, warm?.rewards ?? []);
      const table: Table = {
        options,
        terms: termsOf(definition),
        reserve: definition.reserve ?? 0,
      };
      const standing = { ...START, text: policy.snapshot() };
      // What is true at the start is declared; after a warm start it is what the twin claims.
      const slack = warm === undefined ? table.reserve : claimedSlack(definition, warm);
      return { position: new WholePosition(table, standing), slack };
    },
  };
}

function claimedSlack(
  definition: PolicyDefinition,
  { rewards, failureProbability }: NonNullable<WholeGameOptions['warm']>,
): number {
  return warmed({ ...definition, failureProbability }, rewards).margin();
}

function warmed(definition: PolicyDefinition, rewards: readonly number[]) {
  const { policy } = openSeat(definition);
  for (const reward of rewards) {
    const { id, chosenBy } = policy.decide({}, { proposal: 'x' });
    if (chosenBy === 'baseline')
      throw new Error('The warm rounds of a game need a larger reserve.');
    policy.observe(id, reward);
  }
  // The rewards count when the next decision asks for them.
  return policy;
}

interface Table {
  readonly options: WholeGameOptions;
  readonly terms: Terms;
  readonly reserve: number;
}

/** A reward that has not been told, or not rightly. */
interface Waiting {
  readonly id: string;
  readonly reward: number;
  readonly isWrong: boolean;
  /** Whether it was said that it was carried out; then it is not given up any more. */
  readonly isConfirmed: boolean;
}

interface Standing {
  readonly text: string;
  readonly waiting: readonly Waiting[];
  readonly decisionCount: number;
  /** Rewards before this one were passed over since the last decision. */
  readonly firstToTell: number;
  readonly errorCount: number;
  /** Decisions of the present definition. */
  readonly roundCount: number;
  readonly isRenewed: boolean;
  readonly call: DecideOptions | null;
}

const START: Omit<Standing, 'text'> = {
  waiting: [],
  decisionCount: 0,
  firstToTell: 0,
  errorCount: 0,
  roundCount: 0,
  isRenewed: false,
  call: null,
};

const ERRORS_MAX = 2;

class WholePosition implements Position {
  readonly budget: number | null;
  readonly floor: number;
  readonly #table: Table;
  readonly #standing: Standing;

  constructor(table: Table, standing: Standing, seat?: Seat) {
    this.#table = table;
    this.#standing = standing;
    this.floor = -repairable(table, standing);
    const isWrong = standing.waiting.some((one) => one.isWrong);
    const { site } = standing.call ?? {};
    this.budget = isWrong ? null : (seat ?? loadSeat(standing.text)).policy.margin(site);
  }

  moves(): readonly Move[] {
    return [...this.#tellings(), ...this.#decisions(), ...this.#renewals()];
  }

  *#renewals(): Generator<Move> {
    const { isRenewed, roundCount } = this.#standing;
    if (this.#table.options.mayRenew !== true || isRenewed || roundCount === 0) return;
    const open = () => {
      const seat = renewed(loadSeat(this.#standing.text).policy, this.#table.options.definition);
      return this.#next(seat, { isRenewed: true, roundCount: 0, call: null });
    };
    yield { name: 'begin a new definition', positions: [open], worlds: [SURE] };
  }

  /** Rewards that wait are told, rightly or wrongly, or typed errors corrected. */
  *#tellings(): Generator<Move> {
    const { waiting, firstToTell, errorCount } = this.#standing;
    const { reports, typed } = this.#table.options;
    const { min, max } = this.#table.terms;
    for (let index = firstToTell; index < waiting.length; index++) {
      const one = waiting[index]!;
      const rest = waiting.toSpliced(index, 1);
      const told = { waiting: rest, firstToTell: index };
      const { id, reward } = one;
      if (one.isWrong) {
        yield this.#sure(`correct ${id} to ${reward}`, told, (policy) =>
          policy.correct(id, reward),
        );
        continue;
      }
      yield this.#sure(`tell ${id}: ${reward}`, told, (policy) => policy.observe(id, reward));
      for (const given of ['cancelled, knowing more', 'fell back, knowing more'] as const) {
        if (!reports.includes(given) || one.isConfirmed) continue;
        const { act } = REPORTS[given];
        yield this.#sure(`${id}, which pays ${reward}: ${given}`, told, (policy) =>
          act!(policy, id),
        );
      }
      if (!reports.includes('typed wrong') || errorCount >= ERRORS_MAX) continue;
      for (const wrong of typed ?? [min, max]) {
        if (wrong === reward) continue;
        const kept = {
          waiting: waiting.with(index, { ...one, isWrong: true }),
          firstToTell: index + 1,
          errorCount: errorCount + 1,
        };
        yield this.#sure(`tell ${id}: ${wrong}, wrongly`, kept, (policy) =>
          policy.observe(id, wrong),
        );
      }
    }
  }

  /** A move without chance. */
  #sure(name: string, change: Partial<Standing>, act: (policy: Seat['policy']) => string): Move {
    const open = () => {
      const seat = loadSeat(this.#standing.text);
      demand(act(seat.policy), name);
      return this.#next(seat, change);
    };
    return { name, positions: [open], worlds: [SURE] };
  }

  *#decisions(): Generator<Move> {
    const { decisionCount, waiting } = this.#standing;
    const { horizon, calls = [{}], reports } = this.#table.options;
    if (decisionCount >= horizon) return;
    const isWatched = waiting.some((one) => one.isWrong);
    for (const call of calls) {
      for (const report of isWatched ? (['told'] as const) : reports) {
        if (REPORTS[report].isDecision) yield* this.#decision(call, report, isWatched);
      }
    }
  }

  *#decision(call: DecideOptions, report: ReportName, isWatched: boolean): Generator<Move> {
    const asked = { proposal: 'x', ...call, ...(isWatched ? { shadow: true } : {}) };
    const sides = this.#sides(asked);
    // What is reported of decisions for x says nothing where none is made.
    if (report !== 'told' && sides.every(({ isProposal }) => !isProposal)) return;
    const positions: (() => Position)[] = [];
    const places = sides.map((side) => this.#afterSide(side, report, asked, positions));
    const isNewPeriod =
      call.period !== undefined &&
      this.#standing.call !== null &&
      this.#standing.call.period !== call.period;
    const worlds = this.#worlds(sides, report, places);
    yield {
      name: `${describeCall(call)}${isWatched ? ' (only watched)' : ''}, ${report}`,
      ...(isNewPeriod ? { atMost: this.#table.reserve } : {}),
      positions,
      worlds,
    };
  }

  /** How the draw can fall. */
  #sides(asked: DecideOptions): Side[] {
    const first = this.#side(asked, FOR_PROPOSAL, 1);
    const { coin } = first.receipt;
    const q = coin?.playProbability ?? 1;
    // Who only watches plays the baseline, whatever a draw would have said.
    const isWatched = asked.shadow === true;
    if (isWatched || coin === null || q <= 0 || q >= 1) return [{ ...first, playProbability: 1 }];
    const other = this.#side(asked, FOR_BASELINE, 1 - q);
    return [
      { ...first, probability: q, playProbability: q },
      { ...other, playProbability: q },
    ];
  }

  #side(asked: DecideOptions, number: number, probability: number): Side {
    const seat = loadSeat(this.#standing.text, number);
    const receipt = seat.policy.decide({}, asked);
    const isProposal = receipt.chosenBy === 'learner';
    return { seat, receipt, number, probability, playProbability: 1, isProposal };
  }

  /** Adds the positions after a side of the draw; returns where those after each reward are. */
  #afterSide(
    side: Side,
    report: ReportName,
    asked: DecideOptions,
    positions: (() => Position)[],
  ): Place {
    const { terms } = this.#table;
    const { decisionCount, roundCount } = this.#standing;
    const decided = {
      decisionCount: decisionCount + 1,
      roundCount: roundCount + 1,
      firstToTell: 0,
      call: asked,
    };
    const first = positions.length;
    const { id } = side.receipt;
    const after = (act: (policy: Seat['policy']) => void, waiting: readonly Waiting[] = []) => {
      const all = [...this.#standing.waiting, ...waiting];
      let made: Position | null = null;
      positions.push(() => {
        if (made !== null) return made;
        const seat = loadSeat(this.#standing.text, side.number);
        seat.policy.decide({}, asked);
        act(seat.policy);
        made = this.#next(seat, { ...decided, waiting: all });
        return made;
      });
    };
    const { means, baselines } = this.#table.options;
    const ends = endsOf(terms, side.isProposal ? means : baselines);
    if (!side.isProposal) {
      // Rewards of the baseline say something where it is not known.
      const isTold = terms.isUnknown || baselines.length > 1;
      if (!isTold) after(() => {});
      else for (const end of ends) after((policy) => policy.observe(id, end));
      return { first, hasReward: isTold };
    }
    const { act, isWaiting } = REPORTS[report];
    if (isWaiting) {
      const wait = (reward: number) => [
        { id, reward, isWrong: false, isConfirmed: act !== undefined },
      ];
      for (const end of ends) after((policy) => act?.(policy, id), wait(end));
      return { first, hasReward: true };
    }
    if (act !== undefined) {
      after((policy) => demand(act(policy, id), report));
      return { first, hasReward: false };
    }
    if (report === 'lost') {
      after(() => {});
      return { first, hasReward: false };
    }
    for (const end of ends) after((policy) => demand(policy.observe(id, end), report));
    return { first, hasReward: true };
  }

  #worlds(sides: readonly Side[], report: ReportName, places: readonly Place[]): World[] {
    const { means, baselines } = this.#table.options;
    const isTried = sides.some(({ isProposal }) => isProposal);
    return (isTried ? means : [means[0]!]).flatMap((mean) =>
      baselines.map((baseline) => ({
        name: isTried ? `mean of x ${mean}, of b ${baseline}` : `mean of b ${baseline}`,
        branches: sides.flatMap((side, i) =>
          this.#branches(side, report, { mean, baseline, ...places[i]! }),
        ),
      })),
    );
  }

  #branches(side: Side, report: ReportName, { mean, baseline, first, hasReward }: Drawn): Branch[] {
    const { terms } = this.#table;
    const own = side.isProposal ? mean : baseline;
    const { means, baselines } = this.#table.options;
    const top = chanceOfTop(terms, own);
    const isPaid = hasReward || terms.isObserved;
    const ends = isPaid ? endsOf(terms, side.isProposal ? means : baselines) : [own];
    return ends.flatMap((end, i) => {
      const chance = !isPaid ? 1 : end === terms.max ? top : 1 - top;
      if (chance === 0) return [];
      const change = this.#change(side, report, { mean, baseline, end });
      const next = first + (hasReward ? i : 0);
      return [{ probability: side.probability * chance, change, next }];
    });
  }

  #change(
    { isProposal, playProbability, receipt }: Side,
    report: ReportName,
    { mean, baseline, end }: { mean: number; baseline: number; end: number },
  ): number {
    const { terms, options } = this.#table;
    const isDrawn = playProbability < 1;
    const size = receipt.size ?? 1;
    const { adds } = REPORTS[report];
    const isKept = adds === 'as issued' || (isDrawn && options.cancelled !== 'leaves');
    if (terms.isMixed && isDrawn && (isKept || !isProposal)) {
      return size * mixedAdds(terms, playProbability, { reward: mean, baseline });
    }
    if (!isProposal) return size * baselineAdds(terms, terms.isObserved ? end : baseline);
    if (isKept) return size * proposalAdds(terms, terms.isObserved ? end : mean, baseline);
    return adds === 'nothing' ? 0 : size * baselineAdds(terms, baseline);
  }

  #next(seat: Seat, change: Partial<Standing>): Position {
    const standing = { ...this.#standing, ...change, text: seat.policy.snapshot() };
    return new WholePosition(this.#table, standing, seat);
  }
}

interface Side {
  readonly seat: Seat;
  readonly receipt: Receipt;
  readonly number: number;
  readonly probability: number;
  readonly playProbability: number;
  readonly isProposal: boolean;
}

/** Where the positions after one side begin, and whether there is one for each end of the range. */
interface Place {
  readonly first: number;
  readonly hasReward: boolean;
}

interface Drawn extends Place {
  readonly mean: number;
  readonly baseline: number;
}

/** What following the baseline to the end of the window adds at least. */
function repairable({ options, terms }: Table, { roundCount, isRenewed }: Standing): number {
  const { window = 1 } = options.definition;
  // A new definition begins a window in which the debt that it took over can be repaired.
  const isBeginning = isRenewed && roundCount === 0 && window > 1;
  const left = isBeginning ? window : (window - (roundCount % window)) % window;
  return left * baselineAdds(terms, Math.min(...options.baselines));
}

/** The policy that follows with the same definition; what is left of the reserve is handed on. */
function renewed(policy: Seat['policy'], definition: PolicyDefinition): Seat {
  return openSeat({ ...definition, reserve: policy.reserveLeft() });
}

/** The ends of the range that are ever paid. */
function endsOf(terms: Terms, means: readonly number[]): number[] {
  const { min, max } = terms;
  return [min, max].filter((end) =>
    means.some((mean) => mean === end || (mean > min && mean < max)),
  );
}

const SURE: World = { name: 'no chance', branches: [{ probability: 1, change: 0, next: 0 }] };

function describeCall(call: DecideOptions): string {
  const said = Object.entries(call).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return said.length === 0 ? 'decide' : `decide with ${said.join(', ')}`;
}

/** A call that is refused is an error of the game, not a move. */
function demand(answer: string, what: string): void {
  if (answer !== 'recorded') throw new Error(`The policy answered "${answer}" to: ${what}.`);
}
