/**
 * How much of each field is tried this season, so that all of it together is safe.
 *
 *     maximise    Σ size · share · value          value = what a try promises above the baseline
 *     subject to  Σ max( −c(share), 0 ) ≤ slack   c = the certain part of the decision
 *
 * What a share costs is 0 up to the free share and then rises, the steeper the larger the share is: a
 * convex function of straight pieces. So it is best to buy pieces in the order of value for money, each
 * field's own pieces being in that order already; the last one is bought in part. Pieces that are as
 * good as each other are bought in equal parts: many small bets prove more than a large one. This is exact for
 * fields that can be divided. One that cannot is a single piece, taken whole or not at all. If fields
 * have strips, shares are rounded down to whole ones, and what that leaves buys more of them, one by one.
 *
 * What a field adds for certain is lent to no other, because it may turn out void: so every part of a
 * plan that is carried out is safe, too.
 */
import { requireBetween } from '../../base/require.ts';
import { type CertainLine, certainAt, freeShare } from './certain-part.ts';
import { requireShare } from './split-declarations.ts';

export interface SeasonItem {
  readonly size: number;
  /** For each candidate, what it promises above the baseline for a unit of size. */
  readonly values: ArrayLike<number>;
  /** The lines whose lowest is the certain part of a unit of size. */
  readonly lines: readonly CertainLine[];
  /** What may be lost on top, for a unit of size. Default 0. */
  readonly allowance?: number;
  /** Largest share that may be tried; the rest is the check. Whole fields are tried whole. */
  readonly shareMax: number;
  /** Default true. If not, the share is 0 or 1. */
  readonly isDivisible?: boolean;
  /** Number of equal strips: shares are rounded down to whole ones. Default: any share. */
  readonly stripCount?: number;
}

export interface PlannedShare {
  /** The candidate with the highest value; null if none is better than the baseline. */
  readonly candidate: number | null;
  readonly share: number;
  /** What it can cost the slack, in reward units. */
  readonly cost: number;
}

/** A part of a field that costs the same for each unit of share. */
interface Piece {
  readonly item: number;
  readonly from: number;
  readonly to: number;
  readonly size: number;
  /** For a unit of share and of size: then pieces of like fields are alike to the last bit. */
  readonly price: number;
  readonly value: number;
  readonly isWhole: boolean;
}

function byValueForMoney(a: Piece, b: Piece): number {
  return b.value * a.price - a.value * b.price || a.item - b.item;
}

function isAsGood(a: Piece, b: Piece): boolean {
  return b.value * a.price === a.value * b.price;
}

function costOfPiece({ size, price, from, to }: Piece): number {
  return size * price * (to - from);
}

/** Left over, so that rounding never makes the last decision of a plan unsafe. */
const KEPT_SHARE = 1e-9;

/** Shares that differ by no more are one share: the free share is a fifth of a field, or 4 strips of 20. */
const ROUNDING = 1e-12;

/** Returns a share for each item; together they never cost more than the slack. */
export function planSeason(items: readonly SeasonItem[], slack: number): PlannedShare[] {
  const budget = Math.max(slack * (1 - KEPT_SHARE) - roundingOf(items), 0);
  const best = items.map((item) => bestCandidate(item));
  const shares = buyPieces(items, best, budget);
  roundToStrips(items, best, shares, budget);
  return items.map((item, i) => ({
    candidate: best[i]!,
    share: shares[i]!,
    cost: costOf(item, shares[i]!),
  }));
}

/** More than rounding can make of a plan: so little is never spent. */
function roundingOf(items: readonly SeasonItem[]): number {
  return items.reduce((sum, { size, lines, allowance = 0 }) => {
    const heights = lines.map(({ height, slope }) => Math.abs(height) + Math.abs(slope));
    return sum + ROUNDING * size * (Math.max(...heights) + allowance);
  }, 0);
}

/** Shares without regard to strips: pieces in the order of value for money, as far as it reaches. */
function buyPieces(
  items: readonly SeasonItem[],
  best: readonly (number | null)[],
  budget: number,
): number[] {
  const shares = items.map((item, i) => (best[i] === null ? 0 : freeOf(item)));
  const pieces = items.flatMap((item, i) => (best[i] === null ? [] : piecesOf(item, i, best[i]!)));
  pieces.sort(byValueForMoney);
  let left = budget;
  for (let start = 0; start < pieces.length; ) {
    let end = start + 1;
    while (end < pieces.length && isAsGood(pieces[start]!, pieces[end]!)) end += 1;
    left = buyAlike(pieces.slice(start, end), shares, left);
    start = end;
  }
  return shares;
}

/** Buys pieces that are as good as each other, in equal parts if not all can be paid; returns what is left. */
function buyAlike(alike: readonly Piece[], shares: number[], budget: number): number {
  let left = budget;
  const divisible: Piece[] = [];
  for (const piece of alike) {
    const { item, from, to } = piece;
    // A field whose pieces before this one were not bought whole gets no more.
    if (shares[item] !== from) continue;
    if (!piece.isWhole) divisible.push(piece);
    else if (costOfPiece(piece) <= left) {
      shares[item] = to;
      left -= costOfPiece(piece);
    }
  }
  if (divisible.length === 0) return left;
  const cost = divisible.reduce((sum, piece) => sum + costOfPiece(piece), 0);
  const bought = cost <= left ? 1 : left / cost;
  for (const { item, from, to } of divisible) {
    shares[item] = bought === 1 ? to : from + bought * (to - from);
  }
  return Math.max(left - bought * cost, 0);
}

