/**
 * Draws the pictures of the gallery: `npm run pictures`. Each example runs as it is, with a core that
 * remembers what was decided (recording-core.ts).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY_ROOT } from '../../lib/repository.ts';
import { drawExample } from './draw-example.ts';
import { exampleFile, GALLERY, markOf, pictureFile } from './gallery.ts';
import type { Recording } from './recording-core.ts';

const RECORDER = new URL('./record-example.ts', import.meta.url).href;

const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-pictures-'));

for (const [name, title] of Object.entries(GALLERY)) {
  const file = path.join(REPOSITORY_ROOT, pictureFile(name));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, drawExample(record(name), { title, mark: markOf(name) }));
  console.log(pictureFile(name));
}
rmSync(folder, { recursive: true });

/** Returns what the policy of an example decided. */
function record(name: string): Recording {
  const file = path.join(folder, `${name}.json`);
  execFileSync(
    process.execPath,
    ['--conditions=@hedgerow/source', '--import', RECORDER, exampleFile(name)],
    { cwd: REPOSITORY_ROOT, env: { ...process.env, RECORDING_FILE: file } },
  );
  return JSON.parse(readFileSync(file, 'utf8')) as Recording;
}
