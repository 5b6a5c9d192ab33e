/**
 * The value of a game: the largest chance of a hit that any strategy of true reports has.
 *
 *     V(s) = 1                                              on a hit
 *     V(s) = max over moves and worlds of  Σ p · V(next, s + change)      else
 *
 * s is the true slack, looked at on a grid. Slacks off the grid are rounded up for `low`, which a strategy
 * that exists reaches, and down for `high`, which none exceeds: more slack never helps to break anything.
 */
import type { Game, Hit, Move, Position, SlackGrid, World } from './game.ts';

export interface GameValue {
  readonly low: number;
  readonly high: number;
  /** Number of positions of the tree. */
  readonly positions: number;
}

/** Values of a position by the true slack. */
interface Values {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** What is said of slacks, beyond the rounding of a few additions. */
const ROUNDING = 1e-9;

/** Solves a game. */
export function solveGame(game: Game): GameValue {
  const { position, slack } = game.open();
  const solver = new Solver(game);
  const { low, high } = solver.valuesOf(position);
  return {
    low: at(low, upIndex(game.grid, slack), 0),
    high: at(high, downIndex(game.grid, slack), 1),
    positions: solver.positionCount,
  };
}

/** Returns the moves, worlds and answers of chance that win most, in their order. */
export function winningLine(game: Game): string[] {
  let { position, slack } = game.open();
  const lines: string[] = [];
  const solver = new Solver(game);
  while (!isHit(game.hit, position, slack)) {
    const best = solver.bestAt(position, slack);
    if (best === null) break;
    lines.push(best.text);
    ({ position, slack } = best);
  }
  return lines;
}

class Solver {
  positionCount = 0;
  readonly #hit: Hit;
  readonly #grid: SlackGrid;
  readonly #count: number;
  /** Positions that are reached on several ways are the same object. */
  readonly #known = new WeakMap<Position, Values>();

  constructor({ hit, grid }: Game) {
    this.#hit = hit;
    this.#grid = grid;
    this.#count = Math.round((grid.max - grid.min) / grid.step) + 1;
  }

  valuesOf(position: Position): Values {
    const known = this.#known.get(position);
    if (known !== undefined) return known;
    this.positionCount += 1;
    const values = { low: this.#zeros(), high: this.#zeros() };
    for (const move of position.moves()) {
      const next = move.positions.map((open) => this.valuesOf(open()));
      for (const world of move.worlds) this.#raise(values, move, world, next);
    }
    for (let i = 0; i < this.#count; i++) {
      const slack = this.#grid.min + i * this.#grid.step;
      if (isHit(this.#hit, position, slack)) values.low[i] = values.high[i] = 1;
    }
    this.#known.set(position, values);
    return values;
  }

  bestAt(position: Position, slack: number) {
    let best: { value: number; text: string; position: Position; slack: number } | null = null;
    let bestChance = 0;
    for (const move of position.moves()) {
      const positions = move.positions.map((open) => open());
      const next = positions.map((one) => this.valuesOf(one).low);
      const start = Math.min(slack, move.atMost ?? slack);
      for (const world of move.worlds) {
        let sum = 0;
        let top = { value: -1, slack, position, probability: 0 };
        for (const { probability, change, next: index } of world.branches) {
          const value = at(next[index]!, upIndex(this.#grid, start + change), 0) * probability;
          sum += value;
          if (value > top.value) {
            top = { value, slack: start + change, position: positions[index]!, probability };
          }
        }
        if (sum <= bestChance + ROUNDING) continue;
        bestChance = sum;
        const text = `${move.name}; ${world.name} (${percent(top.probability)}); true slack ${rounded(top.slack)}, books ${rounded(top.position.budget)}; chance of a hit ${rounded(sum)}`;
        best = { value: sum, text, position: top.position, slack: top.slack };
      }
    }
    return best;
  }

  #raise({ low, high }: Values, { atMost }: Move, { branches }: World, next: Values[]): void {
    const { min, step } = this.#grid;
    for (let i = 0; i < this.#count; i++) {
      const slack = Math.min(min + i * step, atMost ?? Number.POSITIVE_INFINITY);
      let least = 0;
      let most = 0;
      for (const { probability, change, next: index } of branches) {
        const { low: lows, high: highs } = next[index]!;
        least += probability * at(lows, upIndex(this.#grid, slack + change), 0);
        most += probability * at(highs, downIndex(this.#grid, slack + change), 1);
      }
      if (least > low[i]!) low[i] = least;
      if (most > high[i]!) high[i] = most;
    }
  }

  #zeros(): Float64Array {
    return new Float64Array(this.#count);
  }
}

function isHit(hit: Hit, { budget, floor }: Position, slack: number): boolean {
  if (floor !== null && slack < floor - ROUNDING) return true;
  return hit === 'books' && budget !== null && slack < budget - ROUNDING;
}

/** Beyond the grid nothing is known: `low` counts no hit above it, `high` counts one below it. */
function at(values: Float64Array, index: number, below: number): number {
  if (index < 0) return below === 1 ? 1 : values[0]!;
  if (index >= values.length) return below === 1 ? values[values.length - 1]! : 0;
  return values[index]!;
}

function upIndex({ min, step }: SlackGrid, slack: number): number {
  return Math.ceil((slack - min) / step - 1e-6);
}

function downIndex({ min, step }: SlackGrid, slack: number): number {
  return Math.floor((slack - min) / step + 1e-6);
}

function percent(probability: number): string {
  return `${Math.round(100 * probability)}%`;
}

function rounded(value: number | null): string {
  return value === null ? 'wrong' : String(Math.round(1000 * value) / 1000);
}