/** Rounds down to whole strips, and buys further ones with what is left, the best for money first. */
function roundToStrips(
  items: readonly SeasonItem[],
  best: readonly (number | null)[],
  shares: number[],
  budget: number,
): void {
  const striped = [...items.keys()].filter((i) => items[i]!.stripCount !== undefined);
  if (striped.length === 0) return;
  for (const i of striped) shares[i] = wholeStrips(items[i]!, shares[i]!);
  let left = items.reduce((sum, item, i) => sum - costOf(item, shares[i]!), budget);
  for (let hasBought = true; hasBought; ) {
    hasBought = false;
    const offers = striped.flatMap((i) => nextStrip(items[i]!, i, best[i]!, shares[i]!));
    offers.sort(byValueForMoney);
    for (const offer of offers) {
      const cost = costOfPiece(offer);
      if (cost > left) continue;
      shares[offer.item] = offer.to;
      left -= cost;
      hasBought = true;
    }
  }
}

/** The next whole strip of a field, if there is one to be tried. */
function nextStrip(
  item: SeasonItem,
  index: number,
  candidate: number | null,
  share: number,
): Piece[] {
  const { stripCount = 1, shareMax, isDivisible = true, size } = item;
  const to = (Math.round(share * stripCount) + 1) / stripCount;
  if (candidate === null || !isDivisible || to > shareMax) return [];
  const price = Math.max(costOf(item, to) - costOf(item, share), 0) / (size * (to - share));
  const value = item.values[candidate]!;
  return [{ item: index, from: share, to, size, price, value, isWhole: true }];
}

/** What a share can cost the slack. */
function costOf({ size, lines, allowance = 0 }: SeasonItem, share: number): number {
  return Math.max(-size * certainAt(lines, share, allowance), 0);
}

/** The largest number of whole strips that cost no more than this share, as a share; .3 of 10 are 3. */
function wholeStrips(item: SeasonItem, share: number): number {
  const { stripCount = 1 } = item;
  const strips = Math.floor(share * stripCount * (1 + ROUNDING));
  const isDearer = costOf(item, strips / stripCount) > costOf(item, share);
  return (isDearer ? strips - 1 : strips) / stripCount;
}

/** The candidate of the highest value above 0; the first of equals. */
function bestCandidate(item: SeasonItem): number | null {
  requireBetween('size', item.size, 0, Number.POSITIVE_INFINITY);
  requireShare('shareMax', item.shareMax);
  let best: number | null = null;
  let highest = 0;
  for (let candidate = 0; candidate < item.values.length; candidate++) {
    if (item.values[candidate]! > highest) {
      best = candidate;
      highest = item.values[candidate]!;
    }
  }
  return best;
}

/** What can be tried for nothing. */
function freeOf({ lines, allowance = 0, shareMax, isDivisible = true }: SeasonItem): number {
  const free = freeShare(lines, allowance);
  if (!isDivisible) return free === 1 ? 1 : 0;
  return Math.min(free, shareMax);
}

/** The pieces of a field beyond its free share, in the order in which they have to be bought. */
function piecesOf(item: SeasonItem, index: number, candidate: number): Piece[] {
  const { lines, size, allowance = 0, shareMax, isDivisible = true } = item;
  const value = item.values[candidate]!;
  const free = freeOf(item);
  if (!isDivisible) {
    const price = -certainAt(lines, 1, allowance);
    const whole = { item: index, from: 0, to: 1, size, price, value, isWhole: true };
    return free === 1 ? [] : [whole];
  }
  const pieces: Piece[] = [];
  // Where lines cross at the end of the free share, rounding must not make a free piece beyond it.
  const ends = [...crossings(lines, free + ROUNDING, shareMax), shareMax];
  let from = free;
  for (const [k, to] of ends.entries()) {
    const price = steepnessAt(lines, (from + to) / 2);
    // Lines may cross above the lowest of them: it is one piece then.
    const isOne = k + 1 < ends.length && price === steepnessAt(lines, (to + ends[k + 1]!) / 2);
    if (isOne || to <= from) continue;
    pieces.push({ item: index, from, to, size, price, value, isWhole: false });
    from = to;
  }
  return pieces;
}

/** How fast the lowest line falls at this share. */
function steepnessAt(lines: readonly CertainLine[], share: number): number {
  let lowest = lines[0]!;
  for (const line of lines) if (heightAt(line, share) < heightAt(lowest, share)) lowest = line;
  return -lowest.slope;
}

function heightAt({ height, slope }: CertainLine, share: number): number {
  return height + slope * share;
}

/** Where two lines cross between two shares, in order. */
function crossings(lines: readonly CertainLine[], above: number, below: number): number[] {
  const found: number[] = [];
  lines.forEach((one, i) => {
    for (const other of lines.slice(i + 1)) {
      const share = (one.height - other.height) / (other.slope - one.slope);
      if (share > above && share < below) found.push(share);
    }
  });
  return found.sort((a, b) => a - b);
}
