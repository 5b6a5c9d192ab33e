/**
 * Where a service is, as a user writes it.
 */
import { InvalidArgumentError } from 'commander';

export const STANDARD_PORT = 8080;
export const STANDARD_ADDRESS: string = `http://127.0.0.1:${STANDARD_PORT}`;

/** Reads `http://host:port`; returns it without a slash at its end. */
export function serviceAddress(text: string): string {
  const isAddress = /^https?:\/\//.test(text) && URL.canParse(text);
  if (isAddress) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError(`It must be an address like ${STANDARD_ADDRESS}.`);
}
