/**
 * C3, carry: what was certified once stays certified.
 *
 *     lowerBound = highest total ever certified for the rounds so far + ℓ of the candidate
 *
 * Needed because the other certificates can fall: confidence sets are not nested, and a bad reward
 * lowers the sum. On the event that all of them hold, an old truth about a sum of expectations does
 * not become false. Somebody must tell it what was certified; `combinedCertificate` does.
 */
import type { Certificate } from './certificate.ts';

export interface CarryCertificate extends Certificate {
  /** Remembers that the rounds booked so far are worth at least `total`. */
  raise(total: number): void;
}

/** Returns C3, empty: nothing played is worth exactly 0. */
export function carryCertificate(): CarryCertificate {
  let carriedTotal = 0;
  return {
    name: 'carry',
    settledTotal: () => carriedTotal,
    lowerBound: (candidate) => carriedTotal + candidate.lowerBound,
    book(candidate) {
      carriedTotal += candidate.lowerBound;
    },
    observe() {},
    raise(total) {
      if (total > carriedTotal) carriedTotal = total;
    },
  };
}
