/**
 * What the checks read of a package.json, and how a path leads to the nearest one.
 */
import path from 'node:path';
import type { SourceFile } from './repository.ts';

export const DEPENDENCY_FIELDS = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;

export interface Manifest {
  /** Path of the package.json, relative to the repository. */
  readonly file: string;
  readonly text: string;
  readonly content: ManifestContent;
}

export interface ManifestContent {
  readonly name?: string;
  readonly version?: string;
  readonly bin?: string | Record<string, string>;
  readonly main?: string;
  readonly exports?: unknown;
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/** Reads the text of a package.json. */
export function parseManifest(source: SourceFile): Manifest {
  return { ...source, content: JSON.parse(source.text) as ManifestContent };
}

/** Returns the package.json nearest above a file, or undefined. */
export function nearestManifest(
  file: string,
  manifests: readonly Manifest[],
): Manifest | undefined {
  for (let folder = path.posix.dirname(file); ; folder = path.posix.dirname(folder)) {
    const wanted = path.posix.join(folder, 'package.json');
    const found = manifests.find((manifest) => manifest.file === wanted);
    if (found !== undefined || folder === '.') return found;
  }
}

/** Returns the line, counted from 1, on which a key of the package.json stands. */
export function lineOfKey(manifest: Manifest, key: string): number {
  const lines = manifest.text.split('\n');
  return Math.max(1, lines.findIndex((line) => line.includes(`"${key}"`)) + 1);
}
