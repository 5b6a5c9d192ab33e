/**
 * A folder that all test files of one run share, so that what takes long to build is built once for all of
 * them. It is emptied before tests are run again after a change, and removed at the end.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly sharedFolder: string;
  }
}

export default async function shareFolder(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-shared-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  project.provide('sharedFolder', folder);
  project.onTestsRerun(async () => {
    await remove();
    await mkdir(folder);
  });
  return remove;
}
