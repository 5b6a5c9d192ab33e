/**
 * Names as people mean them: blanks around a name and doubled ones inside are slips of the hand.
 *
 * Spreadsheets add no-break blanks, and copying from web pages adds signs of no width at all; neither
 * can be seen, and each would make a second field of the first.
 */

/** Most names are plain; they need no further look. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Returns the name without blanks around it, and with one ordinary blank wherever there were some. */
export function tidyName(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** Returns what is left of a name when case, blanks, hyphens, dots and accents do not count. */
export function spellingKey(name: string): string {
  const key = withoutAccents(name).replace(/[^\p{L}\p{N}]/gu, '');
  return key === '' ? name : key;
}

/** Returns the text in lower case without accents; ß becomes ss. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss');
}
