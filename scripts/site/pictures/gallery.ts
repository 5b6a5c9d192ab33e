/**
 * The examples of the gallery, each with its picture in docs/images/gallery.
 *
 * A picture carries the hash of the example that it was made from, so a test notices one that is out of
 * date without playing anything.
 */
import { createHash } from 'node:crypto';
import { readSource } from '../../lib/repository.ts';

export const GALLERY: Readonly<Record<string, string>> = {
  farm: 'Forty fields a season, four hybrids',
  clinic: 'Two thousand patients, three reminders',
  'grid-operator': 'Five hundred hours of a battery in the grid',
  'shop-offer': 'Visits to a shop, three offers',
  'ramp-up': 'Three thousand visits while a page is rolled out',
  'home-battery': 'A year of a battery under a roof',
};

export function exampleFile(name: string): string {
  return `examples/${name}.ts`;
}

export function pictureFile(name: string): string {
  return `docs/images/gallery/${name}.svg`;
}

/** Returns what tells one version of an example from another. */
export function markOf(name: string): string {
  const { text } = readSource(exampleFile(name));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
