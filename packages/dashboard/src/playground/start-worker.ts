/**
 * Starts the worker under a content policy that asks for trusted types.
 *
 * The build finds a worker only where it is started with a plain address, and the browser then asks the
 * default policy whether it may be. It may if it comes from where the page comes from; everything else
 * is refused, as before.
 */
interface TrustedTypes {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

/** Returns a fresh worker. */
export function startWorker(): Worker {
  allowOwnScripts();
  return new Worker(new URL('./playground-worker.ts', import.meta.url), { type: 'module' });
}

function allowOwnScripts(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', { createScriptURL: ownAddress });
}

function ownAddress(address: string): string {
  if (new URL(address, location.href).origin === location.origin) return address;
  throw new TypeError(`Scripts must come from ${location.origin}, but this is ${address}.`);
}
