/**
 * What is wanted of the shelf is not there or cannot be read: it has to be made again from the entries.
 */
export class ShelfGap extends Error {
  override readonly name = 'ShelfGap';
}
