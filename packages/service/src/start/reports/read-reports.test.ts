/**
 * Reports are read into memory within their limits, and nothing outside of the folder is.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../instruments/logger.ts';
import type { ReportView } from '../../wire.ts';
import { StartFailure } from '../start-failure.ts';
import { readReports } from './read-reports.ts';
import { REPORT_LIMITS, type ReportLimits } from './report-limits.ts';

const FIGURES = '\n\n![It rises.](figures/a.png)\n\n![It falls.](figures/b.png)\n';

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'hedgerow-reports-')));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(place = folder, limits: Partial<ReportLimits> = {}): Promise<ReportView[]> {
  const logger = createLogger({
    level: 'info',
    clock: { now: () => '2026-05-04T09:30:00.000Z' },
    destination: { write: (line) => lines.push(line) },
  });
  const reports = await readReports({
    folder: place,
    logger,
    limits: { ...REPORT_LIMITS, ...limits },
  });
  return [...reports.values()].map(({ body }) => JSON.parse(body.toString()));
}

function write(name: string, content: string | Buffer): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Makes a report of which `age` says how many days old it is. */
function writeReport(name: string, age = 0): void {
  write(`${name}/report.md`, `# ${name}`);
  const seconds = Date.UTC(2026, 4, 4) / 1000 - age * 86_400;
  utimesSync(path.join(folder, name, 'report.md'), seconds, seconds);
}

const textOf = (data: string) => Buffer.from(data, 'base64').toString();
const ids = (reports: readonly ReportView[]) => reports.map(({ id }) => id);

describe('one report', () => {
  it('has its text, its title without marks, when it was written, and its figures', async () => {
    write('paper/report.md', `\n# Bandits\\_again \\<b\\>${FIGURES}`);
    write('paper/figures/a.svg', '<svg/>');
    write('paper/figures/a.png', 'not needed');
    write('paper/figures/b.png', 'png');
    write('paper/runs/trial.json', 'not a part of it');
    utimesSync(path.join(folder, 'paper/report.md'), 1_777_886_000, 1_777_886_000);
    const [report] = await read(path.join(folder, 'paper'));
    expect(report).toMatchObject({
      id: 'paper',
      title: 'Bandits_again <b>',
      madeAt: '2026-05-04T09:13:20.000Z',
      fileCount: 3,
    });
    expect(report!.markdown).toContain('# Bandits');
    expect(
      report!.figures.map(({ data, ...others }) => ({ ...others, text: textOf(data) })),
    ).toEqual([
      { path: 'figures/a.png', type: 'image/svg+xml', text: '<svg/>' },
      { path: 'figures/b.png', type: 'image/png', text: 'png' },
    ]);
    expect(lines.join()).not.toContain('left out');
  });

  it('takes no figure from a path that is not in its folder of figures', async () => {
    write('secret.png', 'secret');
    write('paper/secret.png', 'secret');
    write('paper/figures/deep/secret.png', 'secret');
    const paths = [
      '../secret',
      'secret',
      'figures/../secret',
      'figures/deep/secret',
      '/etc/secret',
    ];
    write('paper/report.md', `# T\n\n${paths.map((name) => `![x](${name}.png)`).join('\n\n')}`);
    const [report] = await read();
    expect(report!.figures).toEqual([]);
  });

  it('does without figures that are missing, and says so', async () => {
    write('paper/report.md', `# T${FIGURES}`);
    write('paper/figures/b.svg', '<svg/>');
    const [report] = await read();
    expect(report).toMatchObject({ fileCount: 2, figures: [{ path: 'figures/b.png' }] });
    expect(lines.join()).toContain('paper: figures/a.svg is not there, and figures/a.png is not');
  });
});

describe('a folder of reports', () => {
  it('lists the newest first, and passes over what is none', async () => {
    writeReport('old', 2);
    writeReport('new', 0);
    writeReport('middle', 1);
    write('notes/readme.md', '# No report');
    write('file.txt', '');
    expect(ids(await read())).toEqual(['new', 'middle', 'old']);
  });

  it('makes ids for addresses of names that are none, and never the same twice', async () => {
    for (const name of ['a b', 'a-b', 'a?b', '..x', 'ü']) writeReport(name);
    writeReport('y'.repeat(90));
    const found = ids(await read());
    expect(found.toSorted()).toEqual(['a-b', 'a-b-2', 'a-b-3', 'report', 'x', 'y'.repeat(64)]);
  });

  it('leaves out what is no report, with the reason', async () => {
    write('binary/report.md', Buffer.from([0x23, 0x20, 0xff, 0xfe]));
    write('untitled/report.md', 'Just words.\n\n# Late');
    mkdirSync(path.join(folder, 'odd/report.md'), { recursive: true });
    mkdirSync(path.join(folder, 'pipe'));
    execFileSync('mkfifo', [path.join(folder, 'pipe/report.md')]);
    expect(await read()).toEqual([]);
    const log = lines.join();
    expect(log).toContain('binary: report.md is not text in UTF-8');
    expect(log).toContain('untitled: report.md does not begin with a title');
    expect(log).toContain('odd: report.md is not a plain file');
    expect(log).toContain('pipe: report.md is not a plain file');
    expect(log).toContain('no report was found');
  });
});

