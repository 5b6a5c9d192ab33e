/**
 * The files of a report, whether they come from a folder or out of an archive. Contents are read only when asked for.
 */
export interface ReportFile {
  /** With slashes, from the folder that was chosen: `paper/figures/safety.svg`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  read(): Promise<Blob>;
}

/** Larger files are no part of a report. */
export const FILE_BYTES_MAX = 8_000_000;

/** Returns the files that were chosen one by one, or with their folder. */
export function chosenFiles(files: Iterable<File>): ReportFile[] {
  return Array.from(files, (file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    size: file.size,
    read: async () => file,
  }));
}
