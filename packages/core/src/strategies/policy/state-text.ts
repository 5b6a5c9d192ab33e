/**
 * A policy's state as text: versioned, with a checksum, bit for bit.
 *
 * Arrays of numbers are written as hexadecimal little-endian doubles and not as decimals, so that
 * not even the sign of a zero changes. The checksum (CRC-32C) finds damage; it is no signature.
 */
import { HedgerowError } from '../../base/errors.ts';

const FORMAT = 'hedgerow-policy/2';
const POLYNOMIAL = 0x82f63b78;
const FIRST_REMAINDER = 0xffffffff;
const BYTES: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);
const REMAINDERS: Int32Array = Int32Array.from(BYTES, remainderOf);
/** The same for a byte that is followed by one, two or three others. */
const FARTHER: Int32Array = farther(REMAINDERS);
const FARTHER_BY_TWO: Int32Array = farther(FARTHER);
const FARTHER_BY_THREE: Int32Array = farther(FARTHER_BY_TWO);
/** Value of a hexadecimal digit by its UTF-16 unit. */
const NIBBLE_OF_UNIT: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) =>
  Math.max(0, '0123456789abcdef'.indexOf(String.fromCharCode(unit))),
);

/** UTF-16 units of the hexadecimal digits. */
const UNIT_OF_NIBBLE: Uint8Array = Uint8Array.from('0123456789abcdef', (digit) =>
  digit.charCodeAt(0),
);
/** A double as bytes, in an order that does not depend on the machine. */
const BYTES_OF_DOUBLE: DataView = new DataView(new ArrayBuffer(8));

/** Items of a long list that are written in one step, and values in all of them: about half a millisecond's work. */
const STEP_ITEMS = 32;
const STEP_VALUES = 4096;

/** Work in small steps, so that others may work in between; the last one returns the text, in pieces: joining them would be a large step. */
export type TextInSteps = Generator<void, readonly string[], void>;

/** Wraps plain data as snapshot text. */
export function encodeState(body: object): string {
  const text = toJson(body);
  return headOf(divideOn(FIRST_REMAINDER, text)) + text;
}

/**
 * The same as `encodeState` in steps. The items of long lists are read step by step and must not
 * change meanwhile; everything else is read now.
 */
export function encodeInSteps(body: object): TextInSteps {
  return joinPieces(piecesOf(body));
}

type Piece = () => string;

function* joinPieces(pieces: readonly Piece[]): TextInSteps {
  const texts: string[] = [];
  let remainder = FIRST_REMAINDER;
  for (const write of pieces) {
    const text = write();
    remainder = divideOn(remainder, text);
    texts.push(text);
    yield;
  }
  return [headOf(remainder), ...texts];
}

function headOf(remainder: number): string {
  return `${FORMAT} ${checksumOf(remainder)}\n`;
}

/** Text that is known now and pieces that are written later, in their order. */
class Pieces {
  readonly #all: Piece[] = [];
  #text = '';

  now(text: string): void {
    this.#text += text;
  }

  later(pieces: readonly Piece[]): void {
    const text = this.#text;
    this.#text = '';
    this.#all.push(() => text, ...pieces);
  }

  all(): readonly Piece[] {
    this.later([]);
    return this.#all;
  }
}

function piecesOf(body: object): readonly Piece[] {
  const pieces = new Pieces();
  writeMembers(body, pieces, (value) => {
    if (isLong(value)) writeItems(value, pieces);
    else writeInSteps(value, pieces);
  });
  return pieces.all();
}

/**
 * What is large is written later, wherever it is: what a model has learnt, or the books of a thousand sites. Plain lists are copies, or never
 * change; of arrays of doubles nobody knows, so a list of them is written at once.
 */
function writeInSteps(value: unknown, pieces: Pieces): void {
  if (countValues(value, STEP_VALUES) <= STEP_VALUES) pieces.now(toJson(value));
  else if (value instanceof Float64Array) writeDoubles(value, pieces);
  else if (!Array.isArray(value))
    writeMembers(value as object, pieces, (member) => writeInSteps(member, pieces));
  else if (holdsDoubles(value)) pieces.now(toJson(value));
  else writeItems(value, pieces);
}

function writeMembers(body: object, pieces: Pieces, write: (value: unknown) => void): void {
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    pieces.now(`${before}${JSON.stringify(name)}:`);
    before = ',';
    write(value);
  }
  pieces.now(before === '{' ? '{}' : '}');
}

function writeDoubles(values: Float64Array, pieces: Pieces): void {
  // Whoever gave them may go on with them.
  const copy = values.slice();
  pieces.now('{"doubles":"');
  pieces.later(
    Array.from({ length: Math.ceil(copy.length / STEP_VALUES) }, (_, index) => {
      const start = index * STEP_VALUES;
      return () => toHex(copy.subarray(start, start + STEP_VALUES));
    }),
  );
  pieces.now('"}');
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > STEP_ITEMS;
}

function writeItems(items: readonly unknown[], pieces: Pieces): void {
  pieces.now('[');
  pieces.later(itemPieces(items));
  pieces.now(']');
}

function itemPieces(items: readonly unknown[]): Piece[] {
  // Items of a list are alike: the first tells how much there is to write.
  const fitting = Math.floor(STEP_VALUES / Math.max(1, countValues(items[0], STEP_VALUES)));
  const stepItems = Math.min(STEP_ITEMS, Math.max(1, fitting));
  return Array.from({ length: Math.ceil(items.length / stepItems) }, (_, index) => {
    const start = index * stepItems;
    return () => {
      const list = toJson(items.slice(start, start + stepItems));
      return `${start === 0 ? '' : ','}${list.slice(1, -1)}`;
    };
  });
}

