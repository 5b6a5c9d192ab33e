/**
 * Where what is shown in a browser lies, built, in a folder `dist` of its own: among the other packages in a
 * clone, and inside of this one where it is published, since it was brought along when it was packed.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the folder of the page or of the guide. */
export function pageFolder(name: 'dashboard' | 'guide'): string {
  const inClone = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  return existsSync(inClone)
    ? inClone
    : fileURLToPath(new URL(`../pages/${name}`, import.meta.url));
}
