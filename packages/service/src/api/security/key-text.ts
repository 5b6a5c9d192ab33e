/**
 * An API key as text: `hk_<id>_<secret><checksum>`, all in letters and digits.
 *
 * The id is public and finds the record. The secret is 32 random bytes. The checksum (CRC-32) tells a
 * mistyped or shortened key from a wrong one before anything is looked up, and lets scanners for leaked
 * secrets recognise keys; it protects nothing.
 */
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const SECRET_BYTES = 32;
export const ID_BYTES = 8;
const SECRET_LENGTH = 43;
const ID_LENGTH = 11;
const CHECKSUM_LENGTH = 6;

const FORM = new RegExp(
  `^hk_([0-9A-Za-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/** Returns the key that is made of these random bytes. */
export function writeKeyText(idBytes: Uint8Array, secretBytes: Uint8Array): string {
  const start = `hk_${base62(idBytes, ID_LENGTH)}_${base62(secretBytes, SECRET_LENGTH)}`;
  return start + checksum(start);
}

/** Returns the id inside a key, or null if the text is no key. */
export function readKeyId(text: string): string | null {
  const parts = FORM.exec(text);
  if (parts === null) return null;
  const start = text.slice(0, -CHECKSUM_LENGTH);
  return checksum(start) === parts[3] ? parts[1]! : null;
}

/** The part of an id that is written to logs. */
export function keyLabel(id: string): string {
  return id === 'local' ? id : `hk_${id.slice(0, 4)}…`;
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return base62(bytes, CHECKSUM_LENGTH);
}

function base62(bytes: Uint8Array, length: number): string {
  let rest = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  let text = '';
  while (text.length < length) {
    text = DIGITS[Number(rest % 62n)]! + text;
    rest /= 62n;
  }
  return text;
}
