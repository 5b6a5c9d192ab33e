/**
 * A real disk is filled under a whole service: it is told with numbers, and the service goes on by itself
 * as soon as there is room. The disk is a small one in memory, for a process that may have one to itself.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fixtureFolder } from '../journal/testing/fixture-folder.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';

const scriptNamed = (name: string) => fileURLToPath(new URL(`./testing/${name}`, import.meta.url));
const DISK = '40m';
/** A sixteenth of the disk. */
const NEEDED = (40 << 20) / 16;

/** Runs a program that has a small disk at the folder; nobody else sees it. */
function withSmallDisk(folder: string, program: readonly string[]) {
  const mount = `mount -t tmpfs -o size=${DISK} tmpfs "$1" && shift && exec "$@"`;
  const rights = process.getuid?.() === 0 ? '-m' : '-rm';
  const command = [rights, 'sh', '-c', mount, 'sh', folder, ...program];
  return spawnSync('unshare', command, { encoding: 'utf8' });
}

function programOf(script: string, ...words: string[]): string[] {
  return [process.execPath, '--conditions=@hedgerow/source', scriptNamed(script), ...words];
}

const mayMount = withSmallDisk(temporaryFolder(), ['true']).status === 0;

test.skipIf(!mayMount)(
  'a full disk is told, and left behind as soon as there is room',
  () => {
    const disk = temporaryFolder();
    const program = programOf('fill-disk.ts', disk);
    const { stdout, stderr, status } = withSmallDisk(disk, program);
    expect(status, stderr).toBe(0);
    const answers = JSON.parse(stdout) as { step: string; decide: string; ready: string }[];
    const numbers = new RegExp(`^503 .*HR_JOURNAL_UNAVAILABLE.*${NEEDED} bytes .* and \\d+ are`);
    expect(answers).toMatchObject([
      { step: 'before', decide: expect.stringMatching(/^200 /), ready: '200 {"status":"ok"}' },
      { step: 'full', decide: expect.stringMatching(/^503 /) },
      { step: 'a little room', decide: expect.stringMatching(numbers) },
      { step: 'room', decide: expect.stringMatching(/^200 /), ready: '200 {"status":"ok"}' },
    ]);
    expect(answers[1]!.ready).toMatch(numbers);
    expect(answers[2]!.ready).toMatch(numbers);
    expect(stdout, 'callers are not told where').not.toContain(disk);
  },
  60_000,
);

test.skipIf(!mayMount)(
  'the folder of an earlier version stays as it is on a full disk, which is told, and is taken over when there is room',
  () => {
    const disk = temporaryFolder();
    const earlier = fixtureFolder('tables-ce924ab.sql');
    const program = programOf('upgrade-on-full-disk.ts', earlier, disk);
    const { stdout, stderr, status } = withSmallDisk(disk, program);
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      full: expect.stringMatching(/is full \(database or disk is full\)\. Make room/),
      room: 'started',
      policies: 6,
    });
  },
  60_000,
);