/** How many values it holds; where they are more than `most`, some number above it. */
function countValues(value: unknown, most: number): number {
  if (!isObject(value)) return 1;
  if (value instanceof Float64Array) return value.length;
  const parts = value as Record<string, unknown>;
  let count = 0;
  for (const name of Object.keys(parts)) {
    count += countValues(parts[name], most - count);
    if (count > most) return count;
  }
  return count;
}

function holdsDoubles(value: unknown): boolean {
  if (!isObject(value)) return false;
  return value instanceof Float64Array || Object.values(value).some(holdsDoubles);
}

/** Doubles are put in before, because a replacer would be called for every value. */
function toJson(value: unknown): string {
  return JSON.stringify(isObject(value) ? withHex(value) : value);
}

/** The same data with doubles as text; what holds none is returned as it is. */
function withHex(value: object): object {
  if (value instanceof Float64Array) return { doubles: toHex(value) };
  const parts = value as Record<string, unknown>;
  let copy: Record<string, unknown> | null = null;
  // Places of lists count as names. A loop with "for ... in" takes twice as long for all of the text.
  for (const name of Object.keys(parts)) {
    const part = parts[name];
    if (!isObject(part)) continue;
    const written = withHex(part);
    if (written === part) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...parts }) as Record<string, unknown>;
    copy[name] = written;
  }
  return copy ?? value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns the plain data of snapshot text, or refuses it. */
export function decodeState(snapshot: string): unknown {
  const [head, text] = splitHead(snapshot);
  const [format, sum] = head.split(' ');
  if (format !== FORMAT) throw unreadable(`of format ${JSON.stringify(format?.slice(0, 40))}`);
  if (sum !== checksumOf(divideOn(FIRST_REMAINDER, text)))
    throw unreadable('damaged: its checksum does not fit');
  return withDoubles(JSON.parse(text));
}

/** Turns text back into arrays of doubles, in place; much faster than a reviver. */
function withDoubles(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (isDoubles(value)) return fromHex(value.doubles);
  const parts = value as Record<string, unknown>;
  for (const key of Object.keys(parts)) {
    const part = parts[key];
    if (isObject(part)) parts[key] = withDoubles(part);
  }
  return value;
}

function splitHead(snapshot: string): [string, string] {
  if (typeof snapshot !== 'string') throw unreadable('not text');
  const end = snapshot.indexOf('\n');
  return end < 0 ? [snapshot, ''] : [snapshot.slice(0, end), snapshot.slice(end + 1)];
}

/** Something of a caller's may be called "doubles" too, but it is never text. */
function isDoubles(value: object): value is { doubles: string } {
  return 'doubles' in value && typeof value.doubles === 'string';
}

/** Writes the little-endian bytes of each double, the high digit of a byte first. */
function toHex(values: Float64Array): string {
  let text = '';
  for (let i = 0; i < values.length; i++) {
    BYTES_OF_DOUBLE.setFloat64(0, values[i]!, true);
    text += hexOf(BYTES_OF_DOUBLE.getUint32(0, true)) + hexOf(BYTES_OF_DOUBLE.getUint32(4, true));
  }
  return text;
}

/** The four bytes of a word, the lowest first. */
function hexOf(word: number): string {
  const units = UNIT_OF_NIBBLE;
  return String.fromCharCode(
    units[(word >>> 4) & 15]!,
    units[word & 15]!,
    units[(word >>> 12) & 15]!,
    units[(word >>> 8) & 15]!,
    units[(word >>> 20) & 15]!,
    units[(word >>> 16) & 15]!,
    units[word >>> 28]!,
    units[(word >>> 24) & 15]!,
  );
}

function fromHex(text: string): Float64Array {
  const view = new DataView(new ArrayBuffer(text.length / 2));
  for (let i = 0; i < view.byteLength; i++) {
    const high = NIBBLE_OF_UNIT[text.charCodeAt(2 * i)]!;
    view.setUint8(i, 16 * high + NIBBLE_OF_UNIT[text.charCodeAt(2 * i + 1)]!);
  }
  const values = new Float64Array(view.byteLength / 8);
  for (let i = 0; i < values.length; i++) values[i] = view.getFloat64(8 * i, true);
  return values;
}

/** Goes on with the division of CRC-32C over the UTF-16 units of more text, two at a time while there are two. */
function divideOn(before: number, text: string): number {
  let remainder = before;
  const paired = text.length - (text.length % 2);
  for (let i = 0; i < paired; i += 2) {
    const mixed = remainder ^ (text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16));
    remainder =
      FARTHER_BY_THREE[mixed & 0xff]! ^
      FARTHER_BY_TWO[(mixed >>> 8) & 0xff]! ^
      FARTHER[(mixed >>> 16) & 0xff]! ^
      REMAINDERS[mixed >>> 24]!;
  }
  if (paired === text.length) return remainder;
  const mixed = (remainder ^ text.charCodeAt(paired)) & 0xffff;
  return (remainder >>> 16) ^ FARTHER[mixed & 0xff]! ^ REMAINDERS[mixed >>> 8]!;
}

/** CRC-32C as eight hexadecimal digits. */
function checksumOf(remainder: number): string {
  return ((remainder ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

/** What is left of a byte after eight steps of the division. */
function remainderOf(byte: number): number {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? POLYNOMIAL : 0);
  return rest;
}

/** What is left of each byte one byte further on. */
function farther(remainders: Int32Array): Int32Array {
  return remainders.map((rest) => (rest >>> 8) ^ REMAINDERS[rest & 0xff]!);
}

function unreadable(received: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `a snapshot must be unchanged text that snapshot() returned (${FORMAT})`,
    received,
    remedy: 'Restore an earlier snapshot; do not repair this one by hand.',
  });
}
