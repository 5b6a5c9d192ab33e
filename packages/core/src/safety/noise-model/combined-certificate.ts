/**
 * The best of several certificates, less an allowance for rounding.
 *
 *     total = max over certificates of lowerBound(candidate) − 1e-9 · magnitude
 *
 * All hold together on one event, so the largest may be taken. C3, the carry, is built in: after
 * every booking and every reward the best known total of the past is remembered.
 *
 * `magnitude` is the sum of all amounts that ever entered, so the allowance covers thousands of
 * additions with room to spare. It is taken off at the end and never carried along: taken off in
 * every round it would grow with the square of their number.
 */
import { type CarryCertificate, carryCertificate } from './carry-certificate.ts';
import type { Certificate, CertificateCandidate } from './certificate.ts';

/** Share of the magnitude that rounding may have cost. */
export const ROUNDING_SHARE = 1e-9;

export interface CertifiedTotal {
  /** Least total of the learner's rounds, the candidate included, in reward units. */
  readonly total: number;
  /** Name of the certificate that gave it. */
  readonly by: string;
  /** The same before the allowance for rounding. */
  readonly totalBeforeRounding: number;
}

export interface CombinedCertificate {
  /** Returns the best total and who gave it. */
  certify(candidate: CertificateCandidate): CertifiedTotal;
  /** Books the candidate, with the answer that `certify` gave for it. */
  book(candidate: CertificateCandidate, certified: CertifiedTotal): void;
  /** Takes the reward of the oldest booked round that has none yet. */
  observe(reward: number): void;
}

/** Returns the combination of `certificates` and the carry; on a tie the first one is named. */
export function combinedCertificate(certificates: readonly Certificate[]): CombinedCertificate {
  const carry = carryCertificate();
  const all: readonly Certificate[] = [...certificates, carry];
  let magnitude = 0;
  return {
    certify(candidate) {
      const best = bestOf(all, (certificate) => certificate.lowerBound(candidate));
      const allowance = ROUNDING_SHARE * (magnitude + Math.abs(best.value));
      return { total: best.value - allowance, by: best.by, totalBeforeRounding: best.value };
    },
    book(candidate, certified) {
      for (const certificate of all) certificate.book(candidate);
      carry.raise(certified.totalBeforeRounding);
      magnitude += Math.abs(candidate.lowerBound);
    },
    observe(reward) {
      for (const certificate of all) certificate.observe(reward);
      magnitude += Math.abs(reward);
      raiseToSettled(carry, certificates);
    },
  };
}

function raiseToSettled(carry: CarryCertificate, certificates: readonly Certificate[]): void {
  carry.raise(bestOf(certificates, (certificate) => certificate.settledTotal()).value);
}

/** A certificate that answers NaN is passed over: the others remain true. */
function bestOf(
  certificates: readonly Certificate[],
  ask: (certificate: Certificate) => number,
): { value: number; by: string } {
  let value = Number.NEGATIVE_INFINITY;
  let by = 'none';
  for (const certificate of certificates) {
    const answer = ask(certificate);
    if (answer > value) {
      value = answer;
      by = certificate.name;
    }
  }
  return { value, by };
}
