/**
 * Writes the pages of the reference that are made from the source: `npm run reference`.
 *
 * reference-pages.test.ts makes them again and compares, so that they cannot fall behind.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { configurationPage } from './lib/configuration-page.ts';
import { httpApiPage } from './lib/http-api-page.ts';
import { REPOSITORY_ROOT } from './lib/repository.ts';

/** Returns the text of every page, by its file. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/reference/configuration.md': configurationPage(),
    'docs/reference/http-api.md': await httpApiPage(),
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(await referencePages())) {
    writeFileSync(path.join(REPOSITORY_ROOT, file), text);
  }
}
