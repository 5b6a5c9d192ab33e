/**
 * The text of a table in a file: UTF-8, or what spreadsheets write instead of it.
 *
 * Excel saves "CSV" in the code page of its computer and "Unicode text" as UTF-16. Bytes that are no
 * UTF-8 are read as Windows-1252, the code page of western Europe and the Americas; a note says so.
 */
import { readInputBytes } from '../output/read-input.ts';

export interface TableText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/** Returns the text of the file, or of standard input for "-". */
export async function readTableFile(name: string): Promise<TableText> {
  return decodeTable(await readInputBytes(name));
}

/** Returns the text of the bytes. */
export function decodeTable(bytes: Uint8Array): TableText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs(bytes, 'utf-16le', 'UTF-16');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs(bytes, 'utf-16be', 'UTF-16');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, encoding: 'UTF-8' };
  } catch {
    return decodeAs(bytes, 'windows-1252', 'Windows-1252');
  }
}

function decodeAs(bytes: Uint8Array, label: string, encoding: TableText['encoding']): TableText {
  return { text: new TextDecoder(label).decode(bytes), encoding };
}
