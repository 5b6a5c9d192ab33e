import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { CellTable } from '../experiments/summarise.ts';
import { ResultFolder } from './result-folder.ts';
import { type TracesInput, writeTraces } from './write-traces.ts';

it('is told of a file that fails while the next cell is made', async () => {
  const place = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-traces-'));
  const folder = new ResultFolder(place);
  // Cannot be opened, as a full disk cannot be written: nobody waits for the file just then.
  await mkdir(folder.draftPath('traces.csv'), { recursive: true });
  async function* cells(): AsyncGenerator<CellTable> {
    await pause(20);
    yield* [];
  }
  const input = { folder, recordedRounds: [], cells: cells() } as unknown as TracesInput;
  await expect(writeTraces(input)).rejects.toThrow('EISDIR');
  await rm(place, { recursive: true });
});
