/**
 * Which files count as source, and which of those as tests.
 *
 * Test files stand beside the source: `x.test.ts`, the shared promises `x.contract.ts`, and helpers
 * in a folder named `testing`. They are left out of what is published, so other rules hold for them.
 */

/** True for TypeScript that the compiler sees; AssemblyScript shares the ending but not the rules. */
export function isTypeScript(file: string): boolean {
  return /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !isAssembly(file);
}

/** True for sources of the WebAssembly kernel. */
export function isAssembly(file: string): boolean {
  return file.endsWith('.assembly.ts');
}

/** True for tests, contracts and their helpers. */
export function isTest(file: string): boolean {
  return /\.(test|contract)\.tsx?$/.test(file) || /(^|\/)testing\//.test(file);
}

/** True for TypeScript below packages/<name>/src. */
export function isPackageSource(file: string): boolean {
  return isTypeScript(file) && /^packages\/[^/]+\/src\//.test(file);
}

/** Returns the folder name of the package a file belongs to: "core", or undefined outside packages. */
export function packageFolder(file: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(file)?.[1];
}
