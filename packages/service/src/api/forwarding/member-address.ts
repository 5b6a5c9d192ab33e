/**
 * Where a member is reached: over plain HTTP, inside a network of their own.
 */
const ADDRESS = /^http:\/\/(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+)):(\d{1,5})$/i;

const PORT_MAX = 65_535;

/** Whether a text is an address that members can be reached at. */
export function isMemberAddress(text: string): boolean {
  const port = Number(ADDRESS.exec(text)?.[3]);
  return port > 0 && port <= PORT_MAX;
}

/** Where an address leads. */
export function placeOf(address: string): { readonly host: string; readonly port: number } {
  const parts = ADDRESS.exec(address);
  if (parts === null) throw new Error(`The address of a member is ${address}.`);
  return { host: parts[1] ?? parts[2]!, port: Number(parts[3]) };
}
