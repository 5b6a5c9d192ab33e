/**
 * The folder of an experiment's results, and what may be in it.
 *
 *     results/synthetic-quick-1a2b3c4d/
 *       experiment.json   the checked experiment, defaults filled in; written first
 *       traces.csv        every measure of every trial at the recorded rounds
 *       traces.parquet    the same
 *       summary.json      what it comes to; written last, so a folder that has it is complete
 *       parts/            finished trials of a run that is under way; gone when it is complete
 *
 * Every file is written under another name and then renamed: it is whole or it is not there. A folder
 * that holds anything else is never touched.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HedgerowError } from '@hedgerow/core';
import type { Experiment } from '../experiments/experiment.ts';
import { experimentHash } from '../experiments/experiment-hash.ts';
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';

/** Digits of the hash in the folder's name. */
const HASH_DIGITS = 8;
const PARTS = 'parts';
const PARTIAL = '.partial';

export interface ResultPlace {
  /** The folder in which results are collected. */
  readonly outputFolder: string;
  readonly experiment: Experiment;
}

/** Returns the path of the folder that an experiment's results are written to. */
export function resultFolderPath({ outputFolder, experiment }: ResultPlace): string {
  const digits = experimentHash(experiment).slice(0, HASH_DIGITS);
  return path.join(outputFolder, `${experiment.name}-${digits}`);
}

/** Makes the folder, or takes it up again; refuses one that belongs to something else. */
export async function openResultFolder(place: ResultPlace): Promise<ResultFolder> {
  const folder = new ResultFolder(resultFolderPath(place));
  const text = `${JSON.stringify(place.experiment, null, 2)}\n`;
  await mkdir(folder.path, { recursive: true });
  const owner = await folder.readText('experiment.json');
  if (owner === null) await requireEmpty(folder.path);
  else if (owner !== text) throw foreignFolder(folder.path, 'that of another experiment');
  await folder.makeParts();
  if (owner === null) await folder.writeText('experiment.json', text);
  return folder;
}

export class ResultFolder {
  readonly path: string;

  constructor(folderPath: string) {
    this.path = folderPath;
  }

  /** Path of a file that is kept while the run is under way. */
  partPath(name: string): string {
    return path.join(this.path, PARTS, name);
  }

  /** Where to write a file before `publish` gives it its name. */
  draftPath(name: string): string {
    return this.partPath(name + PARTIAL);
  }

  /** Gives a finished draft its name. */
  async publish(name: string): Promise<void> {
    await rename(this.draftPath(name), path.join(this.path, name));
  }

  async writeText(name: string, text: string): Promise<void> {
    await writeFile(this.draftPath(name), text);
    await this.publish(name);
  }

  /** Writes a part, whole or not at all. */
  async writePart(name: string, bytes: Uint8Array): Promise<void> {
    await writeFile(this.draftPath(name), bytes);
    await rename(this.draftPath(name), this.partPath(name));
  }

  /** Returns the contents of a part, or null if there is none. */
  async readPart(name: string): Promise<Buffer | null> {
    return await orNull(readFile(this.partPath(name)));
  }

  async readText(name: string): Promise<string | null> {
    return await orNull(readFile(path.join(this.path, name), 'utf8'));
  }

  /** Returns the summary of a run that is complete, or null. */
  async readSummary(): Promise<ExperimentSummary | null> {
    const text = await this.readText('summary.json');
    return text === null ? null : (JSON.parse(text) as ExperimentSummary);
  }

  async makeParts(): Promise<void> {
    await mkdir(path.join(this.path, PARTS), { recursive: true });
  }

  async removeParts(): Promise<void> {
    await rm(path.join(this.path, PARTS), { recursive: true, force: true });
  }
}

/** A run that was killed before it wrote anything leaves an empty folder of parts. */
async function requireEmpty(folderPath: string): Promise<void> {
  const names = (await readdir(folderPath)).filter((name) => name !== PARTS);
  if (names.length > 0) throw foreignFolder(folderPath, `one that holds "${names[0]}"`);
}

async function orNull<Contents>(reading: Promise<Contents>): Promise<Contents | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function foreignFolder(folderPath: string, received: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${folderPath} must be a new folder, or hold results of this very experiment`,
    received,
    remedy: 'Give another folder for the output; nothing was overwritten.',
  });
}
