/**
 * A ZIP archive made by hand, for tests: some files deflated, some stored.
 */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ArchivedFile {
  readonly name: string;
  readonly text: string;
  readonly isStored?: boolean;
}

/** Returns the bytes of the archive. */
export function makeArchive(files: readonly ArchivedFile[]): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, text, isStored = false } of files) {
    const contents = Buffer.from(text);
    const packed = isStored ? contents : deflateRawSync(contents);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(contents), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(contents.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
