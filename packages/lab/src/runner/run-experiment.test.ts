import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import { checkExperiment } from '../experiments/parse-experiment.ts';
import { smallExperiment as experiment } from '../experiments/testing/small-experiment.ts';
import { resultFolderPath } from './result-folder.ts';
import { runExperiment } from './run-experiment.ts';
import { inlinePool } from './testing/inline-pool.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'hedgerow-run-'));
let folderCount = 0;

afterAll(() => rmSync(scratch, { recursive: true }));

function freshFolder(): string {
  folderCount += 1;
  return path.join(scratch, String(folderCount));
}

function filesOf(outputFolder: string): Record<string, string> {
  const folder = resultFolderPath({ experiment, outputFolder });
  const names = readdirSync(folder)
    .filter((name) => name !== 'parts')
    .sort();
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]),
  );
}

/** Stops a run after the ninth trial, in the middle of its second cell. */
async function interruptRun(outputFolder: string): Promise<void> {
  const interruption = new AbortController();
  const interrupted = runExperiment({
    experiment,
    outputFolder,
    openPool: inlinePool,
    signal: interruption.signal,
    onProgress: ({ doneCount }) => doneCount === 9 && interruption.abort(),
  });
  await expect(interrupted).rejects.toThrow(/abort/i);
}

/** The files of a run on one thread that nothing disturbed. */
const undisturbed = (async () => {
  const outputFolder = freshFolder();
  const summary = await runExperiment({ experiment, outputFolder, workerCount: 1 });
  return { outputFolder, summary, files: filesOf(outputFolder) };
})();

describe('a run', () => {
  it('writes experiment, traces and summary, and leaves nothing else', async () => {
    const { files, summary, outputFolder } = await undisturbed;
    expect(readdirSync(resultFolderPath({ experiment, outputFolder }))).not.toContain('parts');
    expect(Object.keys(files)).toEqual([
      'experiment.json',
      'summary.json',
      'traces.csv',
      'traces.parquet',
    ]);
    expect(JSON.parse(Buffer.from(files['summary.json']!, 'base64').toString())).toEqual(summary);
    expect(
      summary.cells.map(({ strategy, allowedShortfall }) => [strategy, allowedShortfall]),
    ).toEqual([
      ['context-ucb', null],
      ['algorithm-1', 0.1],
      ['algorithm-1', 0.5],
      ['hedge', 0.1],
      ['hedge', 0.5],
    ]);
  });

  it('gives the same bytes on two threads', async () => {
    const outputFolder = freshFolder();
    await runExperiment({ experiment, outputFolder, workerCount: 2 });
    expect(filesOf(outputFolder)).toEqual((await undisturbed).files);
  });

  it('gives the same bytes after it was interrupted and taken up again', async () => {
    const outputFolder = freshFolder();
    await interruptRun(outputFolder);
    const doneCounts: number[] = [];
    await runExperiment({
      experiment,
      outputFolder,
      openPool: inlinePool,
      onProgress: ({ doneCount }) => doneCounts.push(doneCount),
    });
    expect(doneCounts.length).toBeLessThan(30);
    expect(doneCounts.at(-1)).toBe(30);
    expect(filesOf(outputFolder)).toEqual((await undisturbed).files);
  });

  it('gives the same bytes after it was killed without warning', async () => {
    const outputFolder = freshFolder();
    const { signal } = spawnSync(process.execPath, [
      '--conditions=@hedgerow/source',
      fileURLToPath(new URL('./testing/killed-run.ts', import.meta.url)),
      outputFolder,
    ]);
    expect(signal).toBe('SIGKILL');
    expect(Object.keys(filesOf(outputFolder))).toEqual(['experiment.json']);
    const playedCells = new Set<number>();
    await runExperiment({
      experiment,
      outputFolder,
      openPool: (options) => inlinePool(options, ({ cellIndex }) => playedCells.add(cellIndex)),
    });
    expect(playedCells).not.toContain(0);
    expect(filesOf(outputFolder)).toEqual((await undisturbed).files);
  });

  it('plays trials again whose part was damaged', async () => {
    const outputFolder = freshFolder();
    await interruptRun(outputFolder);
    const folder = resultFolderPath({ experiment, outputFolder });
    const part = path.join(folder, 'parts', 'cell-0.part');
    const bytes = readFileSync(part);
    bytes[bytes.length - 100]! ^= 1;
    writeFileSync(part, bytes);
    await runExperiment({ experiment, outputFolder, openPool: inlinePool });
    expect(filesOf(outputFolder)).toEqual((await undisturbed).files);
  });

  it('that is complete is not run again', async () => {
    const { outputFolder, summary } = await undisturbed;
    const again = await runExperiment({
      experiment,
      outputFolder,
      openPool: () => {
        throw new Error('Nothing is left to play.');
      },
    });
    expect(again).toEqual(summary);
  });

  it('fails when a trial is lost, names it, and keeps the others', async () => {
    const outputFolder = freshFolder();
    const cause = new Error('The thread is gone.');
    const failing = runExperiment({
      experiment,
      outputFolder,
      workerCount: 1,
      openPool: (options) =>
        inlinePool(options, ({ cellIndex, trial }) => {
          if (cellIndex === 2 && trial === 3) throw cause;
        }),
    });
    await expect(failing).rejects.toThrow(
      'The run has failed: trial 4 with seed 11 of the cell berkson × algorithm-1 × 0.5 was lost.',
    );
    await expect(failing).rejects.toMatchObject({ cause });
    const folder = resultFolderPath({ experiment, outputFolder });
    expect(readdirSync(folder).sort()).toEqual(['experiment.json', 'parts']);
    await runExperiment({ experiment, outputFolder, openPool: inlinePool });
    expect(filesOf(outputFolder)).toEqual((await undisturbed).files);
  });

  it('never touches a folder that holds something else', async () => {
    const outputFolder = freshFolder();
    const folder = resultFolderPath({ experiment, outputFolder });
    cpSync(resultFolderPath({ ...(await undisturbed), experiment }), folder, { recursive: true });
    const file = path.join(folder, 'experiment.json');
    const foreign = readFileSync(file, 'utf8').replace('"seed": 11', '"seed": 12');
    writeFileSync(file, foreign);
    await expect(runExperiment({ experiment, outputFolder })).rejects.toThrow(
      /must be a new folder, or hold results of this very experiment, but it is that of another experiment.*HR_FILE/,
    );
    rmSync(file);
    await expect(runExperiment({ experiment, outputFolder })).rejects.toThrow(
      'but it is one that holds "summary.json"',
    );
    expect(readdirSync(folder)).not.toContain('experiment.json');
  });

  it('refuses what it cannot run before it writes anything', async () => {
    const outputFolder = freshFolder();
    const unknown = checkExperiment({
      ...experiment,
      environments: [{ id: 'log', kind: 'log', file: 'log.csv' }],
    });
    await expect(runExperiment({ experiment: unknown, outputFolder })).rejects.toThrow('HR_FILE');
    expect(() => readdirSync(outputFolder)).toThrow('ENOENT');
  });
});

