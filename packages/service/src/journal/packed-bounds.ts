/**
 * What the model thought of every action, packed: two numbers for each instead of three, eight bytes each, to the bit.
 *
 *     low = max(least reward, predicted − reach)     high = min(most, predicted + reach)
 *
 * Of a row for which no such reach is found, low and high themselves follow after a reach that is no number.
 */
import type { ActionBounds } from '@hedgerow/core';

interface RewardRange {
  readonly min: number;
  readonly max: number;
}

/** Returns the text; null if the rows say more than these numbers, or of other actions. */
export function packBounds(
  bounds: readonly ActionBounds[],
  actions: readonly string[],
  range: RewardRange,
): string | null {
  if (bounds.length !== actions.length) return null;
  const { numbers, bytes } = roomFor(4 * bounds.length);
  let count = 0;
  for (let row = 0; row < bounds.length; row++) {
    const one = bounds[row]!;
    if (one.action !== actions[row] || one.outlook !== undefined) return null;
    const reach = reachOf(one, range);
    numbers[count++] = one.predicted;
    numbers[count++] = reach;
    if (!Number.isNaN(reach)) continue;
    numbers[count++] = one.low;
    numbers[count++] = one.high;
  }
  return bytes.toString('base64', 0, 8 * count);
}

let room = newRoom(128);

/** Room for so many numbers, as numbers and as bytes; the same every time, because each text is made at once. */
function roomFor(count: number): typeof room {
  if (room.numbers.length < count) room = newRoom(2 * count);
  return room;
}

function newRoom(count: number) {
  const numbers = new Float64Array(count);
  return { numbers, bytes: Buffer.from(numbers.buffer) };
}

/** Returns the rows as they were. */
export function unpackBounds(
  text: string,
  actions: readonly string[],
  { min, max }: RewardRange,
): ActionBounds[] {
  const bytes = Buffer.from(text, 'base64');
  let at = 0;
  const next = () => {
    at += 8;
    return bytes.readDoubleLE(at - 8);
  };
  return actions.map((action) => {
    const predicted = next();
    const reach = next();
    if (Number.isNaN(reach)) return { action, predicted, low: next(), high: next() };
    const low = Math.max(min, predicted - reach);
    return { action, predicted, low, high: Math.min(max, predicted + reach) };
  });
}

/** Returns a reach that gives low and high to the bit; NaN if none of the likely ones does. */
function reachOf(bounds: ActionBounds, range: RewardRange): number {
  if (fits(Infinity, bounds, range)) return Infinity;
  const { predicted, low, high } = bounds;
  const below = predicted - low;
  const above = high - predicted;
  // One side may be cut off by the range; if none is, rounding leaves a little room between the two.
  if (low === range.min && fits(above, bounds, range)) return above;
  for (let i = 0; i < SHARES.length; i++) {
    const reach = below + SHARES[i]! * (above - below);
    if (fits(reach, bounds, range)) return reach;
  }
  return Number.NaN;
}

const SHARES: readonly number[] = [0, 0.5, 0.25, 0.75, 1];

function fits(
  reach: number,
  { predicted, low, high }: ActionBounds,
  { min, max }: RewardRange,
): boolean {
  return (
    Object.is(Math.max(min, predicted - reach), low) &&
    Object.is(Math.min(max, predicted + reach), high)
  );
}
