/**
 * Reports are found in folders and archives, and read no further than they may.
 */
import { describe, expect, it } from 'vitest';
import { findReports } from './open-report.ts';
import { readArchive } from './read-archive.ts';
import { FILE_BYTES_MAX, type ReportFile } from './report-files.ts';
import { makeArchive } from './testing/make-archive.ts';

function file(path: string): ReportFile {
  return { path, size: 1, read: async () => new Blob(['x']) };
}

describe('reports in a folder', () => {
  it('are found at every depth, the outer ones first', () => {
    const files = ['a/b/report.md', 'a/report.html', 'a/report.md', 'a/my-report.md'].map(file);
    expect(findReports(files).map(({ folder }) => folder)).toEqual(['a/', 'a/b/']);
  });

  it('may be a file that was chosen alone', () => {
    expect(findReports([file('report.md')])).toMatchObject([{ folder: '' }]);
  });
});

describe('an archive', () => {
  it('gives its files, stored or deflated', async () => {
    const bytes = makeArchive([
      { name: 'r/report.md', text: '# T\n'.repeat(50) },
      { name: 'r/figures/a.svg', text: '<svg/>', isStored: true },
    ]);
    const files = (await readArchive(new Blob([bytes])))!;
    expect(files.map(({ path }) => path)).toEqual(['r/report.md', 'r/figures/a.svg']);
    const contents = await Promise.all(files.map(async (one) => await (await one.read()).text()));
    expect(contents).toEqual(['# T\n'.repeat(50), '<svg/>']);
  });

  it('is none if it has no end record', async () => {
    expect(await readArchive(new Blob(['not an archive, but long enough to be one']))).toBeNull();
    expect(await readArchive(new Blob([]))).toBeNull();
  });

  it('is refused where it unpacks to more than a report may hold', async () => {
    const bytes = makeArchive([{ name: 'report.md', text: 'a'.repeat(FILE_BYTES_MAX + 1) }]);
    expect(bytes.length).toBeLessThan(100_000);
    const [bomb] = (await readArchive(new Blob([bytes])))!;
    await expect(bomb!.read()).rejects.toThrow('“report.md” is too large for a report.');
  });

  it('is called damaged where a file does not begin where it should', async () => {
    const bytes = makeArchive([{ name: 'report.md', text: '# T' }]);
    bytes.write('XX', 0, 'latin1');
    const [damaged] = (await readArchive(new Blob([bytes])))!;
    await expect(damaged!.read()).rejects.toThrow('damaged');
  });

  it('survives being cut off anywhere', async () => {
    const bytes = makeArchive([{ name: 'report.md', text: '# T' }]);
    for (let length = 0; length < bytes.length; length++) {
      await expect(readArchive(new Blob([bytes.subarray(0, length)]))).resolves.toBeNull();
    }
  });
});
