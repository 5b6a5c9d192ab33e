import { expect, it } from 'vitest';
import { decodeFile } from './decode-file.ts';

it.each([
  ['UTF-8', [0xc3, 0xbc]],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0xc3, 0xbc]],
  ['UTF-16, little end first', [0xff, 0xfe, 0xfc, 0x00]],
  ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0xfc]],
  ['Windows-1252', [0xfc]],
])('reads %s', (_, bytes) => {
  expect(decodeFile(new Uint8Array(bytes))).toBe('ü');
});