describe('the traces', () => {
  it('can be read as Parquet, and hold the same numbers as CSV and summary', async () => {
    const { outputFolder, summary } = await undisturbed;
    const folder = resultFolderPath({ experiment, outputFolder });
    const file = await asyncBufferFromFile(path.join(folder, 'traces.parquet'));
    const { schema } = await parquetMetadataAsync(file);
    expect(schema.slice(1).map(({ name, type }) => `${name} ${type}`)).toEqual([
      'environment BYTE_ARRAY',
      'strategy BYTE_ARRAY',
      'allowedShortfall DOUBLE',
      'trial INT32',
      'round INT32',
      'expectedRegret DOUBLE',
      'realisedRegret DOUBLE',
      'oracleRegret DOUBLE',
      'baselineRounds INT32',
      'expectedSlack DOUBLE',
      'realisedSlack DOUBLE',
      'promisedSlack DOUBLE',
      'provedSlack DOUBLE',
    ]);
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(3000);
    const claims = (name: string) =>
      rows.filter(({ strategy, provedSlack }) => strategy === name && provedSlack !== null);
    expect(claims('context-ucb')).toEqual([]);
    expect(claims('hedge')).toHaveLength(1200);
    for (const row of claims('hedge')) {
      expect(row.provedSlack).toBeLessThanOrEqual(row.promisedSlack + 1e-9);
    }
    const finals = rows.filter(
      ({ strategy, allowedShortfall, round }) =>
        strategy === 'hedge' && allowedShortfall === 0.5 && round === 150,
    );
    expect(finals.map(({ expectedRegret }) => expectedRegret)).toEqual(
      summary.cells[4]!.finals.expectedRegret,
    );
    const csv = readFileSync(path.join(folder, 'traces.csv'), 'utf8').trimEnd().split('\n');
    const asText = rows.map((row) =>
      Object.values(row)
        .map((value) => value ?? '')
        .join(','),
    );
    expect(csv).toEqual([Object.keys(rows[0]!).join(','), ...asText]);
  });
});
