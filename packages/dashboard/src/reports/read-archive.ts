/**
 * The files of a ZIP archive, read in the browser.
 *
 *     end record        where the directory is, and how many entries it has
 *     directory         for each file: name, sizes, method, where its own header is
 *     header of a file  name and extras again, then the bytes, stored (0) or deflated (8)
 *
 * Nothing is unpacked before it is asked for, and never more than a file of a report may be large, whatever
 * the archive claims.
 */
import { FILE_BYTES_MAX, type ReportFile } from './report-files.ts';

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const FILE_MARK = 0x04034b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const ENTRY_BYTES = 46;
const FILE_HEADER_BYTES = 30;

/** Returns the files of an archive, or null if it is none. */
export async function readArchive(archive: Blob): Promise<ReportFile[] | null> {
  const tailStart = Math.max(0, archive.size - END_BYTES - COMMENT_BYTES_MAX);
  const tail = await viewOf(archive.slice(tailStart));
  const end = lastMark(tail, END_MARK);
  if (end === -1) return null;
  const directorySize = tail.getUint32(end + 12, true);
  const directoryStart = tail.getUint32(end + 16, true);
  const directory = await viewOf(
    archive.slice(directoryStart, directoryStart + Math.min(directorySize, FILE_BYTES_MAX)),
  );
  return entriesOf(directory).map((entry) => ({
    path: entry.name,
    size: entry.size,
    read: () => unpack(archive, entry),
  }));
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly start: number;
}

function entriesOf(directory: DataView): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.byteLength && directory.getUint32(at, true) === ENTRY_MARK) {
    const nameLength = directory.getUint16(at + 28, true);
    const extraLength = directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    const end = at + ENTRY_BYTES + nameLength;
    if (end > directory.byteLength) break;
    entries.push({
      name: new TextDecoder().decode(
        new Uint8Array(directory.buffer, directory.byteOffset + at + ENTRY_BYTES, nameLength),
      ),
      method: directory.getUint16(at + 10, true),
      packedSize: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      start: directory.getUint32(at + 42, true),
    });
    at = end + extraLength;
  }
  return entries;
}

async function unpack(archive: Blob, { name, method, packedSize, start }: Entry): Promise<Blob> {
  const header = await viewOf(archive.slice(start, start + FILE_HEADER_BYTES));
  if (header.byteLength < FILE_HEADER_BYTES || header.getUint32(0, true) !== FILE_MARK) {
    throw new Error(`The archive is damaged where “${name}” should begin.`);
  }
  const skipped = header.getUint16(26, true) + header.getUint16(28, true);
  const first = start + FILE_HEADER_BYTES + skipped;
  const packed = archive.slice(first, first + packedSize);
  if (method === 0) return packed;
  if (method !== 8) throw new Error(`“${name}” is packed in a way that is not known here.`);
  return await limited(packed.stream().pipeThrough(new DecompressionStream('deflate-raw')), name);
}

/** A small archive can unpack to more than the memory holds, so the bytes are counted. */
async function limited(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  name: string,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.byteLength;
    if (size > FILE_BYTES_MAX) throw new Error(`“${name}” is too large for a report.`);
    pieces.push(piece);
  }
  return new Blob(pieces);
}

async function viewOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer());
}

function lastMark(view: DataView, mark: number): number {
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) === mark) return at;
  }
  return -1;
}
