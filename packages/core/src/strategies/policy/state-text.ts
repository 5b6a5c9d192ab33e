/**
 * A policy's state as text: versioned, with a checksum, bit for bit.
 *
 * Arrays of numbers are written as hexadecimal little-endian doubles and not as decimals, so that
 * not even the sign of a zero changes. The checksum (CRC-32C) finds damage; it is no signature.
 */
import { HedgerowError } from '../../base/errors.ts';

const FORMAT = 'hedgerow-policy/1';
const POLYNOMIAL = 0x82f63b78;

/** Wraps plain data as snapshot text. */
export function encodeState(body: unknown): string {
  const text = JSON.stringify(body, (_key, value) =>
    value instanceof Float64Array ? { doubles: toHex(value) } : value,
  );
  return `${FORMAT} ${checksum(text)}\n${text}`;
}

/** Returns the plain data of snapshot text, or refuses it. */
export function decodeState(snapshot: string): unknown {
  const [head, text] = splitHead(snapshot);
  const [format, sum] = head.split(' ');
  if (format !== FORMAT) throw unreadable(`of format ${JSON.stringify(format?.slice(0, 40))}`);
  if (sum !== checksum(text)) throw unreadable('damaged: its checksum does not fit');
  return JSON.parse(text, (_key, value) => (isDoubles(value) ? fromHex(value.doubles) : value));
}

function splitHead(snapshot: string): [string, string] {
  if (typeof snapshot !== 'string') throw unreadable('not text');
  const end = snapshot.indexOf('\n');
  return end < 0 ? [snapshot, ''] : [snapshot.slice(0, end), snapshot.slice(end + 1)];
}

function isDoubles(value: unknown): value is { doubles: string } {
  return typeof value === 'object' && value !== null && 'doubles' in value;
}

function toHex(values: Float64Array): string {
  const view = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, i) => {
    view.setFloat64(8 * i, value, true);
  });
  return Array.from(new Uint8Array(view.buffer), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

function fromHex(text: string): Float64Array {
  const view = new DataView(new ArrayBuffer(text.length / 2));
  for (let i = 0; i < view.byteLength; i++) {
    view.setUint8(i, Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
  }
  return Float64Array.from({ length: view.byteLength / 8 }, (_, i) => view.getFloat64(8 * i, true));
}

/** CRC-32C of the text's UTF-16 units, as eight hexadecimal digits. */
function checksum(text: string): string {
  let remainder = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    remainder = addByte(addByte(remainder, unit & 0xff), unit >>> 8);
  }
  return ((remainder ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

function addByte(remainder: number, byte: number): number {
  let next = remainder ^ byte;
  for (let bit = 0; bit < 8; bit++) next = (next >>> 1) ^ (next & 1 ? POLYNOMIAL : 0);
  return next;
}

function unreadable(received: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `a snapshot must be unchanged text that snapshot() returned (${FORMAT})`,
    received,
    remedy: 'Restore an earlier snapshot; do not repair this one by hand.',
  });
}
