/**
 * C1, ellipsoid refresh: the worst case over the confidence set, for the SUM of features.
 *
 *     lowerBound = zᵀθ̂ − radius · ‖z‖ in V⁻¹,     z = Σ ψ of the learner's rounds + ψ of the candidate
 *
 * It looks at the past anew with everything learnt since, so it can rise without a new reward of its
 * own; it can also fall, because confidence sets are not nested. Its cost grows like √(d · rounds).
 */
import { requireLength } from '../../base/require.ts';
import type { Certificate, CertificateCandidate } from './certificate.ts';
import { type ConfidenceView, lowestTotal } from './ellipsoid-bounds.ts';

/** Returns C1, empty. `view` is asked for the model and its radius at every question. */
export function ellipsoidCertificate(dimension: number, view: () => ConfidenceView): Certificate {
  const featureSum = new Float64Array(dimension);
  const extended = new Float64Array(dimension);
  return {
    name: 'ellipsoid',
    lowerBound(candidate) {
      requireLength('features', candidate.features, dimension);
      for (let i = 0; i < dimension; i++) extended[i] = featureSum[i]! + candidate.features[i]!;
      return lowestTotal(view(), extended);
    },
    settledTotal: () => lowestTotal(view(), featureSum),
    book(candidate: CertificateCandidate) {
      requireLength('features', candidate.features, dimension);
      for (let i = 0; i < dimension; i++) featureSum[i]! += candidate.features[i]!;
    },
    observe() {},
  };
}
