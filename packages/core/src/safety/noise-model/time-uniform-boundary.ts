/**
 * How far a sum of zero-mean noise may wander, at every moment of the run together.
 *
 *     P( there is a round at which the noise sum exceeds boundary(its variance) ) ≤ δ
 *
 * A boundary is a function of the accumulated variance proxy Σ v, not of the number of rounds:
 * noisy rounds push it up faster than quiet ones. Because it holds at all times together, it may be
 * read at moments that depend on the data, as a gate does.
 *
 * What surprises: the sub-gamma tail b is fixed when the boundary is made. "The largest b so far"
 * is not enough, since a boundary that changes its shape during the run has no proof.
 */

/** Returns the boundary in reward units, given the accumulated variance proxy (at least 0). */
export type TimeUniformBoundary = (accumulatedVariance: number) => number;
