/**
 * A figure: what it says, for those who see it and for those who do not, and how it is drawn.
 */

/** A Vega-Lite 6 specification with all its data inside. */
export type Specification = Readonly<Record<string, unknown>>;

/** One layer of a specification. */
export type Layer = Readonly<Record<string, unknown>>;

export interface Figure {
  /** Name for files. */
  readonly id: string;
  /** The finding, as one sentence without its full stop. */
  readonly title: string;
  /** What is drawn, from how many trials, and what the bands mean. */
  readonly subtitle: string;
  /** The same in words and numbers, for readers who cannot see the picture. */
  readonly altText: string;
  readonly specification: Specification;
}
