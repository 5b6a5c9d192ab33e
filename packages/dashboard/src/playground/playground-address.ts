/**
 * The address of a configuration within the page.
 */
import type { Configuration } from './configuration.ts';
import { printConfiguration } from './configuration-address.ts';

/** Returns what stands behind the page's own address. */
export function playgroundAddress(configuration: Configuration): string {
  return `#/playground?${printConfiguration(configuration)}`;
}