describe('links', () => {
  const link = (target: string, name: string) => symlinkSync(target, path.join(folder, name));

  it('are followed inside of the folder, and never out of it', async () => {
    write('outside/secret.md', '# Secret');
    write('outside/other/report.md', '# Secret');
    write('in/inner/report.md', '# Inner');
    write('in/mixed/report.md', `# Mixed${FIGURES}`);
    write('in/shared.svg', '<svg/>');
    mkdirSync(path.join(folder, 'in/mixed/figures'));
    mkdirSync(path.join(folder, 'in/text'));
    link('../outside/other', 'in/folder');
    link('../../outside/secret.md', 'in/text/report.md');
    link('../../shared.svg', 'in/mixed/figures/a.svg');
    link('../../../outside/secret.md', 'in/mixed/figures/b.svg');
    link('inner', 'in/again');
    link('loop', 'in/loop');
    const reports = await read(path.join(folder, 'in'));
    expect(ids(reports).toSorted()).toEqual(['again', 'inner', 'mixed']);
    expect(reports.find(({ id }) => id === 'mixed')!.figures).toHaveLength(1);
    expect(JSON.stringify(reports)).not.toContain('Secret');
    const log = lines.join();
    expect(log).toContain('folder is a link that leaves the folder of reports');
    expect(log).toContain('text: report.md is a link that leaves the folder of reports');
    expect(log).toContain('figures/b.svg is a link that leaves the folder of reports');
    expect(log).toContain('loop cannot be read (ELOOP)');
  });

  it('may lead to the folder itself', async () => {
    write('in/paper/report.md', '# T');
    link('in', 'way');
    expect(ids(await read(path.join(folder, 'way')))).toEqual(['paper']);
  });

  it('do not take a folder whose name merely begins alike for the folder', async () => {
    write('in-other/paper/report.md', '# Secret');
    mkdirSync(path.join(folder, 'in'));
    link('../in-other/paper', 'in/paper');
    expect(await read(path.join(folder, 'in'))).toEqual([]);
  });
});

describe('limits', () => {
  it('hold for the number of reports, of which the newest are taken', async () => {
    for (let age = 0; age < 4; age++) writeReport(`r${age}`, age);
    expect(ids(await read(folder, { reports: 2 }))).toEqual(['r0', 'r1']);
    expect(lines.join()).toContain('2 older reports: at most 2 are taken');
  });

  it('hold for each file, for each report, for all together, and for figures', async () => {
    write('a/report.md', `# T${FIGURES}`);
    write('a/figures/a.svg', 'x'.repeat(200));
    write('a/figures/b.svg', 'x'.repeat(200));
    const countWith = async (limits: Partial<ReportLimits>) => {
      const [report] = await read(folder, limits);
      return report?.fileCount ?? 0;
    };
    expect(await countWith({})).toBe(3);
    expect(await countWith({ fileBytes: 200 })).toBe(3);
    expect(await countWith({ fileBytes: 199 })).toBe(1);
    expect(await countWith({ fileBytes: 10 })).toBe(0);
    expect(await countWith({ reportBytes: 300 })).toBe(2);
    expect(await countWith({ totalBytes: 300 })).toBe(2);
    expect(await countWith({ totalBytes: 10 })).toBe(0);
    lines = [];
    expect(await countWith({ figures: 1 })).toBe(2);
    expect(lines.join()).toContain('1 more figures than 1 are not taken');
  });

  it('for all together are used up by one report after the other', async () => {
    for (let age = 0; age < 3; age++) writeReport(`r${age}`, age);
    expect(ids(await read(folder, { totalBytes: 10 }))).toEqual(['r0', 'r1']);
    expect(lines.join()).toContain('r2: report.md has 4 bytes, and only 2 may be taken');
  });
});

describe('the folder', () => {
  it('may be left out', async () => {
    expect(await read('')).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('ends the start if it is not there, or is no folder', async () => {
    write('file', '');
    for (const name of ['missing', 'file']) {
      const failure = await read(path.join(folder, name)).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StartFailure);
      expect((failure as StartFailure).kind).toBe('reports');
      expect((failure as StartFailure).message).toMatch(
        /must be one .+\((ENOENT|ENOTDIR)\).+--reports/,
      );
    }
  });
});
