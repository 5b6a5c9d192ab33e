/**
 * Puts serve.ts and all it needs into few files: the same code, which then loads in a fifth of the
 * time. A test that starts a process sixty times needs that.
 */
import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { temporaryFolder } from '../../journal/testing/temporary-folder.ts';

const sourcePath = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** One that is missing would be missed by nobody: the writer does without the thread that empties its log. */
const WORKERS = globSync(['start/*-worker.ts', 'journal/**/*-worker.ts'], {
  cwd: sourcePath('../..'),
}).map((file) => sourcePath(`../../${file}`));
const CONDITIONS = ['@hedgerow/source', 'node', 'module'];

/** Returns the path of the program; it is deleted when the tests of the file are over. */
export async function bundleService(): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  await build({
    root: sourcePath('../../..'),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: CONDITIONS },
    ssr: { noExternal: true, resolve: { conditions: CONDITIONS } },
    build: {
      ssr: true,
      outDir: path.join(folder, 'program'),
      minify: false,
      rolldownOptions: {
        input: {
          serve: sourcePath('./serve.ts'),
          // Threads are started from these files by their names.
          ...Object.fromEntries(WORKERS.map((file) => [path.basename(file, '.ts'), file])),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  return path.join(folder, 'program', 'serve.js');
}
