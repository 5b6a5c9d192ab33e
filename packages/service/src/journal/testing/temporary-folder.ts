/**
 * A folder for one test, deleted when the tests of the file are over.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-'));
  folders.push(folder);
  return folder;
}

const folders: string[] = [];

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

afterAll(removeFolders);
