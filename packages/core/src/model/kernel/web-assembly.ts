/**
 * The little of WebAssembly that the core uses.
 *
 * The core is compiled without the types of browsers or Node, and must also run where WebAssembly
 * is missing or forbidden (a page whose content policy lacks 'wasm-unsafe-eval').
 */

/** Compiled code, not yet tied to a memory. */
export type WebAssemblyModule = object;

export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
}

export interface WebAssemblyInterface {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => WebAssemblyModule;
  readonly Memory: new (size: { initial: number; maximum: number }) => WebAssemblyMemory;
  readonly Instance: new (
    module: WebAssemblyModule,
    imports: { env: { memory: WebAssemblyMemory } },
  ) => { readonly exports: object };
}

/** Returns the host's WebAssembly, or undefined where there is none. */
export function hostWebAssembly(): WebAssemblyInterface | undefined {
  return (globalThis as unknown as { WebAssembly?: WebAssemblyInterface }).WebAssembly;
}
